import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import {
  amountsOf,
  GERMAN_SELLER,
  openTaxedStore,
  taxesOf,
} from '../../../test/harness/sales/taxed-plans.ts';
import { START, startShop } from '../../../test/harness/shop.ts';
import { NUMBERS, startVies } from '../../../test/stand-ins/vies.ts';
import { DAY_MS } from '../../platform/core/time.ts';

const vies = await startVies();
const shop = await startShop({ vies_url: vies.vies_url });

test('a subscription has the tax of each day that it is paid on: a rate counts from its first day', async () => {
  const store = await openTaxedStore(shop);
  const subscription_id = await store.subscribe(await store.plan());
  assert.deepEqual(amountsOf(await store.newest(subscription_id)), [20, 0, 4.8, 0, 24.8]);
  // From the day of the second renewal on, 14 January.
  const rate = { country: 'EE', tax: 'VAT', rate: 26, valid_from: '2027-01-14' };
  await store.must('POST /create-tax-rate', rate);
  const paid = [];
  for (const _ of [1, 2, 3]) {
    await store.advance('P1M');
    const renewal = await store.newest(subscription_id);
    assert.deepEqual(amountsOf(renewal), [20, 0, renewal.tax, 0, renewal.total]);
    paid.push(`${renewal.created_at.slice(0, 10)} ${renewal.tax} ${taxesOf(renewal)}`);
  }
  assert.deepEqual(paid, [
    '2026-12-14 4.8 charged EE 24',
    '2027-01-14 5.2 charged EE 26',
    '2027-02-14 5.2 charged EE 26',
  ]);
  const charged = ['2480 paid', '2480 paid', '2520 paid', '2520 paid'];
  assert.deepEqual(await store.charges(), charged);
  await shop.assertRight();
});

test('a renewal is taxed where the customer is by then, and evidence of that is kept', async () => {
  const store = await openTaxedStore(shop);
  const subscription_id = await store.subscribe(await store.plan());
  for (const [country, expected, tax] of [
    ['HU', [20, 0, 5.4, 0, 25.4], 'charged HU 27'],
    ['DE', [20, 0, 3.8, 0, 23.8], 'charged DE 19'],
    ['US', [20, 0, 0, 0, 20], 'out_of_scope US 0'],
  ] as const) {
    await store.moveAda({ country });
    await store.advance('P1M');
    const renewal = await store.newest(subscription_id);
    assert.deepEqual(amountsOf(renewal), expected);
    assert.deepEqual(taxesOf(renewal), [tax]);
    assert.deepEqual(renewal.tax_evidence, {
      billing_country: country,
      card_country: 'US',
      is_conflicting: country !== 'US',
    });
  }
  await shop.assertRight();
});

test('who became a business accounts for the tax; a number that VIES does not know any more ends that', async () => {
  const store = await openTaxedStore(shop);
  const subscription_id = await store.subscribe(await store.plan());
  await store.moveAda({ country: 'FR' }, { tax_id: NUMBERS.valid });
  await store.advance('P1M');
  const as_business = await store.newest(subscription_id);
  assert.deepEqual(amountsOf(as_business), [20, 0, 0, 0, 20]);
  assert.deepEqual(taxesOf(as_business), ['reverse_charge FR 0']);
  vies.says.set(NUMBERS.valid, 'invalid');
  shop.now = START + 31 * DAY_MS;
  await shop.runJob('tax-numbers');
  await store.advance('P1M');
  const as_consumer = await store.newest(subscription_id);
  assert.deepEqual(amountsOf(as_consumer), [20, 0, 4, 0, 24]);
  assert.deepEqual(taxesOf(as_consumer), ['charged FR 20']);
  await shop.assertRight();
  shop.now = START;
});

test('the end of a trial is taxed like a renewal; prices with tax stay what they are', async () => {
  for (const [tax_behavior, expected] of [
    ['exclusive', [20, 0, 4.8, 0, 24.8]],
    ['inclusive', [16.13, 0, 3.87, 0, 20]],
  ] as const) {
    const store = await openTaxedStore(shop);
    const plan_id = await store.plan({ trial_days: 14, tax_behavior });
    const subscription_id = await store.subscribe(plan_id);
    assert.equal((await store.get(subscription_id)).plan.tax_behavior, tax_behavior);
    assert.deepEqual(amountsOf(await store.newest(subscription_id)), [0, 0, 0, 0, 0]);
    await store.advance('P14D');
    assert.deepEqual(amountsOf(await store.newest(subscription_id)), expected);
  }
  await shop.assertRight();
});

test('one from before the seller was registered goes on at its price, which has the tax in it from then on', async () => {
  const store = await shop.openStore();
  const said = await store.plan({ name: 'Plus tax', tax_behavior: 'exclusive' });
  const [old, other] = [await store.subscribe(await store.plan()), await store.subscribe(said)];
  await store.must('POST /update-tax-settings', { ...GERMAN_SELLER, prices_include_tax: false });
  await store.must('POST /create-customer-billing', {
    customer_id: 'ada',
    address: { country: 'DE' },
  });
  const preview = await store.must('POST /preview-subscription-change', {
    ...{ subscription_id: old, quantity: 2 },
  });
  // The unused time had no tax; what is new has it in its price.
  assert.deepEqual(preview.lines.map((line: { tax: number }) => line.tax).slice(0, 1), [0]);
  await store.advance('P1M');
  const renewals = [old, other].map(async (id) => amountsOf((await store.transactions(id))[0]));
  assert.deepEqual(await Promise.all(renewals), [
    [16.81, 0, 3.19, 0, 20],
    [20, 0, 3.8, 0, 23.8],
  ]);
  await shop.assertRight();
});

test('who never said where they are is taxed where their card is from', async () => {
  const store = await shop.openStore();
  const subscription_id = await store.subscribe(await store.plan({ tax_behavior: 'exclusive' }));
  await store.must('POST /update-tax-settings', { ...GERMAN_SELLER });
  for (const [number, country, tax] of [
    ['4000000400000008', 'AT', 4],
    ['4242424242424242', 'US', 0],
  ] as const) {
    await store.changeCard(number);
    await store.advance('P1M');
    const [renewal] = await store.transactions(subscription_id);
    const { billing_country, card_country } = renewal.tax_evidence;
    assert.deepEqual([billing_country, card_country, renewal.tax], [null, country, tax]);
  }
  await shop.assertRight();
});

test('a failed payment is tried again with the tax of that day, and so it is on the page where it is paid', async () => {
  const store = await openTaxedStore(shop);
  const subscription_id = await store.subscribe(await store.plan());
  await store.changeCard(cards.declines_later.number);
  const rate = { country: 'EE', tax: 'VAT', rate: 26, valid_from: '2026-12-15' };
  await store.must('POST /create-tax-rate', rate);
  await store.advance('P1M');
  const failed = await store.newest(subscription_id);
  assert.deepEqual([failed.status, ...amountsOf(failed)], ['declined', 20, 0, 4.8, 0, 24.8]);
  await store.advance('P1D');
  const { payment_url } = await store.get(subscription_id);
  const { text: page } = await shop.send({ method: 'GET', path: new URL(payment_url).pathname });
  assert.match(page, /Pay €25\.20 now/);
  assert.match(page, /Amounts include tax: €5\.20 VAT 26%\./);
  const { charged } = await store.changeCard(cards.pays.number);
  assert.equal(charged[0].status, 'paid');
  assert.deepEqual(amountsOf(await store.newest(subscription_id)), [20, 0, 5.2, 0, 25.2]);
  await shop.assertRight();
});
