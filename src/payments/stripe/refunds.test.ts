import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatewayForTests, laterOf, savedBy } from '../../../test/stripe/gateway.ts';
import type { Refund } from '../gateway.ts';

const at = await gatewayForTests();
const { gateway } = at;

let keys = 0;
async function refundOf(more: Partial<Refund> = {}): Promise<Refund> {
  const charge = laterOf(await savedBy(at));
  const { reference } = await gateway.startCharge(charge);
  const key = `txn_refund_${keys++}`;
  return {
    ...{ store_id: charge.store_id, key, charge_reference: reference ?? '' },
    ...{ amount_minor: 500, currency: 'USD', metadata: { transaction_id: key } },
    now: charge.now,
    ...more,
  };
}

test('a refund is made once under its key, and looked up', async () => {
  const refund = await refundOf();
  const made = await gateway.startRefund(refund);
  assert.equal(made.status, 'paid');
  assert.deepEqual(await gateway.startRefund(refund), made);
  const { reference, ...result } = made;
  const { store_id, now } = refund;
  assert.deepEqual(
    await gateway.lookUpRefund({ store_id, reference: reference ?? '', now }),
    result,
  );
  assert.deepEqual(await gateway.findRefund({ ...refund, created_at: now }), made);
});
