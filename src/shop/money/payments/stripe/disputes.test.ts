import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  gatewayForTests,
  laterOf,
  named,
  savedBy,
} from '../../../../../test/stand-ins/stripe/gateway.ts';

const at = await gatewayForTests();
const { gateway, stand_in } = at;
const { control } = stand_in;

async function paid(): Promise<string> {
  const { reference } = await gateway.startCharge(laterOf(await savedBy(at)));
  return reference ?? '';
}

const lookUp = async (reference: string) => gateway.lookUpDispute?.(named(reference));

test('a dispute is opened with its amount, fee, reason and deadline, and is won or lost', async () => {
  const payment_intent = await paid();
  const { id, created } = await control.dispute({ payment_intent, amount: 1500 });
  const opened = await lookUp(id);
  assert.deepEqual(opened, {
    ...{ reference: id, charge_reference: payment_intent, status: 'opened', reason: 'fraudulent' },
    ...{ amount_minor: 1500, currency: 'USD', fee_minor: 1500, fee_currency: 'USD' },
    due_at: (created + 9 * 86_400) * 1000,
  });
  await control.decideDispute({ dispute: id, outcome: 'won' });
  assert.deepEqual(await lookUp(id), { ...opened, status: 'won', fee_minor: 0 });

  const other = await control.dispute({ payment_intent: await paid() });
  await control.decideDispute({ dispute: other.id, outcome: 'lost' });
  const lost = await lookUp(other.id);
  assert.deepEqual([lost?.status, lost?.fee_minor], ['lost', 1500]);
});

test('an inquiry is no dispute until money is taken', async () => {
  const payment_intent = await paid();
  const { id } = await control.dispute({ payment_intent, reason: 'inquiry' });
  assert.equal(await lookUp(id), undefined);
  await control.decideDispute({ dispute: id, outcome: 'escalated' });
  assert.equal((await lookUp(id))?.status, 'opened');
  const quiet = await control.dispute({ payment_intent: await paid(), reason: 'inquiry' });
  await control.decideDispute({ dispute: quiet.id, outcome: 'lost' });
  assert.equal(await lookUp(quiet.id), undefined);
});

test('the fee of a dispute is in the currency of the account', async () => {
  await control.changeAccount({ default_currency: 'eur' });
  const payment_intent = await paid();
  const { id } = await control.dispute({ payment_intent });
  const dispute = await lookUp(id);
  assert.deepEqual([dispute?.currency, dispute?.fee_currency], ['USD', 'EUR']);
  assert.deepEqual([dispute?.amount_minor, dispute?.fee_minor], [2000, 1350]);
  await control.changeAccount({ default_currency: 'usd' });
});

test('disputes that were opened long ago are listed too, because they change', async () => {
  const { id } = await control.dispute({ payment_intent: await paid() });
  await control.advance({ seconds: 100 * 86_400 });
  const { store_id, now } = named(id);
  const since = now + 100 * 86_400_000;
  const listed = await gateway.listDisputes({ store_id, since, now });
  assert(listed.some(({ reference }) => reference === id));
});
