import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER, GOOD } from '../../harness/cast.ts';
import { startShop } from '../../harness/shop.ts';

// Somebody pays one period of what is past due, and nothing of those that fell due after it.

const DAY_MS = 86_400_000;
const shop = await startShop();

/** A plan of this interval with a license, in its first period, on a card that has no money later. */
async function openDaily(more: object = {}, settings: object = {}) {
  const store = await shop.openStore();
  await store.must('POST /update-store-settings', settings);
  const terms = { price: 1, billing_interval: 'day', ...more };
  const bought = await store.buy(await store.licensedPlan(undefined, terms));
  const { subscription_id } = bought;
  const [key = ''] = bought.license_keys;
  await store.changeCard(DECLINES_LATER);
  const record = () => store.get(subscription_id);
  const end = Date.parse((await record()).current_period_end);
  const toDay = (days: number) => store.moveTo(new Date(end + days * DAY_MS).toISOString());
  /** With a card on which there is no more money than for one period. */
  const payOne = async () => {
    await store.changeCard(GOOD);
    await store.changeCard(DECLINES_LATER);
  };
  const isValid = async () => (await store.validate(key)).valid;
  const daysOf = (instant: string) => (Date.parse(instant) - end) / DAY_MS;
  return { ...store, record, toDay, payOne, isValid, daysOf };
}

test('what is paid late gives no new days for what fell due meanwhile: they count from the day that it was due', async () => {
  const { record, toDay, payOne, isValid, daysOf } = await openDaily();
  await toDay(21);
  assert.equal((await record()).status, 'past_due');
  assert.equal(await isValid(), true);
  await payOne();
  await toDay(21.5);
  const { status, payment_retries, next_payment_at } = await record();
  // Due on day 1: the tries of day 4, 9 and 16 are over, that of day 23 is left.
  assert.deepEqual([status, payment_retries, daysOf(next_payment_at)], ['past_due', 3, 23]);
  assert.equal(await isValid(), true);
  await toDay(23);
  assert.deepEqual([(await record()).status, await isValid()], ['canceled', false]);
  await shop.assertRight();
});

test('the days of a license count from there too, and a card that was refused for good gets no longer', async () => {
  const weekly = { billing_interval: 'week' };
  const { record, toDay, payOne, isValid } = await openDaily(weekly, { past_due_license_days: 3 });
  await toDay(9);
  assert.deepEqual([(await record()).status, await isValid()], ['past_due', false]);
  await payOne();
  await toDay(9.5);
  assert.equal((await record()).status, 'past_due');
  assert.equal(await isValid(), true, 'the week that began on day 7 has three days');
  await toDay(10.5);
  assert.equal(await isValid(), false);
  await shop.assertRight();
});

test('whoever pays all that is due has all days anew', async () => {
  const { record, toDay, changeCard, daysOf } = await openDaily();
  await toDay(5);
  await changeCard(GOOD);
  await toDay(5.5);
  const { status, current_period_end } = await record();
  assert.deepEqual([status, daysOf(current_period_end)], ['active', 6]);
  await changeCard(DECLINES_LATER);
  await toDay(6.5);
  const late = await record();
  assert.deepEqual([late.payment_retries, daysOf(late.next_payment_at)], [0, 9]);
  await shop.assertRight();
});
