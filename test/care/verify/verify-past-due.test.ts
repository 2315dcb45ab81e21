import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER, GOOD } from '../../harness/cast.ts';
import { assertFound, run } from '../../harness/planting.ts';
import { startShop } from '../../harness/shop.ts';

// What `kassa verify` says of what was changed while a payment was late: another interval begins
// with the change, so the period that is due begins later than the last one has ended.

const PERIODS = 'current periods follow from payments';
const shop = await startShop();

/** Two days past due with 100 a month, then changed to these intervals, a day apart. */
async function changedPastDue(intervals: string[], terms: object = {}) {
  const store = await shop.openStore();
  const subscription_id = await store.subscribe(await store.plan({ price: 100, ...terms }));
  await store.changeCard(DECLINES_LATER);
  await store.advance('P1M');
  await store.advance('P2D');
  assert.equal((await store.get(subscription_id)).status, 'past_due');
  for (const [n, billing_interval] of intervals.entries()) {
    const plan_id = await store.plan({ price: n === 0 ? 20 : 10, billing_interval });
    await store.update(subscription_id, { plan_id });
    await store.advance('P1D');
  }
  return { ...store, subscription_id };
}

for (const [what, intervals, terms] of [
  ['a shorter interval', ['week'], {}],
  ['a longer one', ['year'], {}],
  ['another one, twice', ['week', 'year'], {}],
  ['another one and back', ['week', 'month'], {}],
  ['another one after a trial that nobody paid', ['week'], { trial_days: 20 }],
] as const) {
  test(`past due and changed to ${what}: right until it is paid, canceled or given up`, async () => {
    const paid = await changedPastDue([...intervals], terms);
    await shop.assertRight();
    await paid.changeCard(GOOD);
    await paid.advance('P1M');
    const canceled = await changedPastDue([...intervals], terms);
    await canceled.cancel(canceled.subscription_id);
    const given_up = await changedPastDue([...intervals], terms);
    await given_up.advance('P1M');
    assert.equal((await given_up.get(given_up.subscription_id)).status, 'canceled');
    await shop.assertRight();
  });
}

test('the same where it is paused when the retries are over, and resumed by paying', async () => {
  const store = await changedPastDue(['week']);
  await store.must('POST /update-store-settings', { after_retries: 'pause' });
  await store.advance('P1M');
  assert.equal((await store.get(store.subscription_id)).status, 'paused');
  await shop.assertRight();
  await store.changeCard(GOOD);
  await store.resume(store.subscription_id);
  await shop.assertRight();
});

test('when the period that is due begins is computed again', async () => {
  const { subscription_id } = await changedPastDue(['week']);
  await assertFound(shop, PERIODS, (tx) =>
    run(
      tx,
      `UPDATE subscriptions SET anchor_at = anchor_at + 86400000
       WHERE subscription_id = :subscription_id`,
      { subscription_id },
    ),
  );
});
