import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeProblems } from '../harness/visits/axe.ts';
import { openPage } from '../harness/visits/browser.ts';

const FINE = '<tr><td><span>fine</span></td></tr>';
const PALE = '<tr><td><span class="pale">cannot be read</span></td></tr>';
const STYLE = `<style>.pale { color: #eee } @media (prefers-color-scheme: dark) {
  html { color: #fff; background: #000 } .night { color: #222 } }</style>`;

const pageWith = (main: string): string => `<!doctype html><html lang="en"><title>Try</title>
${STYLE}<body><main><h1>Try</h1>${main}</main></body></html>`;
const table = (rows: string) => `<table><tbody>${rows}</tbody></table>`;

test('axe is asked about whatever differs, in every look, and ids are looked at everywhere', async () => {
  const problemsOf = async (main: string, color_scheme: 'light' | 'dark' = 'light') => {
    const { page } = await openPage({ color_scheme });
    await page.setContent(pageWith(main));
    return (await axeProblems(page)).map((problem) => problem.replace(/:.*/s, ''));
  };
  const rows = table(FINE.repeat(30));
  assert.deepEqual(await problemsOf(rows), []);
  assert.deepEqual(await problemsOf(rows), [], 'it was seen before');
  assert.deepEqual(await problemsOf(table(FINE.repeat(30) + PALE)), ['color-contrast']);
  assert.deepEqual(await problemsOf('<p class="night">dark on dark</p>'), []);
  assert.deepEqual(await problemsOf('<p class="night">dark on dark</p>', 'dark'), [
    'color-contrast',
  ]);
  const labelled = (id: string) => `<p><label for="${id}">Name</label> <input id="${id}"></p>`;
  assert.deepEqual(await problemsOf(labelled('a') + labelled('b')), []);
  assert.deepEqual(await problemsOf(labelled('a') + labelled('a')), ['an id that is there twice']);
  const unlabelled = labelled('b').replace('id="b"', 'id="c"');
  assert.deepEqual(await problemsOf(labelled('a') + unlabelled), ['for of what is not there']);
  const unnamed = '<p><a href="/"></a></p>';
  assert.deepEqual(await problemsOf(`<p><a href="/">Home</a></p>${unnamed}`), ['link-name']);
});
