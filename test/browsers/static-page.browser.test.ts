import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { localCertificate } from '../../src/platform/machine/tls/local-certificate.ts';
import { atEndOfFile } from '../harness/endings.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { openPage } from '../harness/visits/browser.ts';
import { blocks, follow, pageOf } from '../harness/visits/follow-page.ts';

// The guide for static pages, followed literally, and what a browser lets pages do with an API key.

const GUIDE = 'docs/guides/sell-from-a-static-page.md';
const shop = await ProcessShop.make();
await shop.start();

/** The pages of the guide, as they would be on a site of their own. */
const { authority_path: _, ...tls } = localCertificate(shop.place.data_dir, Date.now());
const [index = '', desk = ''] = [...pageOf(GUIDE).matchAll(/^```html\n([\s\S]*?)^```/gm)].map(
  ([, page = '']) => page.replaceAll('localhost:8443', `localhost:${shop.port}`),
);
const site = createServer(tls, (request, response) => {
  const [path = '/'] = (request.url ?? '/').split('?');
  const page = { '/': index, '/desk.html': desk }[path] ?? '<title>Thanks</title><h1>Thanks</h1>';
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(page);
});
site.listen(0);
await once(site, 'listening');
atEndOfFile(() => site.close());
const { port } = site.address() as AddressInfo;
const NAMED = `https://localhost:${port}`;
/** The same files, but another origin for a browser. */
const STRANGE = `https://127.0.0.1:${port}`;

let read_key = '';

test('docs/guides/sell-from-a-static-page.md works as it stands: a buyer pays, the seller sees it', async () => {
  const script = blocks(GUIDE, '# Selling from a static page');
  const out = await follow(shop, script.replaceAll('https://www.example.com', NAMED));
  assert.match(out, /\/test\/buy\/editor"/);
  assert.ok(out.includes(`"allowed_origins":["${NAMED}"]`), out);
  read_key = /kassa_test_[0-9a-z]+/.exec(out)?.[0] ?? '';

  const { page, complaints } = await openPage();
  await page.goto(NAMED);
  await page.getByRole('link', { name: 'Buy now' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('E-mail').fill('grace@example.com');
  await frame.getByLabel('Card number').fill('4242 4242 4242 4242');
  await frame.locator('#card_expiry').fill('12/34');
  await frame.locator('#card_code').fill('123');
  await frame.getByRole('button', { name: /^(Pay|Order)/ }).click();
  await page.waitForURL(/\/thanks\.html\?checkout_session_id=cs_/);

  await page.goto(`${NAMED}/desk.html`);
  await page.getByLabel('API key').fill(read_key);
  await page.getByRole('button', { name: 'Show sales' }).click();
  assert.equal(await page.locator('#sales li').first().textContent(), '49 EUR paid');
  assert.deepEqual(complaints, []);
  await shop.assertRight();
});

test('a page of a named site uses a key and reads the answer; from another nothing is sent or changed', async () => {
  const { product_id } = (
    await shop.call('/create-product', { name: 'A', description: '', price: 1, currency: 'EUR' })
  ).body;
  const statusOf = async () =>
    (await shop.get(`/get-product?product_id=${product_id}`)).body.status;
  const { page } = await openPage();
  /** What the page learns when it asks; `simple` sends no preflight. */
  const ask = (call: { path: string; method: string; simple?: boolean }) =>
    page.evaluate(
      async ({ path, method, simple, address, key, product_id }) => {
        const json = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
        const body = method === 'POST' ? JSON.stringify({ product_id }) : null;
        const headers: Record<string, string> = simple ? {} : json;
        try {
          const response = await fetch(`${address}${path}`, { method, body, headers });
          const answer = (await response.json()) as { status?: string; error?: { code: string } };
          return `${response.status} ${answer.status ?? answer.error?.code}`;
        } catch (error) {
          return String(error);
        }
      },
      { ...call, product_id, address: `https://localhost:${shop.port}`, key: shop.api_key },
    );
  const get = { path: `/get-product?product_id=${product_id}`, method: 'GET' };
  const archive = { path: '/archive-product', method: 'POST' };

  await page.goto(`${STRANGE}/desk.html`);
  for (const call of [get, archive, { ...archive, simple: true }]) {
    assert.match(await ask(call), /Failed to fetch/);
  }
  assert.equal(await statusOf(), 'active');

  await page.goto(`${NAMED}/desk.html`);
  assert.equal(await ask(get), '200 active');
  assert.equal(await ask({ ...archive, simple: true }), '401 api_key_missing');
  assert.equal(await ask(archive), '200 archived');
  assert.equal(await statusOf(), 'archived');
});
