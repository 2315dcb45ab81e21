import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  CARD_TO_CONFIRM,
  DECLINED_CARD,
  GOOD_CARD,
  openCounter,
} from '../../../test/harness/sales/buying.ts';
import { type Shop, startShop } from '../../../test/harness/shop.ts';

let shop: Shop;
let counter: Awaited<ReturnType<typeof openCounter>>;
before(async () => {
  shop = await startShop();
  counter = await openCounter(shop);
});

const STRANGER = { email: 'stranger@example.com', name: 'A stranger', country: 'FR' };

async function sessionOfGrace() {
  const opened = await counter.openSession();
  const { customer_id } = opened;
  const grace = { email: 'grace@example.com', name: 'Grace', country: 'US' };
  await shop.call('POST /update-customer', { customer_id, ...grace });
  return { ...opened, grace, known: await counter.customer(customer_id) };
}

test('a declined payment leaves the customer as they were, and tells nobody otherwise', async () => {
  const { path, customer_id, known } = await sessionOfGrace();
  const events = (await shop.events()).length;
  await counter.post(`${path}/pay`, counter.filled(DECLINED_CARD, STRANGER));
  assert.deepEqual(await counter.customer(customer_id), known);
  const told = (await shop.events()).slice(events).map(({ type }) => type);
  assert.deepEqual(told, ['transaction.declined']);
});

test('after a decline the page still shows what the buyer typed', async () => {
  const { path } = await sessionOfGrace();
  await counter.post(`${path}/pay`, counter.filled(DECLINED_CARD, STRANGER));
  const { text } = await counter.get(path);
  assert.match(text, /value="stranger@example\.com"/);
  assert.match(text, /value="A stranger"/);
  assert.match(text, /value="FR" selected/);
});

test('a paid one keeps what was typed with the payment, once, before the sale is told', async () => {
  const { path, customer_id } = await sessionOfGrace();
  await counter.post(`${path}/pay`, counter.filled(DECLINED_CARD, STRANGER));
  const events = (await shop.events()).length;
  const typed = { email: 'ada@example.com', name: 'Ada', country: 'GB' };
  await counter.post(`${path}/pay`, counter.filled(GOOD_CARD, typed));
  const { email, name, country } = await counter.customer(customer_id);
  // The address that is known stays: it is what lets the customer into the portal.
  assert.deepEqual({ email, name, country }, { ...typed, email: 'grace@example.com' });
  const told = (await shop.events()).slice(events).map(({ type }) => type);
  assert.deepEqual(told, ['customer.updated', 'transaction.paid', 'checkout.completed']);
});

test('a payment that waits for the bank changes the customer when it is confirmed, not before', async () => {
  const { path, customer_id, known } = await sessionOfGrace();
  const pay = () => counter.post(`${path}/pay`, counter.filled(CARD_TO_CONFIRM, STRANGER));
  const refused = await pay();
  const answer = (location: unknown, word: string) =>
    counter.post(new URL(String(location)).pathname, { answer: word });
  await answer(refused.headers.location, 'refuse');
  await counter.get(`${path}/return`);
  assert.deepEqual(await counter.customer(customer_id), known);
  const confirmed = await pay();
  assert.deepEqual(await counter.customer(customer_id), known);
  await answer(confirmed.headers.location, 'confirm');
  await counter.get(`${path}/return`);
  assert.equal((await counter.customer(customer_id)).name, STRANGER.name);
});

test('a payment by the API takes nothing from a declined one on the page', async () => {
  const { id, path, customer_id, known } = await sessionOfGrace();
  await counter.post(`${path}/pay`, counter.filled(DECLINED_CARD, STRANGER));
  const payment_method = { number: GOOD_CARD, exp_month: 12, exp_year: 2034, cvc: '123' };
  const paid = { checkout_session_id: id, payment_method };
  assert.equal((await shop.call('POST /complete-checkout', paid)).status, 200);
  assert.deepEqual(await counter.customer(customer_id), known);
});

test('what costs nothing today keeps what was typed, unless the card is refused', async () => {
  const trial = await openCounter(shop, { billing_type: 'recurring', trial_days: 14 });
  const { path, customer_id } = await trial.openSession();
  await trial.post(`${path}/pay`, trial.filled(DECLINED_CARD, STRANGER));
  assert.equal((await trial.customer(customer_id)).email, null);
  await trial.post(`${path}/pay`, trial.filled());
  assert.equal((await trial.customer(customer_id)).email, 'ada@example.com');
});

test('the language of the browser becomes that of the customer, unless that is known', async () => {
  const inLanguage = async (customer_id: string, path: string, language: string) => {
    await counter.post(`${path}/pay`, counter.filled(), { 'accept-language': language });
    return (await counter.customer(customer_id)).language;
  };
  const new_one = await counter.openSession();
  const wanted = 'ko, pt-BR;q=0.8, en;q=0.5';
  assert.equal(await inLanguage(new_one.customer_id, new_one.path, wanted), 'pt');
  const { customer_id } = new_one;
  const again = await counter.openSession({ customer_id });
  assert.equal(await inLanguage(customer_id, again.path, 'de'), 'pt');
  const foreign = await counter.openSession();
  assert.equal(await inLanguage(foreign.customer_id, foreign.path, 'ko'), null);
});
