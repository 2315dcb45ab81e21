import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openStore } from '../harness/cast.ts';
import { startDemoShop } from '../harness/demo-shop.ts';
import { IN_CAMPAIGN } from '../harness/seed.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { type Look, openPage } from '../harness/visits/browser.ts';
import { signedIn } from '../harness/visits/dashboard.ts';
import { type Stop, tour } from '../harness/visits/dashboard-tour.ts';
import { largeTextProblems } from '../harness/visits/layout.ts';

const SCRIPT_BYTES_MAX = 10_000;

const { shop, store_id } = await startDemoShop(20);
const owner = await signedIn(shop, { store_id });
// The preview of a mail is shown in a frame that runs no scripts: axe would wait there for ever.
const stops = (await tour(owner)).filter(({ path }) => !path.includes('/preview.html'));

/** What two addresses of one page have in common: filters and letters change what is in it. */
const pageAt = (path: string): string =>
  path.replace(/\?.*/, '').replace(/^\/mail\/[a-z_]+$/, '/mail/LETTER');
/** One of each page; in a campaign also with other filters, and every letter. */
const examined = IN_CAMPAIGN ? stops : [...new Map(stops.map(byPage)).values()];

function byPage(stop: Stop): [string, Stop] {
  return [pageAt(stop.path), stop];
}

async function openSignedIn(look: Look) {
  const { page, complaints } = await openPage(look);
  const [name = '', value = ''] = owner.cookie.split('=');
  const url = shop.app.base_url;
  await page.context().addCookies([{ name, value, url, httpOnly: true, secure: true }]);
  return { page, complaints, open: (path: string) => page.goto(url + owner.home + path) };
}

const overflowOf = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Of each table that is not in sight as a whole: by how many pixels. */
const CUTS = `[...document.querySelectorAll('.scroll')]
  .map((one) => one.scrollWidth - one.clientWidth).filter((cut) => cut > 0)`;

/** Of each key figure: its text, and on how many lines it is. */
const LINES_OF_FIGURES = `[...document.querySelectorAll('.figure')].map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return [one.textContent, range.getClientRects().length];
})`;

test('every page of the dashboard is accessible, loads nothing from elsewhere and runs little', async () => {
  const { page, complaints, open } = await openSignedIn({ width: 1280, color_scheme: 'light' });
  const scripts = new Map<string, number>();
  page.on('response', (answer) => {
    assert.ok(answer.url().startsWith(shop.app.base_url), `${answer.url()} is elsewhere`);
    if (answer.url().endsWith('.js')) scripts.set(answer.url(), 0);
  });
  const problems: string[] = [];
  for (const { path } of examined) {
    await open(path);
    for (const one of await axeProblems(page)) problems.push(`${path}: ${one}`);
    if ((await overflowOf(page)) !== 0) problems.push(`${path}: wider than the screen`);
    const cuts: number[] = await page.evaluate(CUTS);
    for (const cut of cuts) problems.push(`${path}: ${cut} pixels of a table are out of sight`);
  }
  assert.deepEqual(problems, []);
  assert.deepEqual(complaints, []);
  let bytes = 0;
  for (const url of scripts.keys()) {
    bytes += (await shop.send({ method: 'GET', path: new URL(url).pathname })).bytes.length;
  }
  assert.ok(bytes < SCRIPT_BYTES_MAX, `${bytes} bytes of scripts`);
});

test('every page fits a phone, in the dark, without JavaScript and with large letters, and the menu leads to all', async () => {
  const look = { width: 390, height: 844, color_scheme: 'dark', javascript: false } as const;
  const { page, complaints, open } = await openSignedIn(look);
  const wide: string[] = [];
  for (const { path } of stops) {
    await open(path);
    if ((await overflowOf(page)) !== 0) wide.push(path);
    for (const one of await largeTextProblems(page)) wide.push(`${path}, large letters: ${one}`);
  }
  assert.deepEqual(wide, []);
  await open('');
  await page.getByRole('link', { name: 'Menu', exact: true }).click();
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  assert.equal(await page.locator('h1').textContent(), 'Customers');
  assert.deepEqual(complaints, []);
});

test('a key figure of the overview is on one line, however large the amount and small the screen', async () => {
  const store = await openStore(shop);
  await store.buy(await store.product({ price: 98_654_321.03 }));
  await store.subscribe(await store.plan({ price: 123_456.74 }));
  const { cookie, home } = await signedIn(shop, { store_id: store.store_id });
  const [name = '', value = ''] = cookie.split('=');
  const url = shop.app.base_url;
  const broken: string[] = [];
  for (const width of [320, 360, 390, 768, 1280]) {
    const { page } = await openPage({ width, color_scheme: 'light' });
    await page.context().addCookies([{ name, value, url, httpOnly: true, secure: true }]);
    await page.goto(url + home);
    const figures: [string, number][] = await page.evaluate(LINES_OF_FIGURES);
    assert.equal(figures.length, 4);
    assert.equal(figures[1]?.[0], '€98,777,777.77');
    for (const [text, lines] of figures) if (lines !== 1) broken.push(`${width}: ${text}`);
    await page.context().close();
  }
  assert.deepEqual(broken, []);
});

test('with the keyboard alone: the first step leads past the menu', async () => {
  const { page, open } = await openSignedIn({ width: 1280 });
  await open('/customers');
  await page.keyboard.press('Tab');
  assert.equal(await page.locator(':focus').textContent(), 'Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.ok(await page.locator('main :focus').count());
});
