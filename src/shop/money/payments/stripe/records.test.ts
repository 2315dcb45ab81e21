import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, openSession } from '../../../../../test/stand-ins/stripe/client.ts';
import {
  chargeOf,
  gatewayForTests,
  laterOf,
  named,
  savedBy,
} from '../../../../../test/stand-ins/stripe/gateway.ts';
import type { ProviderRecord } from '../provider-record.rules.ts';

const at = await gatewayForTests();
const { gateway, stand_in } = at;
const { control } = stand_in;
const { store_id } = named('');

async function listAll(period: { since?: number; until?: number } = {}): Promise<ProviderRecord[]> {
  const all: ProviderRecord[] = [];
  for (let cursor: string | null = null, page = 0; page < 50; page++) {
    const { records, next_cursor }: Awaited<ReturnType<typeof gateway.listRecords>> =
      await gateway.listRecords({ store_id, cursor, ...period });
    all.push(...records);
    if (next_cursor === null) return all;
    cursor = next_cursor;
  }
  return assert.fail('the list has no end');
}

test('payments and refunds are told by reference, and what Stripe does not have is left out', async () => {
  const card = await savedBy(at);
  const charge = laterOf(card);
  const { reference: paid } = await gateway.startCharge(charge);
  const refund = await control.refund({ payment_intent: paid ?? '', amount: 500 });
  const open = chargeOf();
  const { reference: waiting } = await gateway.startCharge(open);
  const free = await gateway.startCharge(chargeOf({ amount_minor: 0, saves_card: true }));
  await control.pay({ session: free.reference ?? '' });
  await control.changeHabit({
    payment_method: card.card_token.split('/')[1] ?? '',
    number: '4000000000000002',
  });
  const { reference: declined } = await gateway.startCharge(laterOf(card));
  const references = [paid, refund.id, waiting, free.reference, declined, 'pi_none', 're_none'];
  const records = await gateway.recordsOf({
    store_id,
    references: references.filter((one) => one !== null),
  });
  const found = new Map(records.map((record) => [record.reference, record]));
  assert.equal(found.size, 5);
  assert.deepEqual(found.get(paid ?? ''), {
    ...{ kind: 'charge', reference: paid, key: charge.key, status: 'paid', currency: 'USD' },
    ...{ amount_minor: 2000, refunded_minor: 500, charge_reference: null },
    fee: { amount_minor: 88, currency: 'USD' },
    made_at: found.get(paid ?? '')?.made_at,
    about: { store_id, type: null, subscription_id: null, checkout_session_id: null },
  });
  assert.ok(Math.abs((found.get(paid ?? '')?.made_at ?? 0) - Date.now()) < 600_000);
  assert.deepEqual(found.get(refund.id), {
    ...{ kind: 'refund', reference: refund.id, key: null, status: 'paid', currency: 'USD' },
    ...{ amount_minor: 500, refunded_minor: 0, charge_reference: paid },
    made_at: refund.created * 1000,
  });
  assert.deepEqual(
    [waiting, free.reference, declined].map((one) => found.get(one ?? '')?.status),
    ['waiting', 'paid', 'declined'],
  );
});

test('all of a store is listed page by page: refunds from the dashboard too, nothing of others', async () => {
  const stripe = clientOf(stand_in);
  const foreign = await openSession(stripe);
  await control.pay({ session: foreign.id });
  const card = await savedBy(at);
  const references: (string | null)[] = [];
  for (let at_once = 0; at_once < 6; at_once++) {
    const charges = Array.from({ length: 20 }, () => gateway.startCharge(laterOf(card)));
    references.push(...(await Promise.all(charges)).map(({ reference }) => reference));
  }
  const refund = await control.refund({ payment_intent: references[0] ?? '' });
  const listed = (await listAll()).map(({ reference }) => reference);
  assert.deepEqual(
    [...references, refund.id].filter((reference) => !listed.includes(reference ?? '')),
    [],
  );
  assert.equal(new Set(listed).size, listed.length, 'each once');
  const { payments } = await control.books();
  const others = payments.filter(({ metadata }) => metadata.store_id !== store_id);
  assert.equal(others.length, 1);
  assert(!listed.includes(others[0]?.payment_intent ?? ''));
});

test('the list can be limited to a period', async () => {
  const card = await savedBy(at);
  const before = await gateway.startCharge(laterOf(card));
  await control.advance({ seconds: 10 });
  const since = await control.advance({ seconds: 10 });
  const within = await gateway.startCharge(laterOf(card));
  const until = await control.advance({ seconds: 10 });
  await control.advance({ seconds: 10 }); // Stripe counts in seconds.
  const after = await gateway.startCharge(laterOf(card));
  const listed = (await listAll({ since, until })).map(({ reference }) => reference);
  const all = [before, within, after].map(({ reference }) => listed.includes(reference ?? ''));
  assert.deepEqual(all, [false, true, false]);
});
