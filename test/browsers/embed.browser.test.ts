import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { localCertificate } from '../../src/platform/machine/tls/local-certificate.ts';
import { startShop } from '../harness/shop.ts';
import { openPage, screenshot } from '../harness/visits/browser.ts';

// A payment link in a dialog on the seller's own page, by /kassa.js.

const shop = await startShop();
const store = await shop.openStore();
const { authority_path: _, ...tls } = localCertificate(shop.place.data_dir, Date.now());
const shop_url = `https://localhost:${shop.app.port}`;

/** The seller's page, as strict as a site can be about what it loads. */
const POLICY =
  `default-src 'none'; script-src ${shop_url}; frame-src ${shop_url}; ` +
  "style-src 'none'; img-src data:";
const answer: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', site_url);
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
  });
  const address = `${shop_url}/test/buy/${searchParams.get('link')}`;
  const link = `<a data-kassa href="${address}">Buy <b>now</b></a>`;
  response.end(`<!doctype html><html lang="de"><title>Site</title><link rel="icon" href="data:,">
    <script src="${shop_url}/kassa.js" defer></script>
    <h1>${pathname === '/thanks' ? 'Danke' : 'Shop'}</h1>${link}</html>`);
};
const site = createServer(tls, answer);
site.listen(0);
await once(site, 'listening');
after(() => site.close());
const site_url = `https://localhost:${(site.address() as AddressInfo).port}`;

await store.must('POST /update-store', { embed_domains: [site_url] });
const product_id = await store.product();
const link = (more: object = {}) =>
  store.must('POST /create-payment-link', {
    product_id,
    success_url: `${site_url}/thanks`,
    ...more,
  });

async function openDialog(more: object = {}, look: object = {}) {
  const { slug } = await link(more);
  const { page, complaints } = await openPage(look);
  await page.goto(`${site_url}/?link=${slug}`);
  await page.getByRole('link', { name: 'Buy now' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('E-mail').waitFor();
  return { page, frame, complaints, slug };
}

async function fill(frame: ReturnType<Page['frameLocator']>, card: string): Promise<void> {
  await frame.getByLabel('E-mail').fill('grace@example.com');
  await frame.getByLabel('Card number').fill(card);
  await frame.locator('#card_expiry').fill('12/34');
  await frame.locator('#card_code').fill('123');
  await frame.getByRole('button', { name: /^(Pay|Order)/ }).click();
}

test('the link opens in a dialog; after paying, the page goes to success_url', async () => {
  const { page, frame, complaints } = await openDialog({}, { width: 390, height: 664 });
  await screenshot(page, 'embed-390');
  assert.equal(await page.getByRole('dialog').getAttribute('aria-label'), 'Buy now');
  await fill(frame, '4242 4242 4242 4242');
  await page.waitForURL(/\/thanks\?checkout_session_id=cs_/);
  const [, checkout_session_id] = /checkout_session_id=(\w+)/.exec(page.url()) ?? [];
  const session = await store.must('GET /get-checkout', { checkout_session_id });
  assert.equal(session.status, 'completed');
  assert.deepEqual(complaints, []);
});

test('redirect: true does not lead on inside of the frame either: the whole page goes there', async () => {
  const { page, frame } = await openDialog({ redirect: true });
  await fill(frame, '4242 4242 4242 4242');
  await page.waitForURL(/\/thanks\?checkout_session_id=cs_/);
  assert.equal(await page.locator('iframe').count(), 0);
});

test('a page may listen and stay; a declined card stays in the dialog', async () => {
  const { page, frame } = await openDialog();
  await screenshot(page, 'embed-1280');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Runtime.evaluate', {
    expression: `document.addEventListener('kassa:completed', (event) => {
      event.preventDefault();
      document.title = event.detail.checkout_session_id;
      Kassa.close();
    })`,
  });
  await fill(frame, '4000 0000 0000 0002');
  await frame.locator('[role=alert]').first().waitFor();
  await fill(frame, '4242 4242 4242 4242');
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.match(await page.title(), /^cs_/);
  assert.match(page.url(), /\?link=/);
});

test('the dialog is closed by its button, by Escape and beside it; the page is as before', async () => {
  const { page } = await openDialog();
  const closed = () => page.locator('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Schließen' }).click();
  await closed();
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(20, 400)]) {
    await page.getByRole('link', { name: 'Buy now' }).click();
    await page.frameLocator('iframe').getByLabel('E-mail').waitFor();
    await page.getByRole('button', { name: 'Schließen' }).focus();
    await close();
    await closed();
  }
  assert.equal(await page.evaluate('document.documentElement.style.overflow'), '');
});

test('a page at http://localhost, where somebody is writing it, shows the checkout too', async () => {
  const draft = createPlainServer(answer).listen(0);
  await once(draft, 'listening');
  after(() => draft.close());
  const draft_url = `http://localhost:${(draft.address() as AddressInfo).port}`;
  await store.must('POST /update-store', { embed_domains: [site_url, draft_url] });
  const { slug } = await link();
  const { page, complaints } = await openPage();
  await page.goto(`${draft_url}/?link=${slug}`);
  await page.getByRole('link', { name: 'Buy now' }).click();
  const frame = page.frameLocator('iframe');
  await fill(frame, '4242 4242 4242 4242');
  await page.waitForURL(/\/thanks\?checkout_session_id=cs_/);
  assert.deepEqual(complaints, []);
  await store.must('POST /update-store', { embed_domains: [site_url] });
});

test('without JavaScript the link is a link', async () => {
  const { slug } = await link();
  const { page } = await openPage({ javascript: false });
  await page.goto(`${site_url}/?link=${slug}`);
  await page.getByRole('link', { name: 'Buy now' }).click();
  await page.waitForURL(`${shop_url}/test/buy/${slug}`);
  assert.match(await page.title(), /Editor/);
});

test('only the sites that the store names may frame a checkout, and nothing else of the shop', async () => {
  const { slug } = await link();
  const policyOf = async (path: string) => {
    const { headers } = await shop.send({ method: 'GET', path });
    return /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
  };
  assert.equal(await policyOf(`/test/buy/${slug}`), site_url);
  for (const path of ['/portal', '/test/buy/nothing-here']) {
    assert.equal(await policyOf(path), "'none'", path);
  }
  const other = await shop.openStore();
  const theirs = await other.must('POST /create-payment-link', {
    product_id: await other.product(),
  });
  assert.equal(await policyOf(`/test/buy/${theirs.slug}`), "'none'");
  const page = await shop.send({ method: 'GET', path: `/test/buy/${theirs.slug}` });
  assert.doesNotMatch(page.text, /framed\.js|embedded-by/);
});

test('the script is less than 5 kB, and the same for everybody', async () => {
  const { headers, bytes } = await shop.send({ method: 'GET', path: '/kassa.js' });
  assert.match(String(headers['content-type']), /^text\/javascript/);
  assert.ok(bytes.length < 5_000, `${bytes.length} bytes`);
});
