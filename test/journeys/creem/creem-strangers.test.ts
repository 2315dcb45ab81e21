import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../harness/cast.ts';
import { startShop } from '../../harness/shop.ts';

// Somebody who types an e-mail address into the form of a shop that speaks Creem's API. Nobody knows
// whether it is theirs.

const shop = await startShop();
const store = await shop.openStore();
const { must } = store;

async function speak(what: string, input?: object) {
  const [method = '', path = ''] = what.split(' ');
  const headers = { 'x-api-key': store.key, 'content-type': 'application/json' };
  const options = { method, path: `/creem/v1${path}`, headers };
  const { status, body, text } = await shop.send(options, input && JSON.stringify(input));
  assert.equal(status, 200, text);
  return body;
}

async function buyAs(email: string, product_id: string) {
  const { id } = await speak('POST /checkouts', { product_id, customer: { email } });
  const paid = { checkout_session_id: id, payment_method: cards.pays };
  return must('POST /complete-checkout', paid);
}

/** Typed at the payment page by somebody of whom the seller knew no address. */
async function typed(customer_id: string, email: string): Promise<void> {
  const { checkout_session_id } = await store.create({ product_id: await sold, customer_id });
  const billing = { email, address: { country: 'GB' } };
  const payment_method = cards.pays;
  await must('POST /complete-checkout', { checkout_session_id, payment_method, billing });
  assert.equal((await must('GET /get-customer', { customer_id })).email, email);
}

const sold = store.product();

test('a session for the address of a customer spends no credit of theirs, and shows and changes nothing', async () => {
  const ada = { customer_id: 'ada', email: 'ada@example.com', name: 'Ada Lovelace', country: 'GB' };
  await must('POST /create-customer', ada);
  const address = { line1: '12 St James’s Square', city: 'London', country: 'GB' };
  await must('POST /create-customer-billing', { customer_id: 'ada', company: 'Engines', address });
  const credit = { customer_id: 'ada', amount: 500, currency: 'EUR', reason: 'sorry' };
  await must('POST /adjust-customer-balance', credit);
  const before = await must('GET /get-customer', { customer_id: 'ada' });

  const product_id = await sold;
  const customer = { email: 'ada@example.com', name: 'Mallory' };
  const session = await speak('POST /checkouts', { product_id, customer });
  assert.equal(session.customer, undefined);
  const page = await shop.send({ path: new URL(session.checkout_url).pathname });
  assert.doesNotMatch(page.text, /Lovelace|Engines|St James/);
  const payment_method = cards.pays;
  const billing = { name: 'Mallory', address: { city: 'Reno', country: 'US' } };
  const sent = { checkout_session_id: session.id, payment_method, billing };
  const paid = await must('POST /complete-checkout', sent);
  assert.deepEqual([paid.total, paid.customer_id], [20, 'ada']);
  assert.deepEqual(await must('GET /get-customer', { customer_id: 'ada' }), before);
  const named = await speak('POST /checkouts', { product_id, customer: { id: 'ada' } });
  assert.equal(named.customer.id, 'ada');
});

test('whoever types an address gets nothing that others buy with it, and is not found by it', async () => {
  const email = 'grace@example.com';
  await typed('mallory', email);
  const made = await speak('POST /customers', { email, name: 'Grace' });
  assert.notEqual(made.id, 'mallory');
  await typed('mallory 2', email);
  assert.equal((await speak('POST /customers', { email, name: 'Grace' })).id, made.id);
  assert.equal((await speak(`GET /customers?email=${email}`)).id, made.id);
  assert.equal((await must('GET /get-customer', { email })).customer_id, made.id);
  assert.equal((await buyAs(email, await sold)).customer_id, made.id);

  const other = 'joan@example.com';
  await typed('mallory 3', other);
  assert.notEqual((await buyAs(other, await sold)).customer_id, 'mallory 3');
});
