import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  amountsOf,
  linesOf,
  openTaxedStore,
  taxesOf,
} from '../../../test/harness/sales/taxed-plans.ts';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const PREVIEW = 'POST /preview-subscription-change';
const UPDATE = 'POST /update-subscription';

/** 15 of the 30 days of the first period are over. */
const HALF = '2026-11-29T09:30:00.000Z';
/** From that day on, Estonia has another rate. */
const RAISED = { country: 'EE', tax: 'VAT', rate: 26, valid_from: '2026-11-29' };

test('up, down, other seats and another interval: shown, charged and renewed with the same tax', async () => {
  const to = {
    team: { name: 'Team', price: 50 },
    basic: { name: 'Basic', price: 5 },
    year: { name: 'Year', price: 200, billing_interval: 'year' },
    book: { name: 'Book', price: 20, tax_category: 'ebook' },
    including: { name: 'All in', price: 50, tax_behavior: 'inclusive' },
  };
  // Now, and at the next renewal: subtotal, discount, tax, balance_change, total.
  const changes: [
    plan: keyof typeof to | undefined,
    more: object,
    now: number[],
    next: number[],
  ][] = [
    // 12.40 of tax 2.40 back; half of 50 and 26 %.
    ['team', {}, [15, 0, 4.1, 0, 19.1], [50, 0, 13, 0, 63]],
    ['team', { proration: 'next_renewal' }, [15, 0, 4.1, -19.1, 0], [50, 0, 13, 19.1, 82.1]],
    ['team', { proration: 'none' }, [0, 0, 0, 0, 0], [50, 0, 13, 0, 63]],
    ['team', { effective: 'period_end' }, [0, 0, 0, 0, 0], [50, 0, 13, 0, 63]],
    ['basic', {}, [-7.5, 0, -1.75, 9.25, 0], [5, 0, 1.3, -6.3, 0]],
    [undefined, { quantity: 3 }, [20, 0, 5.4, 0, 25.4], [60, 0, 15.6, 0, 75.6]],
    ['year', {}, [190, 0, 49.6, 0, 239.6], [200, 0, 52, 0, 252]],
    ['book', {}, [0, 0, -1.5, 1.5, 0], [20, 0, 1.8, -1.5, 20.3]],
    ['including', {}, [9.84, 0, 2.76, 0, 12.6], [39.68, 0, 10.32, 0, 50]],
  ];
  for (const [plan, more, now, next] of changes) {
    const store = await openTaxedStore(shop);
    const subscription_id = await store.subscribe(await store.plan());
    await store.must('POST /create-tax-rate', { ...RAISED, tax_category: 'digital' });
    await store.moveTo(HALF);
    const plan_id = plan && (await store.plan(to[plan]));
    const change = { subscription_id, plan_id, ...more };
    const shown = await store.must(PREVIEW, change);
    const name = JSON.stringify([plan, more]);
    assert.deepEqual(amountsOf(shown), now, name);
    assert.deepEqual(amountsOf(shown.next_renewal), next, `next, ${name}`);
    await store.must(UPDATE, change);
    const made = await store.newest(subscription_id);
    if (shown.lines.length > 0) {
      assert.deepEqual([made.type, ...amountsOf(made)], ['plan_change', ...now]);
      assert.deepEqual(made.tax_breakdown, shown.tax_breakdown);
    }
    await store.moveTo(shown.next_renewal.at);
    const renewal = await store.newest(subscription_id);
    assert.deepEqual([renewal.type, ...amountsOf(renewal)], ['renewal', ...next], name);
    assert.deepEqual(renewal.tax_breakdown, shown.next_renewal.tax_breakdown);
  }
  await shop.assertRight();
});

test('a change gives back what was paid in each currency, to its smallest unit', async () => {
  for (const [currency, price, dearer, first, change] of [
    ['JPY', 1_235, 3_001, [1_235, 0, 296, 0, 1_531], [882, 0, 212, 0, 1_094]],
    ['KWD', 1.235, 3.001, [1.235, 0, 0.296, 0, 1.531], [0.882, 0, 0.212, 0, 1.094]],
  ] as const) {
    const store = await openTaxedStore(shop);
    const subscription_id = await store.subscribe(await store.plan({ price, currency }));
    assert.deepEqual(amountsOf(await store.newest(subscription_id)), first, currency);
    await store.moveTo(HALF);
    const plan_id = await store.plan({ name: 'Team', price: dearer, currency });
    await store.must(UPDATE, { subscription_id, plan_id });
    assert.deepEqual(amountsOf(await store.newest(subscription_id)), change, currency);
  }
  await shop.assertRight();
});

test('a cancel with a refund of the rest gives back its tax, wherever the money goes', async () => {
  const store = await openTaxedStore(shop);
  const subscription_id = await store.subscribe(await store.plan());
  await store.moveTo(HALF);
  await store.cancel(subscription_id, { refund: 'prorated' });
  const refund = await store.newest(subscription_id);
  assert.deepEqual([refund.type, refund.total, refund.tax], ['refund', 12.4, 2.4]);

  // Paid from the balance: 24.80 of the seller's gift.
  const credit = { customer_id: 'ada', currency: 'EUR', amount: 24.8 };
  await store.must('POST /adjust-customer-balance', { ...credit, reason: 'gift' });
  const again = await store.subscribe(await store.plan({ name: 'Again' }));
  assert.deepEqual(amountsOf(await store.newest(again)), [20, 0, 4.8, -24.8, 0]);
  await store.cancel(again, { refund: 'full' });
  const returned = await store.newest(again);
  assert.deepEqual(amountsOf(returned), [-20, 0, -4.8, 24.8, 0]);
  await shop.assertRight();
});

test('a pause keeps what was paid, with its tax: a change after it gives that back', async () => {
  const store = await openTaxedStore(shop);
  const subscription_id = await store.subscribe(await store.plan());
  await store.moveTo(HALF);
  await store.pause(subscription_id);
  await store.must('POST /create-tax-rate', RAISED);
  await store.advance('P40D');
  await store.resume(subscription_id);
  const plan_id = await store.plan({ name: 'Team', price: 50 });
  await store.must(UPDATE, { subscription_id, plan_id });
  const change = await store.newest(subscription_id);
  assert.deepEqual(linesOf(change), [
    [-12.4, -2.4],
    [31.5, 6.5],
  ]);
  assert.deepEqual(taxesOf(change), ['charged EE 24', 'charged EE 26']);
  const [unused] = change.tax_breakdown;
  assert.equal(unused.corrects, '2026-11-14');
  await shop.assertRight();
});

test('a debt was taxed when it arose: collecting it has no tax', async () => {
  const store = await openTaxedStore(shop);
  const subscription_id = await store.subscribe(await store.plan());
  await store.moveTo(HALF);
  const change = { subscription_id, quantity: 2, proration: 'next_renewal' };
  await store.must(UPDATE, change);
  assert.deepEqual(amountsOf(await store.newest(subscription_id)), [10, 0, 2.4, -12.4, 0]);
  await store.cancel(subscription_id);
  const [debt] = await store.transactions(subscription_id);
  assert.deepEqual(amountsOf(debt), [0, 0, 0, 12.4, 12.4]);
  assert.deepEqual([debt.tax_breakdown, await store.balances()], [[], {}]);
  await shop.assertRight();
});

test('400 plan_invalid: a change whose amount its tax makes too large is refused, and nothing is stored', async () => {
  const store = await openTaxedStore(shop);
  const subscription_id = await store.subscribe(await store.plan());
  const plan_id = await store.plan({ name: 'All', price: 900_000_000 });
  for (const operation of [PREVIEW, UPDATE]) {
    const { status, body } = await store.ask(operation, { subscription_id, plan_id });
    assert.deepEqual([status, body.error.code], [400, 'plan_invalid']);
  }
  assert.equal((await store.transactions(subscription_id)).length, 1);
});
