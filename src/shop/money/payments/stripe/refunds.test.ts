import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatewayForTests, laterOf, savedBy } from '../../../../../test/stand-ins/stripe/gateway.ts';
import { ProviderUnanswered } from '../../../../platform/core/errors.ts';
import type { Refund } from '../gateway.ts';

const at = await gatewayForTests();
const { gateway, stand_in } = at;
const { control } = stand_in;

let keys = 0;
/** Of 5 USD, for a payment of 20 USD with this card. */
async function refundOf(number = '4242424242424242', more: Partial<Refund> = {}): Promise<Refund> {
  const charge = laterOf(await savedBy(at, number));
  const { reference } = await gateway.startCharge(charge);
  return again({
    ...{ store_id: charge.store_id, key: '', charge_reference: reference ?? '' },
    ...{ amount_minor: 500, currency: 'USD', metadata: {}, now: charge.now },
    ...more,
  });
}

/** Another refund of the same payment. */
function again(refund: Refund): Refund {
  const key = `txn_refund_${keys++}`;
  return { ...refund, key, metadata: { transaction_id: key } };
}

const lookUp = ({ store_id, now }: Refund, reference: string | null) =>
  gateway.lookUpRefund({ store_id, reference: reference ?? '', now });
const find = (refund: Refund) => gateway.findRefund({ ...refund, created_at: refund.now });

test('a refund is made once under its key, looked up, and found by it', async () => {
  const refund = await refundOf();
  const made = await gateway.startRefund(refund);
  assert.equal(made.status, 'paid');
  assert.deepEqual(await gateway.startRefund(refund), made);
  const { reference, ...result } = made;
  assert.deepEqual(await lookUp(refund, reference), result);
  assert.deepEqual(await find(refund), made);
  assert.equal(await find(again(refund)), 'none');
  const { refunds } = await control.books();
  assert.equal(refunds.length, 1);
  assert.equal(refunds[0]?.metadata?.transaction_id, refund.key);
});

test('a refund that takes a day is pending, and then paid or failed', async () => {
  for (const [ends, status] of [
    ['succeeded', 'paid'],
    ['failed', 'declined'],
  ] as const) {
    const refund = await refundOf('4000000000007726');
    const { status: first, reference } = await gateway.startRefund(refund);
    assert.equal(first, 'pending');
    await control.endRefund({ refund: reference ?? '', ends });
    assert.equal((await lookUp(refund, reference)).status, status);
    // What is repeated is the first answer.
    assert.equal((await gateway.startRefund(refund)).status, 'pending');
  }
});

test('a refund that was made can fail later', async () => {
  const refund = await refundOf('4000000000005126');
  const { status, reference } = await gateway.startRefund(refund);
  assert.equal(status, 'paid');
  await control.advance({ seconds: 2 * 86_400 });
  const failed = { status: 'declined', decline_code: 'refund_failed' };
  assert.deepEqual(await lookUp(refund, reference), failed);
});

test('what Stripe refuses is declined with its reason, and nothing is refunded', async () => {
  const whole = await refundOf('4242424242424242', { amount_minor: 2000 });
  assert.equal((await gateway.startRefund(whole)).status, 'paid');
  const declined = { status: 'declined', reference: null };
  assert.deepEqual(await gateway.startRefund(again(whole)), {
    ...declined,
    decline_code: 'charge_already_refunded',
  });
  const disputed = await refundOf();
  await control.dispute({ payment_intent: disputed.charge_reference });
  assert.deepEqual(await gateway.startRefund(disputed), {
    ...declined,
    decline_code: 'charge_disputed',
  });
  const too_much = await refundOf('4242424242424242', { amount_minor: 2001 });
  const not_paid = { ...too_much, charge_reference: 'pi_none', key: 'txn_refund_none' };
  const thousandths = { ...again(too_much), currency: 'KWD', amount_minor: 1234 };
  for (const refund of [too_much, not_paid, thousandths]) {
    const decline_code = 'refund_not_possible';
    assert.deepEqual(await gateway.startRefund(refund), { ...declined, decline_code });
  }
});

test('a refund under a key that Stripe has forgotten is found, also where all is refunded', async () => {
  const refund = await refundOf('4242424242424242', { amount_minor: 2000 });
  const made = await gateway.startRefund(refund);
  await control.advance({ seconds: 25 * 3600 });
  assert.deepEqual(await find(refund), made);
  // If somebody started it nevertheless, Stripe would refuse, and that is recognized.
  assert.deepEqual(await gateway.startRefund(refund), made);
});

test('a failure that is kept under the key, and other parameters under it, are no second refund', async () => {
  const refund = await refundOf();
  await control.fault({ call: 'POST /v1/refunds', kind: 'error_500_after' });
  const made = await gateway.startRefund(refund);
  assert.equal(made.status, 'paid');
  assert.deepEqual(await gateway.startRefund({ ...refund, amount_minor: 400 }), made);
  const lost = again(refund);
  await control.fault({ call: 'POST /v1/refunds', kind: 'error_500_before' });
  for (const attempt of [1, 2]) {
    await assert.rejects(gateway.startRefund(lost), ProviderUnanswered, `${attempt}`);
  }
  assert.equal(await find(lost), 'none');
});
