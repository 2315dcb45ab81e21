import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

interface Cohort {
  month: string;
  subscriptions: number;
  retained: { subscriptions: number; subscriptions_rate: number; mrr: number; mrr_rate: number }[];
}

test('200: of the subscriptions that began in a month, how many are paid for at the end of each later one', async () => {
  const { must, plan, subscribe, cancel, update, moveTo } = await shop.openStore();
  const monthly = await plan();
  const large = await plan({ price: 50 });
  const ids: string[] = [];
  for (const customer_id of ['a', 'b', 'c', 'd'])
    ids.push(await subscribe(monthly, { customer_id }));
  const [first = '', second = '', third = ''] = ids;
  await cancel(first);
  await moveTo('2026-12-05T00:00:00Z');
  await cancel(second);
  await update(third, { plan_id: large });
  await subscribe(large, { customer_id: 'e' });
  await moveTo('2027-01-20T00:00:00Z');
  const { cohorts, ...rest } = await must('GET /get-cohorts', { months: 3 });
  const own = { object: 'cohorts', currency: 'EUR', currencies: ['EUR'], product_id: null };
  assert.deepEqual(rest, own);
  const inShort = (all: Cohort[]) =>
    all.map(({ month, subscriptions, retained }) => [
      month,
      subscriptions,
      ...retained.map((one) => [one.subscriptions, one.subscriptions_rate, one.mrr, one.mrr_rate]),
    ]);
  assert.deepEqual(inShort(cohorts), [
    ['2026-11', 4, [3, 75, 60, 100], [2, 50, 70, 116.67], [2, 50, 70, 116.67]],
    ['2026-12', 1, [1, 100, 50, 100], [1, 100, 50, 100]],
    ['2027-01', 0, [0, null, 0, null]],
  ]);
  const began = await must('GET /get-cohorts', { months: 3, product_id: large });
  assert.deepEqual(inShort(began.cohorts)[0], ['2026-11', 0, ...Array(3).fill([0, null, 0, null])]);
  assert.deepEqual(inShort(began.cohorts)[1], inShort(cohorts)[1]);
});

test('400: months are from 1 to 36', async () => {
  const { ask } = await shop.openStore();
  for (const months of [0, 37]) {
    assertRefused(await ask('GET /get-cohorts', { months }), 400, 'invalid_parameters', ['months']);
  }
});
