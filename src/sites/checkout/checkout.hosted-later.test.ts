import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buyer, charged, openHostedCounter } from '../../../test/harness/sales/hosted-counter.ts';
import { catalogue } from '../../../texts/en/catalogue.ts';
import { declineText } from '../shared/decline-text.ts';

// What does not end at once: debits that take days, trials, and what changes while the buyer is away.

const counter = await openHostedCounter({ currency: 'EUR', license: {} });
const { shop, store, stand_in, control, get, post, openSession, session } = counter;
const { goToStripe, back, pass, transactions } = counter;

const DAY = 24 * 60;
const PAYS_LATER = 'DE89370400440532013000';
const FAILS_LATER = 'DE62370400440532013001';

const balanceOf = async (customer_id: string) =>
  (await store.must('GET /get-customer', { customer_id })).balances;

test('a debit: processing for days, nothing is delivered, the page says so; then it is paid', async () => {
  const { id, path } = await openSession();
  await control.pay({ session: await goToStripe(path), iban: PAYS_LATER });
  assert.equal((await back(path)).headers.location, path);
  const waiting = await session(id);
  assert.deepEqual([waiting.status, waiting.license_keys], ['processing', []]);
  const { text, headers } = await get(path);
  assert.match(text, /Your payment is on its way[\s\S]*You do not have to do anything/);
  assert.equal(headers.refresh, '10');
  await pass(2 * DAY);
  assert.equal((await session(id)).status, 'processing', 'though its 24 hours are over');
  assert.equal((await get(path)).headers.refresh, undefined);
  for (let day = 0; day < 4; day++) await pass(DAY);
  const { status, license_keys } = await session(id);
  assert.deepEqual([status, license_keys.length], ['completed', 1]);
  assert.match((await get(path)).text, /Thank you[\s\S]*Paid with SEPA debit •••• 3000/);
});

test('a debit that fails days later: expired, with the reason; coupon and credit are back', async () => {
  const code = await store.coupon('FAILS', { max_redemptions: 1 });
  const customer_id = 'debtor';
  const { id, path } = await openSession({ customer_id, coupon_code: code });
  const gift = { customer_id, currency: 'EUR', amount: 3, reason: 'sorry' };
  await store.must('POST /adjust-customer-balance', gift);
  await control.pay({ session: await goToStripe(path), iban: FAILS_LATER });
  await back(path);
  assert.deepEqual(await balanceOf(customer_id), {}, 'the credit is in use');
  for (let day = 0; day < 6; day++) await pass(DAY);
  const { status, last_payment_error, license_keys } = await session(id);
  assert.deepEqual([status, license_keys], ['expired', []]);
  assert.ok(last_payment_error.message);
  const { text } = await get(path);
  assert.match(text, /This checkout has expired/);
  assert.ok(text.includes(declineText(catalogue, last_payment_error.code).text), text);
  assert.deepEqual(await balanceOf(customer_id), { EUR: 3 });
  assert.equal((await store.must('GET /get-discount-code', { code })).redemptions, 0);
});

test('a debit that fails while the session has time: it is open again, and can be paid', async () => {
  const { id, path } = await openSession();
  const page = await goToStripe(path);
  await control.pay({ session: page, iban: PAYS_LATER });
  await back(path);
  const { payment_intent } = (await control.object({ id: page })) as { payment_intent: string };
  await control.settle({ payment_intent, ends: 'failed' });
  await pass(60);
  assert.equal((await session(id)).status, 'open');
  await control.pay({ session: await goToStripe(path) });
  await back(path);
  assert.equal((await session(id)).status, 'completed');
});

test('a trial: the card is saved at Stripe, nothing is charged, and then the trial begins', async () => {
  const before = await charged(stand_in, 'eur');
  const product_id = await store.plan({ trial_days: 14 });
  const { id, path } = await openSession({ product_id });
  assert.match((await get(path)).text, /you choose how to pay later\. You pay nothing today/);
  const page = await goToStripe(path);
  const { mode } = (await control.object({ id: page })) as { mode: string };
  assert.equal(mode, 'setup');
  assert.deepEqual(
    [(await session(id)).status, (await session(id)).subscription_id],
    ['processing', null],
  );
  await back(path);
  assert.match((await get(path)).text, /One step left[\s\S]*how you want to pay later/);
  await control.pay({ session: page });
  await back(path);
  const { status, subscription_id } = await session(id);
  assert.equal(status, 'completed');
  assert.equal((await store.get(subscription_id)).status, 'trialing');
  assert.match((await get(path)).text, /Your free trial has started/);
  assert.equal(await charged(stand_in, 'eur'), before);
});

test('a coupon of 100 % for the first payment of a plan: the card is saved too', async () => {
  const coupon_code = await store.coupon('FIRST', { discount_percentage: 100 });
  const { id, path } = await openSession({ product_id: await store.plan(), coupon_code });
  await control.pay({ session: await goToStripe(path) });
  await back(path);
  const { status, subscription_id, total } = await session(id);
  assert.deepEqual([status, total], ['completed', 0]);
  assert.equal((await store.get(subscription_id)).status, 'active');
});

test('what is free now and later needs nobody: completed at once, Stripe is not asked', async () => {
  const product_id = await store.product({ price: 0 });
  const coupon_code = await store.coupon('ALL', { discount_percentage: 100 });
  await control.forgetCalls();
  for (const more of [{ product_id }, { coupon_code }]) {
    const { id, path } = await openSession(more);
    assert.doesNotMatch((await get(path)).text, /at Stripe/);
    assert.equal((await post(`${path}/pay`, buyer())).headers.location, path);
    assert.equal((await session(id)).status, 'completed');
  }
  const started = (await control.calls()).filter(({ call }) => call.startsWith('POST '));
  assert.deepEqual(started, []);
});

test('two trials of one customer at Stripe at once: one begins, the other shows the full price', async () => {
  const product_id = await store.plan({ trial_days: 14 });
  const both = [];
  for (let at = 0; at < 2; at++) both.push(await openSession({ product_id, customer_id: 'twice' }));
  for (const { path } of both) await control.pay({ session: await goToStripe(path) });
  await Promise.all(both.map(({ path }) => back(path)));
  const after = await Promise.all(both.map(({ id }) => session(id)));
  const [begun] = after.filter(({ status }) => status === 'completed');
  const [other] = after.filter(({ status }) => status === 'open');
  assert.ok(begun && other, JSON.stringify(after));
  assert.deepEqual([other.last_payment_error.code, other.total], ['trial_used', 20]);
  const path = `/checkout/${other.checkout_session_id}`;
  assert.match(
    (await get(path)).text,
    /already used the free trial of this plan[\s\S]*Continue to payment/,
  );
  await control.pay({ session: await goToStripe(path) });
  await back(path);
  assert.equal((await session(other.checkout_session_id)).status, 'completed');
});

test('the last redemption is kept for the buyer who is at Stripe, until they give up', async () => {
  const coupon_code = await store.coupon('LAST', { max_redemptions: 1 });
  const [first, second] = [await openSession({ coupon_code }), await openSession({ coupon_code })];
  await goToStripe(first.path);
  const refused = await post(`${second.path}/pay`, buyer());
  assert.match(refused.text, /This code can no longer be used/);
  await post(`${first.path}/give-up`, {});
  await control.pay({ session: await goToStripe(second.path) });
  await back(second.path);
  assert.equal((await session(second.id)).status, 'completed');
});

test('credit that is spent elsewhere while the buyer is at Stripe was never used twice', async () => {
  const customer_id = 'spender';
  const [first, second] = [await openSession({ customer_id }), await openSession({ customer_id })];
  const gift = { customer_id, currency: 'EUR', amount: 5, reason: 'sorry' };
  await store.must('POST /adjust-customer-balance', gift);
  const page = await goToStripe(first.path);
  assert.equal((await session(second.id)).amount_due, 20, 'the credit is in use');
  await control.pay({ session: await goToStripe(second.path) });
  await control.pay({ session: page });
  await Promise.all([back(first.path), back(second.path)]);
  const paid = [await transactions(first.id), await transactions(second.id)].flat();
  assert.deepEqual(
    paid.map(({ status, total }: { status: string; total: number }) => [status, total]),
    [
      ['paid', 15],
      ['paid', 20],
    ],
  );
});

test('what a customer owes is collected once, also when they pay in two windows', async () => {
  const customer_id = 'ower';
  const both = [await openSession({ customer_id }), await openSession({ customer_id })];
  const debt = { customer_id, currency: 'EUR', amount: -4, reason: 'owed' };
  await store.must('POST /adjust-customer-balance', debt);
  for (const { path } of both) await control.pay({ session: await goToStripe(path) });
  for (const { path } of both) await back(path);
  const due = await Promise.all(both.map(async ({ id }) => (await session(id)).amount_due));
  assert.deepEqual(due, [24, 20]);
  assert.deepEqual(await balanceOf(customer_id), {});
});

test('all records agree with each other', () => shop.assertRight());
