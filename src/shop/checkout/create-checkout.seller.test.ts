import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CastStore } from '../../../test/harness/cast.ts';
import { connectStripe, startStripeShop } from '../../../test/harness/sales/stripe-shop.ts';
import { assertRefused } from '../../../test/harness/shop.ts';

// A live store whose invoices would not say who sells takes no purchases.

const { shop, stand_in } = await startStripeShop();

const SELLER = {
  legal_name: 'Lumen Ltd',
  address: { line1: '1 Main Street', city: 'Dover' },
  country: 'GB',
};
const MISSING = ['legal_name', 'address.line1', 'address.city', 'country'];

/** A live store that takes payments, and has never said who sells. */
async function openUnready(): Promise<CastStore> {
  const store = await shop.openStore(await shop.makeStore('live'));
  await shop.db.write(store, async (tx) =>
    tx.run("UPDATE stores SET tax_settings = '{}' WHERE store_id = :store_id"),
  );
  await connectStripe(store, stand_in, stand_in.keys.live);
  return store;
}

const session = (product_id: string) => ({ product_id, quantity: 1, customer_id: 'ada' });

test('400 store_not_ready: in a live store without a seller, with what is missing; nothing is stored', async () => {
  const store = await openUnready();
  const wanted = session(await store.product());
  const before = await shop.everything();
  const create = () => store.ask('POST /create-checkout', wanted, { 'idempotency-key': 'one' });
  assertRefused(await create(), 400, 'store_not_ready', MISSING);
  assert.equal(await shop.everything(), before);
  await store.must('POST /update-tax-settings', { ...SELLER, address: { line1: '1 Main Street' } });
  assertRefused(await create(), 400, 'store_not_ready', ['address.city']);
  await store.must('POST /update-tax-settings', SELLER);
  assert.equal((await create()).status, 200, 'the same request, and the same key');
});

test('what is registered is not asked for: a test store sells without a seller', async () => {
  const store = await shop.openStore();
  assert.equal((await store.create({ product_id: await store.product() })).status, 'open');
});

test('the page of a payment link says that the shop is not open yet, and makes no session', async () => {
  const store = await openUnready();
  const link = await store.must('POST /create-payment-link', {
    product_id: await store.product(),
  });
  const path = new URL(link.url).pathname;
  const before = await shop.everything();
  const page = await shop.send({ method: 'GET', path });
  assert.equal(page.status, 404);
  assert.match(page.text, /<h1>This shop is not open yet<\/h1>/);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = await shop.send(
    { method: 'POST', path: `${path}/pay`, headers },
    new URLSearchParams({ attempt: 'a'.repeat(16), email: 'ada@example.com' }).toString(),
  );
  assert.match(sent.text, /not open yet/);
  assert.equal(await shop.everything(), before);
  const german = await shop.send({ method: 'GET', path, headers: { 'accept-language': 'de' } });
  assert.match(german.text, /Dieser Shop ist noch nicht geöffnet/);
  await store.must('POST /update-tax-settings', SELLER);
  assert.equal((await shop.send({ method: 'GET', path })).status, 200);
});

test('a session of before is not paid either: its page says the same, and Stripe is not asked', async () => {
  const store = await shop.openStore(await shop.makeStore('live'));
  await connectStripe(store, stand_in, stand_in.keys.live);
  const { checkout_url } = await store.create({ product_id: await store.product() });
  await shop.db.write(store, async (tx) =>
    tx.run("UPDATE stores SET tax_settings = '{}' WHERE store_id = :store_id"),
  );
  const path = new URL(checkout_url).pathname;
  const before = await shop.everything();
  for (const [method, at] of [
    ['GET', path],
    ['POST', `${path}/pay`],
  ] as const) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = method === 'POST' ? 'attempt=aaaaaaaaaaaaaaaa&email=ada%40example.com' : undefined;
    const page = await shop.send({ method, path: at, headers }, form);
    assert.equal(page.status, 404);
    assert.match(page.text, /This shop is not open yet/);
  }
  assert.equal(await shop.everything(), before);
});
