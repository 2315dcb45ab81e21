import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards, partsOf } from '../../harness/cast.ts';
import { START, startShop } from '../../harness/shop.ts';

// How long a license lives while a payment is late, by what was paid before (docs/subscriptions.md).

const DAY_MS = 86_400_000;
const PAYS_A_DAY_LATER = '4000000000000382';

const shop = await startShop();

/** A plan with licenses, bought with a card that declines later. */
async function openWithPlan() {
  const store = await shop.openStore();
  const plan_id = await store.licensedPlan({ certificate_days: 365 });
  const start = async (more: object = {}) => {
    const { checkout_session_id } = await store.create({ product_id: plan_id, ...more });
    const { license_keys, subscription_id } = await store.complete(
      checkout_session_id,
      cards.declines_later,
    );
    return { license_key: license_keys[0], subscription_id };
  };
  /** Days after which the certificate ends, counted from the start. */
  const certified = async (license_key: string): Promise<number> => {
    const { claims } = partsOf((await store.activate(license_key)).certificate);
    return (claims.exp * 1000 - START) / DAY_MS;
  };
  const endOf = async (license_key: string): Promise<number> =>
    (Date.parse((await store.licenseOf(license_key)).expires_at) - START) / DAY_MS;
  return { ...store, plan_id, start, certified, endOf };
}

test('a certificate ends with its license where a code has paid the first month, also with a debt beside', async () => {
  const { coupon, start, certified, endOf, advance, must } = await openWithPlan();
  const coupon_code = await coupon('FREE', { discount_percentage: 100 });
  const free = await start({ coupon_code });
  await must('POST /create-customer', { customer_id: 'bob' });
  await must('POST /adjust-customer-balance', { customer_id: 'bob', amount: -5, currency: 'EUR' });
  const owing = await start({ coupon_code, customer_id: 'bob' });
  for (const { license_key } of [free, owing]) assert.equal(await certified(license_key), 33);
  await advance('P1M');
  for (const { license_key } of [free, owing]) assert.equal(await endOf(license_key), 33);
});

test('what was paid from the balance is paid: the license lives while the next payment is tried', async () => {
  const { start, certified, advance, must, licenseOf, get } = await openWithPlan();
  const credit = { customer_id: 'ada', amount: 20, currency: 'EUR' };
  await must('POST /create-customer', { customer_id: 'ada' });
  await must('POST /adjust-customer-balance', credit);
  const { license_key, subscription_id } = await start();
  assert.equal(await certified(license_key), 30 + 22);
  await advance('P1M');
  assert.equal((await get(subscription_id)).status, 'past_due');
  assert.equal((await licenseOf(license_key)).expires_at, null);
});

test('a cancel while the last period is being paid for: the license lives until that is over', async () => {
  const { buy, plan_id, changeCard, advance, cancel, validate, get } = await openWithPlan();
  const { license_keys, subscription_id } = await buy(plan_id);
  const code = async () => (await validate(license_keys[0])).code;
  await changeCard(PAYS_A_DAY_LATER);
  await advance('P1M');
  await cancel(subscription_id, { cancel_at_period_end: true });
  assert.equal(await code(), 'valid');
  await advance('P1D');
  assert.equal((await get(subscription_id)).current_period_end, '2027-01-14T09:30:00.000Z');
  assert.equal(await code(), 'valid');
  await advance('P1M');
  assert.equal(await code(), 'expired');
});
