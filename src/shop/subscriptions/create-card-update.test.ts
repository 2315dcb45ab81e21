import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, type Shop, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /create-card-update';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

let attempts = 0;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const give = (url: string, card_number: string) => {
  const form = { attempt: `c${attempts++}`, card_number, card_expiry: '11/33', card_code: '123' };
  const body = new URLSearchParams(form).toString();
  return shop.send({ method: 'POST', path: new URL(url).pathname, headers: FORM }, body);
};

test('200: a page where the customer gives another card, which then pays', async () => {
  const store = await shop.openStore();
  await store.subscribe(await store.plan());
  const made = await store.must(OP, { customer_id: 'ada' });
  assert.match(made.url, /\/card\/cu_[0-9a-z]{28}$/);
  assert.deepEqual(
    [made.object, made.status, made.payment_method, made.completed_at],
    ['card_update', 'open', null, null],
  );
  const page = await shop.send({ method: 'GET', path: new URL(made.url).pathname });
  assert.match(page.text, /Update your card/);
  assert.equal((await give(made.url, '5555555555554444')).status, 303);
  const done = await shop.send({ method: 'GET', path: new URL(made.url).pathname });
  assert.match(done.text, /Mastercard •••• 4444/);
  await store.advance('P1M');
  const { data } = await store.must('GET /get-transactions', { type: 'renewal' });
  assert.equal(data[0].payment_method.last4, '4444');
  await shop.assertRight();
});

test('200: what is past due is charged at once, once, and the customer goes where the seller said', async () => {
  const store = await shop.openStore();
  const subscription_id = await store.inStatus('past_due');
  const customer_id = 'buyer-past_due';
  const return_url = 'https://shop.example.com/thanks';
  const { url } = await store.must(OP, { customer_id, return_url });
  const answers = await Promise.all([1, 2, 3].map(() => give(url, '4242424242424242')));
  assert.ok(answers.some(({ headers }) => headers.location === return_url));
  assert.equal((await store.get(subscription_id)).status, 'active');
  const paid = (await store.transactions(subscription_id)).filter(
    ({ type, status }: { type: string; status: string }) => type === 'renewal' && status === 'paid',
  );
  assert.equal(paid.length, 1);
  await shop.assertRight();
});

test('200: a card that is refused is not kept; after a day, or once used, the page takes none', async () => {
  const store = await shop.openStore();
  const subscription_id = await store.subscribe(await store.plan());
  const { url } = await store.must(OP, { customer_id: 'ada' });
  const refused = await give(url, '4000000000000002');
  assert.equal(refused.status, 400);
  assert.match(refused.text, /declined/);
  await store.advance('P2D');
  const late = await shop.send({ method: 'GET', path: new URL(url).pathname });
  assert.match(late.text, /no longer works/);
  await give(url, '5555555555554444');
  await store.advance('P1M');
  const [renewal] = await store.transactions(subscription_id);
  assert.equal(renewal.payment_method.last4, '4242');
});

test('404 customer_not_found: unknown, or of another store', async () => {
  const [store, other] = [await shop.openStore(), await shop.openStore()];
  await store.must('POST /create-customer', { customer_id: 'ada' });
  for (const customer_id of ['nobody', 'ada']) {
    assertRefused(await other.ask(OP, { customer_id }), 404, 'customer_not_found', []);
  }
});

test('400 gateway_missing: a live store without a provider keeps no cards', async () => {
  const { api_key: key } = await shop.makeStore('live');
  const answer = await shop.call(OP, { customer_id: 'ada' }, { key });
  assertRefused(answer, 400, 'gateway_missing', []);
});
