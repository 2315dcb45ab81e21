import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { localCertificate } from '../../src/platform/machine/tls/local-certificate.ts';
import { CARDS, openFieldsCounter, payIn } from '../harness/sales/fields-counter.ts';
import { openPage, screenshot } from '../harness/visits/browser.ts';
import { type Device, playStripe } from '../harness/visits/stripe-js.ts';

// The provider's fields in the dialog on the seller's own page: a frame in a frame.

const counter = await openFieldsCounter();
const { shop, store, stand_in, control, books, url: shop_url } = counter;
const { authority_path: _, ...tls } = localCertificate(shop.place.data_dir, Date.now());

const site = createServer(tls, (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', site_url);
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="data:,">
    <script src="${shop_url}/kassa.js" defer></script>
    <h1>${pathname === '/thanks' ? 'Thanks' : 'Shop'}</h1>
    <a data-kassa href="${shop_url}/test/buy/${searchParams.get('link')}">Buy</a></html>`);
});
site.listen(0);
await once(site, 'listening');
after(() => site.close());
const site_url = `https://localhost:${(site.address() as AddressInfo).port}`;
await store.must('POST /update-store', { embed_domains: [site_url] });

async function openDialog(device: Device = 'none') {
  const { product_id } = counter;
  const link = { product_id, success_url: `${site_url}/thanks` };
  const { slug } = await store.must('POST /create-payment-link', link);
  const opened = await openPage();
  await playStripe(opened, stand_in, device);
  const { page } = opened;
  await page.goto(`${site_url}/?link=${slug}`);
  await page.getByRole('link', { name: 'Buy' }).click();
  const frame = page.frameLocator('dialog iframe');
  await frame.getByLabel('E-mail').waitFor();
  return { ...opened, frame };
}

const ONCE = { minor: 2_000, orders: 1 };

test('declined and paid in the dialog: the site around it stays, and goes to success_url', async () => {
  const sold = await books();
  const { page, frame, complaints } = await openDialog();
  await payIn(frame, CARDS.is_declined);
  await frame.getByRole('alert').waitFor();
  await screenshot(page, 'pay-here-dialog');
  assert.match(page.url(), /\?link=/);
  await payIn(frame, CARDS.pays);
  await page.waitForURL(/\/thanks\?checkout_session_id=cs_/);
  assert.deepEqual(complaints, []);
  await sold(ONCE);
});

test('the bank asks in the dialog, and the site around it goes to success_url', async () => {
  const sold = await books();
  const { page, frame } = await openDialog();
  await payIn(frame, CARDS.confirms);
  const bank = frame.locator('iframe[title="3-D Secure"]').contentFrame();
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL(/\/thanks\?checkout_session_id=cs_/);
  await sold(ONCE);
});

test('a bank with a page of its own has the whole window, and comes back to the receipt', async () => {
  const sold = await books();
  const { page, frame } = await openDialog();
  await control.changeAccount({ asks_elsewhere: true });
  await payIn(frame, CARDS.confirms);
  await page.waitForURL(/\/3d-secure\/pi_/);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
  await control.changeAccount({ asks_elsewhere: false });
  await sold(ONCE);
});

test('without the fields the whole window goes to the provider', async () => {
  const { page, frame } = await openDialog('blocked');
  await frame.getByLabel('E-mail').fill('ada@example.com');
  await frame.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(`${stand_in.url}/c/pay/**`);
});
