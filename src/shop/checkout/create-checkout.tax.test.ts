import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../../test/harness/cast.ts';
import { GERMAN, OSS, sellFrom } from '../../../test/harness/sales/taxed.ts';
import { startShop } from '../../../test/harness/shop.ts';

// The tax of a session, from the customer's country as it is known.

const shop = await startShop();

/** What a session says about its money. */
const money = ({ subtotal, discount, tax, total }: Record<string, number>) => [
  ...[subtotal, discount, tax, total],
];

test('200: tax by country, on top of the price or in it, and it always adds up', async () => {
  const store = await openStore(shop);
  await sellFrom(store, 'DE', [GERMAN, OSS]);
  const inclusive = await store.product({ price: 119, tax_behavior: 'inclusive' });
  const exclusive = await store.product({ price: 100, tax_behavior: 'exclusive' });
  const book = await store.product({ price: 107, tax_category: 'ebook' });
  const exempt = await store.product({ price: 100, tax_category: 'exempt' });
  const table: [product_id: string, country: string, money: number[]][] = [
    [inclusive, 'DE', [100, 0, 19, 119]],
    [exclusive, 'DE', [100, 0, 19, 119]],
    [inclusive, 'HU', [93.7, 0, 25.3, 119]],
    [exclusive, 'HU', [100, 0, 27, 127]],
    [inclusive, 'US', [119, 0, 0, 119]],
    [exclusive, 'US', [100, 0, 0, 100]],
    [book, 'DE', [100, 0, 7, 107]],
    [exempt, 'DE', [100, 0, 0, 100]],
  ];
  for (const [product_id, country, expected] of table) {
    const customer_id = `${product_id} ${country}`;
    await store.must('POST /create-customer', { customer_id, country });
    const session = await store.create({ product_id, customer_id });
    assert.deepEqual(money(session), expected, `${customer_id}`);
    assert.equal(session.amount_due, session.total);
  }
});

test('200: coupon, quantity and renewals have their tax; a trial has none today', async () => {
  const store = await openStore(shop);
  await sellFrom(store, 'DE', [GERMAN], { prices_include_tax: false });
  await store.must('POST /create-customer', { customer_id: 'ada', country: 'DE' });
  await store.coupon('HALF');
  const plan = await store.plan({ price: 9.99 });
  const session = await store.create({ product_id: plan, quantity: 3, coupon_code: 'HALF' });
  // 29.97 - 14.98 = 14.99, and 19 % of that is 2.8481.
  assert.deepEqual(money(session), [29.97, 14.98, 2.85, 17.84]);
  assert.equal(session.recurring.renewal_total, 35.66);
  const trial = await store.plan({ price: 9.99, trial_days: 14 });
  const later = await store.create({ product_id: trial });
  assert.deepEqual(money(later), [0, 0, 0, 0]);
  assert.equal(later.recurring.renewal_total, 11.89);
});

test('200: without a known country no tax is decided on; without registrations none is asked for', async () => {
  const store = await openStore(shop);
  const product_id = await store.product({ price: 100, tax_behavior: 'exclusive' });
  const before = await store.create({ product_id });
  assert.deepEqual([before.tax, before.tax_breakdown], [0, []]);
  assert.equal((await store.complete(before.checkout_session_id)).total, 100);
  await sellFrom(store, 'DE', [GERMAN]);
  const after = await store.create({ product_id });
  assert.deepEqual([after.tax, after.total, after.tax_breakdown], [0, 100, []]);
  assert.equal(after.includes_tax, false);
});

test('200: a company in another state is not charged, and the session says why', async () => {
  const store = await openStore(shop);
  await sellFrom(store, 'DE', [GERMAN, OSS], { when_unverified: 'accept' });
  const details = { customer_id: 'wiener', tax_id: 'ATU12345675', address: { country: 'AT' } };
  await store.must('POST /create-customer-billing', details);
  const product_id = await store.product({ price: 100, tax_behavior: 'exclusive' });
  const session = await store.create({ product_id, customer_id: 'wiener' });
  assert.deepEqual(money(session), [100, 0, 0, 100]);
  const [row] = session.tax_breakdown;
  assert.deepEqual([row.kind, row.country, row.note], ['reverse_charge', 'AT', 'reverse_charge']);
});

test('400 amount_too_large: a total that only its tax makes too large is refused', async () => {
  const store = await openStore(shop);
  await sellFrom(store, 'DE', [GERMAN]);
  await store.must('POST /create-customer', { customer_id: 'ada', country: 'DE' });
  const terms = { price: 900_000_000, tax_behavior: 'exclusive' };
  const product_id = await store.product(terms);
  const input = { product_id, quantity: 1, customer_id: 'ada' };
  const before = await shop.everything();
  const refused = await store.ask('POST /create-checkout', input);
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'amount_too_large']);
  assert.equal(refused.body.error.details[0].param, 'quantity');
  assert.equal(await shop.everything(), before);
});

test('200: a coupon that takes off all of a price with tax leaves no tax', async () => {
  const store = await openStore(shop);
  await sellFrom(store, 'DE', [GERMAN]);
  await store.must('POST /create-customer', { customer_id: 'ada', country: 'DE' });
  const coupon_code = await store.coupon('ALL', { discount_percentage: 100 });
  const product_id = await store.product({ price: 119, tax_behavior: 'inclusive' });
  const session = await store.create({ product_id, coupon_code });
  assert.deepEqual(money(session), [100, 100, 0, 0]);
  assert.equal((await store.complete(session.checkout_session_id)).status, 'completed');
});
