import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards, DECLINES_LATER } from '../../test/harness/cast.ts';
import { startShop } from '../../test/harness/shop.ts';

const shop = await startShop();

const UNCOUNTED = [
  ...['subscription_days', 'cohort_months', 'subscription_movements', 'customer_standings'].map(
    (table) => `DELETE FROM ${table}`,
  ),
  `UPDATE subscription_standings SET product_id = (SELECT s.plan_id FROM subscriptions s
      WHERE s.store_id = subscription_standings.store_id
        AND s.subscription_id = subscription_standings.subscription_id),
    state = 'uncounted', mrr_minor = 0, cohort = NULL, cohort_product_id = NULL`,
];

/** The database as an update left it that began to keep figures. */
async function forgetFigures(): Promise<void> {
  await shop.db.write(null, async (tx) => {
    for (const sql of UNCOUNTED) await tx.run(sql);
  });
}

test('what was not counted yet is: subscriptions by beginning and end', async () => {
  const store = await shop.openStore();
  const { product, plan, coupon, create, buy, subscribe, refund, changeCard, advance } = store;
  const editor = await product();
  const monthly = await plan();
  const tried = await plan({ trial_days: 7, price: 12 });
  await coupon('HALF', { duration: 'forever' });
  const { transaction_id } = await buy(editor, { quantity: 2 });
  await refund(transaction_id, { amount: 5 });
  await create({ product_id: editor });
  await store.complete(
    (await create({ product_id: editor })).checkout_session_id,
    cards.disputed_lost,
  );
  const { checkout_session_id } = await create({ product_id: editor });
  const payment_method = cards.declined;
  await store.ask('POST /complete-checkout', { checkout_session_id, payment_method });
  await subscribe(monthly, { customer_id: 'stays', coupon_code: 'HALF' });
  const gone = await subscribe(monthly, { customer_id: 'goes', quantity: 3 });
  await subscribe(tried, { customer_id: 'tries' });
  const lost = await subscribe(tried, { customer_id: 'tries and goes' });
  const paused = await subscribe(monthly, { customer_id: 'rests' });
  await subscribe(monthly, { customer_id: 'fails' });
  await changeCard(DECLINES_LATER, 'fails');
  await advance('P3D');
  await store.cancel(lost);
  await store.pause(paused);
  await advance('P20D');
  await store.cancel(gone);
  await subscribe(tried, { customer_id: 'is trying' });
  await advance('P10D');
  const kept = async () => ({
    metrics: await store.must('GET /get-metrics', { from: '2026-11-01' }),
    of_plan: await store.must('GET /get-metrics', { from: '2026-11-01', product_id: tried }),
    cohorts: await store.must('GET /get-cohorts'),
  });
  const before = await kept();
  assert.equal(before.metrics.totals.mrr, 54);
  assert.equal(before.metrics.totals.trialing_subscriptions, 0);

  await forgetFigures();
  const { totals } = (await kept()).metrics;
  assert.equal(totals.mrr, 0, 'not counted yet');
  await store.cancel(await subscribe(monthly, { customer_id: 'comes meanwhile' }));
  await shop.runJob('figures');
  const { metrics, of_plan, cohorts } = await kept();
  assert.deepEqual(of_plan, before.of_plan);
  assert.deepEqual(metrics.series.slice(0, -1), before.metrics.series.slice(0, -1));
  assert.equal(metrics.totals.mrr, 54);
  assert.deepEqual(cohorts.cohorts.slice(0, -1), before.cohorts.cohorts.slice(0, -1));
});
