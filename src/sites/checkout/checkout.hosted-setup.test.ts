import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHostedCounter } from '../../../test/harness/sales/hosted-counter.ts';

// A page of Stripe's on which nothing is paid yet: a card is saved for a trial.

const counter = await openHostedCounter({ currency: 'EUR' });
const { store, control, get, pass, openSession, session, goToStripe, back, transactions } = counter;
const DAY_MINUTES = 24 * 60;

const startTrial = async () => {
  const product_id = await store.plan({ trial_days: 14, currency: 'USD' });
  const { id, path } = await openSession({ product_id });
  return { id, path, page: await goToStripe(path) };
};

test('a trial begins though Stripe does not say in which currency nothing was paid', async () => {
  await control.changeAccount({ keeps_setup_currency: true });
  const { id, path, page } = await startTrial();
  await control.pay({ session: page });
  const { currency } = (await control.object({ id: page })) as { currency: string | null };
  assert.equal(currency, null);
  await back(path);
  const { status, subscription_id } = await session(id);
  assert.equal(status, 'completed');
  assert.equal((await store.get(subscription_id)).status, 'trialing');
  assert.match((await get(path)).text, /Your free trial has started/);
  const [row] = await transactions(id);
  assert.deepEqual([row.status, row.needs_review, row.currency], ['paid', false, 'USD']);
  await control.changeAccount({ keeps_setup_currency: false });
});

const US_ACCOUNT = '000123456789';
const intentOf = async (page: string): Promise<string> =>
  ((await control.object({ id: page })) as { setup_intent: string }).setup_intent;

/** A trial that waits for the bank account with which the buyer wants to pay later. */
async function trialByAccount() {
  const trial = await startTrial();
  await control.pay({ session: trial.page, us_account: US_ACCOUNT });
  await back(trial.path);
  assert.equal((await session(trial.id)).status, 'processing');
  return { ...trial, intent: await intentOf(trial.page) };
}

test('a bank account that has to be confirmed: the trial waits, and begins days later by the message', async () => {
  const { id, path, intent } = await trialByAccount();
  assert.match(
    (await get(path)).text,
    /Your bank account is being confirmed[\s\S]*Stripe sends you an e-mail/,
  );
  await pass(3 * DAY_MINUTES);
  assert.equal((await session(id)).status, 'processing', 'it is not given up');
  await control.verifyDeposits({ intent, ends: 'succeeded' });
  await control.release();
  await control.quiet();
  await control.webhooks({ held: true });
  const { status, subscription_id } = await session(id);
  assert.equal(status, 'completed');
  const { status: now, customer_id } = await store.get(subscription_id);
  assert.equal(now, 'trialing');
  const { card } = await store.must('GET /get-payment-method', { customer_id });
  assert.deepEqual([card.brand, card.last4], ['us_bank_account', '6789']);
});

test('without a message the job asks within hours, and charges the account when the trial ends', async () => {
  const { id, intent } = await trialByAccount();
  await pass(2 * DAY_MINUTES);
  await control.verifyDeposits({ intent, ends: 'succeeded' });
  await pass(7 * 60);
  const { status, subscription_id } = await session(id);
  assert.equal(status, 'completed');
  await pass(15 * DAY_MINUTES);
  await pass(8 * DAY_MINUTES);
  assert.equal((await store.get(subscription_id)).status, 'active');
});

test('an account that nobody confirms in time: no trial, and the buyer can choose another way', async () => {
  const { id, path, intent } = await trialByAccount();
  await control.verifyDeposits({ intent, ends: 'failed' });
  await pass(7 * 60);
  const { status, last_payment_error } = await session(id);
  assert.deepEqual([status, last_payment_error.code], ['open', 'bank_account_unusable']);
  await control.pay({ session: await goToStripe(path) });
  await back(path);
  assert.equal((await session(id)).status, 'completed');
});
