import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';
import { addressOf, OTHER_PAGES } from './addresses.rules.ts';
import { openLibrary } from './library.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const shop = await startShop();
const show = (path: string) => shop.send({ method: 'GET', path });
const documents = globSync('docs/**/*.md', { cwd: ROOT }).filter(
  (path) => path !== join('docs', 'README.md'),
);

/** What a page leads to in this documentation: an address, and what is looked for on it. */
const linksOf = (text: string): { address: string; id: string }[] =>
  [...text.matchAll(/(?:href|src)="(\/docs[^"#?]*)(?:#([^"]*))?"/g)].map(
    ([, address = '', id = '']) => ({ address, id }),
  );

describe('guides at /docs', () => {
  test('200: every document is a page with its title, and every link of every page leads somewhere', async () => {
    const pages = new Map<string, string>();
    const waiting = ['/docs', ...documents.map((path) => addressOf(path) ?? path)];
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      if (pages.has(address)) continue;
      const { status, text } = await show(address);
      assert.equal(status, 200, address);
      pages.set(address, text);
      waiting.push(...linksOf(text).map((link) => link.address));
    }
    for (const path of documents) {
      const [title = ''] = readFileSync(join(ROOT, path), 'utf8').split('\n');
      const page = pages.get(addressOf(path) ?? '') ?? '';
      assert.ok(page.includes(`<h1>${title.slice(2).replaceAll("'", '&#39;')}</h1>`), path);
    }
    const lost = [...pages].flatMap(([from, text]) =>
      linksOf(text)
        .filter(({ address, id }) => id !== '' && !pages.get(address)?.includes(` id="${id}"`))
        .map(({ address, id }) => `${from} leads to ${address}#${id}`),
    );
    assert.deepEqual(lost, []);
    assert.ok(pages.has('/docs/changes') && pages.has('/docs/pictures/house.svg'));
    // Nothing leads into the source tree, which a shop does not have.
    const odd = [...pages].filter(([, text]) => /href="[^"]*\.(?:md|ts)[#"]/.test(text));
    assert.deepEqual(
      odd.map(([address]) => address),
      [],
    );
  });

  test('every document is in the navigation, under a title, and has an address of its own', () => {
    const library = openLibrary('');
    const sections = library.navigation();
    const there = sections.flatMap(({ pages }) => pages.map(({ address }) => address));
    const decisions = /^\/docs\/decisions\/./;
    const missing = documents
      .map((path) => addressOf(path) ?? path)
      .filter((address) => !there.includes(address) && !decisions.test(address));
    assert.deepEqual(missing, [], 'docs/README.md has a row for each page');
    assert.equal(new Set(there).size, there.length, 'each once');
    assert.ok(sections.every(({ pages }) => pages.every(({ title }) => title !== '')));
    const taken = documents.filter((path) =>
      OTHER_PAGES.includes(path.replace(/^docs.|\.md$/g, '')),
    );
    assert.deepEqual(taken, []);
  });

  test('200: a page shows where it is, what is on it, and its neighbours', async () => {
    const { text, headers } = await show('/docs/guides/nextjs');
    assert.match(text, /<a href="\/docs\/guides\/nextjs" aria-current="page">/);
    assert.match(text, /<p class="crumbs"><a href="\/docs">Docs<\/a> › Build on it/);
    assert.match(text, /aria-labelledby="on-this-page"/);
    assert.match(text, /<a class="previous" href="\/docs\/sdk">/);
    assert.match(
      String(headers['content-security-policy']),
      /default-src 'none'; script-src 'self'/,
    );
    assert.doesNotMatch(String(headers['content-security-policy']), /connect-src/);
    assert.match(String(headers['cache-control']), /max-age=300/);
    assert.equal((await show('/docs/guides/nextjs/')).status, 200);
  });

  test('200: what an older link to /docs led to has its name there, and leads on', async () => {
    const { text } = await show('/docs');
    for (const id of ['authentication', 'create-product', 'events', 'license-events']) {
      assert.ok(text.includes(`<li id="${id}">`), id);
    }
    assert.match(text, /<li id="subscription\.canceled"><a href="\/docs\/reference#subscr/);
  });

  test('404: what is not there is a page of the documentation, and nothing else can be read', async () => {
    for (const path of [
      '/docs/nothing',
      '/docs/operations/no-such-thing',
      '/docs/README',
      '/docs/../package.json',
      '/docs/%2e%2e/package.json',
      '/docs/pictures/',
      '/docs/guides',
    ]) {
      const { status, text } = await show(path);
      assert.equal(status, 404, path);
      assert.doesNotMatch(text, /"dependencies"/);
    }
    assert.match((await show('/docs/nothing')).text, /<h1>Page not found<\/h1>/);
  });

  test('200: below a path, every address is below it', async () => {
    const below = await startShop({ base_url: 'https://localhost/shop' });
    for (const path of ['/docs', '/docs/mail', '/docs/operations/create-product', '/docs?q=tax']) {
      const { text } = await below.send({ method: 'GET', path });
      const named = [...text.matchAll(/(?:href|src|action|data-address)="(\/[^"]*)"/g)];
      assert.ok(named.length > 20, path);
      for (const [, at = ''] of named) assert.match(at, /^\/shop\//, path);
    }
  });
});
