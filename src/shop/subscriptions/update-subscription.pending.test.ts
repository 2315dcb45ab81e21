import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();
const PAYS_TOMORROW = '4000000000000382';

test('400 payment_pending: what waits for a renewal that takes days is refused, and changes nothing', async () => {
  const store = await shop.openStore();
  const plan_id = await store.plan();
  const new_plan_id = await store.plan({ price: 50 });
  const subscription_id = await store.subscribe(plan_id);
  await store.changeCard(PAYS_TOMORROW);
  const { current_period_end } = await store.get(subscription_id);
  await store.moveTo(current_period_end);
  const before = await store.get(subscription_id);
  for (const [operation, input] of [
    ['POST /update-subscription', { quantity: 2 }],
    ['POST /update-subscription', { plan_id: new_plan_id, effective: 'period_end' }],
    ['POST /upgrade-subscription', { new_plan_id }],
  ] as const) {
    const answer = await store.ask(operation, { subscription_id, ...input });
    assertRefused(answer, 400, 'payment_pending', []);
    assert.match(answer.body.error.message, /under way at the payment provider/);
  }
  assert.deepEqual(await store.get(subscription_id), before);
  // The refusal is not kept: with the same key, it succeeds later.
  const once = () =>
    store.ask(
      'POST /update-subscription',
      { subscription_id, quantity: 2, proration: 'next_renewal' },
      { 'idempotency-key': 'seats' },
    );
  assertRefused(await once(), 400, 'payment_pending', []);
  await store.advance('P2D');
  assert.equal((await once()).body.quantity, 2);
  await shop.assertRight();
});
