import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeOf, gatewayForTests } from '../../../test/stripe/gateway.ts';

const { gateway, stand_in } = await gatewayForTests();

test('what happened since the cursor is listed once', async () => {
  const charge = chargeOf();
  const { store_id, now } = charge;
  const list = async (cursor: string | null) => gateway.listHints?.({ store_id, cursor, now });
  const first = await list(null);
  const { reference } = await gateway.startCharge(charge);
  await stand_in.control.pay({ session: reference ?? '' });
  const second = await list(first?.next_cursor ?? null);
  assert(second);
  assert(second.hints.some((hint) => hint.reference === reference && hint.key === charge.key));
  assert.deepEqual((await list(second.next_cursor))?.hints, []);
});
