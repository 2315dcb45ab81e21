import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

// Buyers whom the seller has not named: all that is known of them is an e-mail address that they
// have typed, which may be somebody else's.

const shop = await startShop();
const store = await shop.openStore();
const { must, ask } = store;
const product_id = await store.product();

let people = 0;
const newAddress = () => `guest${people++}@example.com`;

const open = (customer_email: string, more: object = {}) =>
  must('POST /create-checkout', { product_id, quantity: 1, customer_email, ...more });
const pay = ({ checkout_session_id }: { checkout_session_id: string }, more: object = {}) =>
  ask('POST /complete-checkout', { checkout_session_id, payment_method: cards.pays, ...more });
const paid = async (customer_email: string, more: object = {}, payment: object = {}) => {
  const { status, body, text } = await pay(await open(customer_email, more), payment);
  assert.equal(status, 200, text);
  return body;
};
const customersWith = async (email: string) => (await must('GET /list-customers', { email })).data;

/** Ada is known: with an address, a company, credit and a card that pays for a plan of hers. */
async function knownCustomer() {
  const email = newAddress();
  const customer_id = `known ${email}`;
  await must('POST /create-customer', { customer_id, email, name: 'Ada Lovelace', country: 'GB' });
  const address = { line1: '12 St James’s Square', city: 'London', country: 'GB' };
  const billing = { customer_id, company: 'Analytical Engines', phone: '+44 1', address };
  await must('POST /create-customer-billing', billing);
  const plan_id = await store.plan();
  const subscription_id = await store.subscribe(plan_id, { customer_id });
  const credit = { customer_id, amount: 500, currency: 'EUR', reason: 'sorry' };
  await must('POST /adjust-customer-balance', credit);
  const record = () => must('GET /get-customer', { customer_id });
  return { customer_id, email, subscription_id, record };
}

const MALLORY = { name: 'Mallory', address: { city: 'Reno', country: 'US' } };

test('200: an address that nobody has: the customer is made when it is paid, not before', async () => {
  const email = newAddress();
  const session = await open(email, { customer_name: 'Grace' });
  assert.equal(session.customer_id, null);
  assert.deepEqual(await customersWith(email), []);
  const { body } = await pay(session, { billing: { address: { country: 'US' } } });
  const [customer, ...more] = await customersWith(email);
  assert.deepEqual(more, []);
  assert.equal(body.customer_id, customer.customer_id);
  assert.deepEqual([customer.email, customer.name, customer.country], [email, 'Grace', 'US']);
  const again = await paid(email.toUpperCase());
  assert.equal(again.customer_id, customer.customer_id);
});

test('200: what a new customer has said when they pay is told at once, in one event', async () => {
  const session = await open(newAddress());
  await store.toldTypes();
  const address = { line1: '1 Main Street', city: 'Berlin', country: 'DE' };
  const { body } = await pay(session, { billing: { name: 'Grace', company: 'Navy', address } });
  const told = await store.told();
  const of_customer = told.filter(({ type }) => type.startsWith('customer.'));
  const { customer_id } = body;
  assert.deepEqual(
    of_customer.map(({ type }) => type),
    ['customer.created', 'customer.updated'],
  );
  const customer = await must('GET /get-customer', { customer_id });
  assert.deepEqual(of_customer[1]?.data, customer);
  const { name, country, billing } = customer;
  assert.deepEqual([name, country, billing.company], ['Grace', 'DE', 'Navy']);
});

test('200: somebody who types the address of a customer sees, uses and changes nothing of theirs', async () => {
  const ada = await knownCustomer();
  const before = await ada.record();
  const session = await open(ada.email.toUpperCase());
  assert.deepEqual([session.customer_id, session.amount_due], [null, 20]);
  const { body } = await pay(session, { billing: MALLORY });
  assert.deepEqual([body.customer_id, body.balance_change], [ada.customer_id, 0]);
  assert.deepEqual(await ada.record(), before);
  const { transaction_id } = body;
  const [payment] = (await must('GET /get-transactions', { transaction_id })).data;
  assert.deepEqual([payment.customer_id, payment.total], [ada.customer_id, 20]);
  const { buyer } = (await must('GET /list-invoices', { transaction_id })).data[0];
  assert.equal(buyer.name, 'Mallory');
  assert.deepEqual([buyer.address.city, buyer.address.country], ['Reno', 'US']);
  const address = new URL(payment.invoice_url).pathname;
  const page = await shop.send({ method: 'GET', path: address });
  assert.match(page.text, /Mallory/);
  assert.doesNotMatch(page.text, /Lovelace|Analytical|James|London/);
});

test('200: a subscription for the address of a customer is renewed with neither their card nor their credit', async () => {
  const ada = await knownCustomer();
  const plan_id = await store.plan();
  const bought = await paid(ada.email, { product_id: plan_id }, { billing: MALLORY });
  assert.notEqual(bought.customer_id, ada.customer_id);
  assert.equal((await customersWith(ada.email)).length, 2);
  await store.changeCard(cards.declines_later.number, bought.customer_id);
  const before = await ada.record();
  await store.advance('P1M');
  assert.equal((await store.get(bought.subscription_id)).status, 'past_due');
  assert.equal((await store.get(ada.subscription_id)).status, 'active');
  // Only their own plan was paid from their credit.
  assert.equal((await ada.record()).balances.EUR, before.balances.EUR - 20);
});

test('200: whoever has typed the address of another does not get what that one buys, until the seller says that it is theirs', async () => {
  const email = newAddress();
  const customer_id = `mallory ${email}`;
  const { checkout_session_id } = await store.create({ product_id, customer_id });
  const payment = { checkout_session_id, payment_method: cards.pays, billing: { email } };
  await must('POST /complete-checkout', payment);
  const first = await paid(email);
  assert.notEqual(first.customer_id, customer_id);
  assert.equal((await paid(email)).customer_id, first.customer_id);
  const other = newAddress();
  await must('POST /update-customer', { customer_id, email: other });
  assert.equal((await paid(other)).customer_id, customer_id);
});

test('400 coupon_exhausted: the limit of a customer counts for everybody who types their address', async () => {
  const code = await store.coupon('ONCE-EACH', { max_redemptions_per_customer: 1 });
  const ada = await knownCustomer();
  await store.buy(product_id, { customer_id: ada.customer_id, coupon_code: code });
  const session = await open(ada.email, { coupon_code: code });
  assertRefused(await pay(session), 400, 'coupon_exhausted');
  const shouting = { billing: { email: ada.email.toUpperCase() } };
  assertRefused(await pay(session, shouting), 400, 'coupon_exhausted');
  const { checkout_session_id } = session;
  assert.deepEqual((await must('GET /get-transactions', { checkout_session_id })).data, []);
  const plan = await open(ada.email, { product_id: await store.plan(), coupon_code: code });
  assertRefused(await pay(plan), 400, 'coupon_exhausted');
  assert.equal((await pay(session, { billing: { email: newAddress() } })).status, 200);
});

test('400 coupon_exhausted: of 16 who type one new address at once, one has the coupon', async () => {
  const code = await store.coupon('FIRST', { max_redemptions_per_customer: 1 });
  const email = newAddress();
  const product = await store.plan();
  const wanted = (at: number) => ({ coupon_code: code, product_id: at % 2 ? product : product_id });
  const sessions = await Promise.all(
    Array.from({ length: 16 }, (_, at) => open(email, wanted(at))),
  );
  const answers = await Promise.all(sessions.map((one) => pay(one)));
  const codes = answers.map(({ status, body }) => body.error?.code ?? status).toSorted();
  assert.deepEqual(codes, [200, ...Array.from({ length: 15 }, () => 'coupon_exhausted')]);
  assert.equal((await must('GET /get-discount-code', { code })).redemptions, 1);
});

test('400 trial_used: an address has one trial of a plan, of 8 at once too', async () => {
  const plan_id = await store.plan({ trial_days: 14 });
  const email = newAddress();
  const sessions = await Promise.all(
    Array.from({ length: 8 }, () => open(email, { product_id: plan_id })),
  );
  const answers = await Promise.all(sessions.map((one) => pay(one)));
  const codes = answers.map(({ status, body }) => body.error?.code ?? status).toSorted();
  assert.deepEqual(codes, [200, ...Array.from({ length: 7 }, () => 'trial_used')]);
});

test('200: a declined payment binds nobody to an address; the next may be under another', async () => {
  const ada = await knownCustomer();
  const session = await open(ada.email);
  const declined = await pay(session, { payment_method: cards.declined });
  assertRefused(declined, 400, 'payment_declined');
  const { checkout_session_id } = session;
  const open_again = await must('GET /get-checkout', { checkout_session_id });
  assert.deepEqual([open_again.status, open_again.customer_id], ['open', null]);
  const email = newAddress();
  const { body } = await pay(session, { billing: { email, name: 'Grace' } });
  assert.equal(body.customer_id, (await customersWith(email))[0].customer_id);
});

test('200: a customer whom a declined payment has made gets the details of the one that is paid', async () => {
  const email = newAddress();
  const session = await open(email);
  await pay(session, { payment_method: cards.declined });
  await pay(session, { billing: { name: 'Grace', address: { country: 'US' } } });
  const [customer, ...more] = await customersWith(email);
  assert.deepEqual([customer.name, customer.country, more], ['Grace', 'US', []]);
});

test('200: a customer whom a declined payment has made, and who has bought since, is left alone by its next try', async () => {
  const email = newAddress();
  const session = await open(email, { product_id: await store.plan() });
  await pay(session, { payment_method: cards.declined, billing: MALLORY });
  const { customer_id } = await paid(email);
  const credit = { customer_id, amount: 500, currency: 'EUR', reason: 'sorry' };
  await must('POST /adjust-customer-balance', credit);
  const before = await must('GET /get-customer', { customer_id });
  const { body } = await pay(session, { billing: MALLORY });
  assert.notEqual(body.customer_id, customer_id);
  await store.advance('P2M');
  assert.deepEqual(await must('GET /get-customer', { customer_id }), before);
});

test('400 invalid_parameters: without an address nobody knows who pays', async () => {
  const input = { product_id, quantity: 1, customer_name: 'Grace' };
  const session = await must('POST /create-checkout', input);
  const before = await shop.everything();
  assertRefused(await pay(session), 400, 'invalid_parameters', ['billing.email']);
  assert.equal(await shop.everything(), before);
  assert.equal((await pay(session, { billing: { email: newAddress() } })).status, 200);
});

test('200: with customer_id, an address is kept with who has none, and never replaces one', async () => {
  const email = newAddress();
  const customer_id = `named ${email}`;
  const known = async () => {
    const found = await must('GET /get-customer', { customer_id });
    return [found.email, found.name];
  };
  assert.equal((await open(email, { customer_id })).customer_id, customer_id);
  assert.deepEqual(await known(), [email, null]);
  await open(newAddress(), { customer_id, customer_name: 'Grace' });
  assert.deepEqual(await known(), [email, 'Grace']);
});

test('all records agree with each other', () => shop.assertRight());
