import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards, DECLINES_LATER, GOOD } from '../../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

/** The figures of an object that are not 0 and not null. */
const told = (figures: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== 0 && value !== null));

async function openCounted() {
  const store = await shop.openStore();
  const metrics = (asked: object = {}) => store.must('GET /get-metrics', asked);
  /** What is not 0 of the last 30 days. */
  const totals = async (asked: object = {}) => told((await metrics(asked)).totals);
  return { ...store, metrics, totals };
}

test('200: a store without sales has figures of 0 in no currency, a day each for 30 days', async () => {
  const { metrics } = await openCounted();
  const { series, totals, previous, ...rest } = await metrics();
  assert.deepEqual(rest, {
    ...{ object: 'metrics', interval: 'day', from: '2026-10-16', to: '2026-11-14' },
    ...{ currency: null, currencies: [], product_id: null, group_by: null, groups: null },
  });
  assert.equal(series.length, 30);
  assert.deepEqual(told(series[0]), { start: '2026-10-16' });
  assert.deepEqual(told(totals), {});
  assert.deepEqual(told(previous), { from: '2026-09-16', to: '2026-10-15' });
});

test('200: volume, refunds, discounts, declines and checkouts, on their days and by product', async () => {
  const { product, coupon, create, complete, ask, buy, refund, moveTo, metrics, totals } =
    await openCounted();
  const editor = await product();
  const other = await product({ price: 5 });
  await coupon('HALF');
  const { transaction_id } = await buy(editor);
  const { checkout_session_id } = await create({ product_id: editor, coupon_code: 'HALF' });
  await ask('POST /complete-checkout', { checkout_session_id, payment_method: cards.declined });
  await complete(checkout_session_id);
  await create({ product_id: other });
  await moveTo('2026-11-15T08:00:00Z');
  await refund(transaction_id, { amount: 8 });
  await buy(other, { quantity: 3 });
  const sold = {
    ...{ gross_volume: 45, payments: 3, refunded: 8, refunds: 1, coupon_purchases: 1 },
    ...{ discounts: 10, declined_payments: 1, declined_volume: 10 },
    ...{ checkouts_opened: 4, checkouts_begun: 3, checkouts_paid: 3 },
    checkout_conversion_rate: 75,
  };
  const { fees, net_volume, ...all } = await totals();
  assert.deepEqual(all, sold);
  assert.equal(net_volume, Number((45 - 8 - Number(fees ?? 0)).toFixed(2)));
  const days = (await metrics({ from: '2026-11-13' })).series;
  assert.deepEqual(
    days.map((one: { start: string; gross_volume: number; refunded: number }) => [
      one.start,
      one.gross_volume,
      one.refunded,
    ]),
    [
      ['2026-11-13', 0, 0],
      ['2026-11-14', 30, 0],
      ['2026-11-15', 15, 8],
    ],
  );
  const own = await totals({ product_id: other });
  assert.equal(own.gross_volume, 15);
  assert.equal(own.checkouts_opened, 2);
  assert.equal(own.checkout_conversion_rate, 50);
  const unknown = await ask('GET /get-metrics', { product_id: 'prod_unknown' });
  assertRefused(unknown, 400, 'invalid_parameters', ['product_id']);
});

test('200: monthly revenue and how it moves: new, more, less, paused, back and gone', async () => {
  const { plan, subscribe, update, pause, resume, cancel, moveTo, metrics, totals } =
    await openCounted();
  const monthly = await plan();
  const yearly = await plan({ price: 120, billing_interval: 'year' });
  const id = await subscribe(monthly);
  await subscribe(yearly, { customer_id: 'bob' });
  assert.deepEqual(
    await totals().then(
      ({ mrr, arr, mrr_new, paying_customers, average_revenue_per_customer }) => ({
        ...{ mrr, arr, mrr_new, paying_customers, average_revenue_per_customer },
      }),
    ),
    {
      ...{ mrr: 30, arr: 360, mrr_new: 30, paying_customers: 2 },
      average_revenue_per_customer: 15,
    },
  );
  await update(id, { quantity: 3 });
  await moveTo('2026-11-15T08:00:00Z');
  await update(id, { quantity: 2, proration: 'none' });
  await moveTo('2026-11-16T08:00:00Z');
  await pause(id);
  await moveTo('2026-11-17T08:00:00Z');
  await resume(id);
  await moveTo('2026-11-18T08:00:00Z');
  await cancel(id);
  const { series } = await metrics({ from: '2026-11-14' });
  const moves = series.map((one: Record<string, number>) => [
    ...[one.mrr, one.mrr_new, one.mrr_expansion, one.mrr_contraction, one.mrr_churn],
    ...[one.mrr_reactivation, one.active_subscriptions, one.paying_customers],
  ]);
  assert.deepEqual(moves, [
    [70, 30, 40, 0, 0, 0, 2, 2],
    [50, 0, 0, -20, 0, 0, 2, 2],
    [10, 0, 0, 0, -40, 0, 1, 1],
    [50, 0, 0, 0, 0, 40, 2, 2],
    [10, 0, 0, 0, -40, 0, 1, 1],
  ]);
  assert.equal(series[4].customer_churn_rate, 50);
  assert.equal(series[4].revenue_churn_rate, 80);
  const by_month = await metrics({ interval: 'month', from: '2026-11-20', to: '2026-12-05' });
  assert.deepEqual(
    by_month.series.map(({ start, mrr }: { start: string; mrr: number }) => [start, mrr]),
    [
      ['2026-11-01', 10],
      ['2026-12-01', 10],
    ],
  );
});

test('200: trials that convert and that do not, failed renewals that recover', async () => {
  const { plan, subscribe, cancel, changeCard, advance, totals } = await openCounted();
  const tried = await plan({ trial_days: 7 });
  await subscribe(tried, { customer_id: 'stays' });
  const leaves = await subscribe(tried, { customer_id: 'leaves' });
  assert.equal((await totals()).trialing_subscriptions, 2);
  await cancel(leaves);
  await advance('P8D');
  await changeCard(DECLINES_LATER, 'stays');
  await advance('P1M');
  const failed = await totals();
  assert.equal(failed.failed_renewals, 1);
  assert.equal(failed.failed_volume, 20);
  assert.equal(failed.mrr, 20);
  await changeCard(GOOD, 'stays');
  const { trials_converted, trials_lost, trial_conversion_rate, ...after } = await totals({
    from: '2026-11-01',
  });
  assert.deepEqual([trials_converted, trials_lost, trial_conversion_rate], [1, 1, 50]);
  assert.deepEqual([after.recovered_renewals, after.recovered_volume], [1, 20]);
  assert.deepEqual([after.trials_started, after.trialing_subscriptions], [2, undefined]);
});

test('400: days that make no range, or too long a one, are refused by name', async () => {
  const { ask } = await openCounted();
  const refused = async (asked: object, param: string) => {
    const answer = await ask('GET /get-metrics', asked);
    assertRefused(answer, 400, 'invalid_parameters', [param]);
  };
  await refused({ from: '2026-11-15', to: '2026-11-14' }, 'to');
  await refused({ from: '2026-11-15' }, 'from');
  await refused({ from: '2025-01-01', to: '2026-11-14' }, 'to');
  await refused({ interval: 'month', from: '2021-01-01', to: '2026-11-14' }, 'to');
  await refused({ from: '2026-02-30' }, 'from');
  await refused({ interval: 'hour' }, 'interval');
  await refused({ currency: 'EURO' }, 'currency');
});

test('200: a trial with a code is a coupon purchase when it is paid for, once; so is a code that is applied in a trial', async () => {
  const { plan, coupon, subscribe, must, advance, cancel, metrics } = await openCounted();
  const product_id = await plan({ price: 10, trial_days: 7 });
  const coupon_code = await coupon('HALF', { duration: 'repeating', duration_months: 3 });
  await subscribe(product_id, { customer_id: 'ada', coupon_code });
  const ended = await subscribe(product_id, { customer_id: 'bob', coupon_code });
  const applied = await subscribe(product_id, { customer_id: 'eve' });
  await must('POST /apply-coupon', { subscription_id: applied, coupon_code });
  const later = await subscribe(product_id, { customer_id: 'joe' });
  await cancel(ended);
  const counted = async () => {
    const { totals, series } = await metrics({ from: '2026-11-14', to: '2026-12-31' });
    const days = series.filter((one: { coupon_purchases: number }) => one.coupon_purchases > 0);
    return [totals.coupon_purchases, ...days.map((one: { start: string }) => one.start)];
  };
  assert.deepEqual(await counted(), [0], 'nothing was paid');
  await advance('P8D');
  assert.deepEqual(await counted(), [2, '2026-11-21']);
  await must('POST /apply-coupon', { subscription_id: later, coupon_code });
  await advance('P31D');
  assert.deepEqual(await counted(), [2, '2026-11-21'], 'later payments are none');
  await shop.assertRight();
});
