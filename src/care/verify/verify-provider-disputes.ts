import { setTimeout } from 'node:timers/promises';
import { DAY_MS } from '../../platform/core/time.ts';
import type { Dispute } from '../../shop/money/payments/provider-record.rules.ts';
import type { DisputeRow } from '../../shop/money/transactions/dispute.rules.ts';
import { isPaid } from '../../shop/money/transactions/transaction-status.rules.ts';
import type { Comparison } from './comparison.ts';
import { disputeDifferences } from './verify-provider.rules.ts';
import { findOurs, listOurDisputes } from './verify-provider.sql.ts';

/** Long before anybody paid anything with it. */
const BEGINNING = 365 * DAY_MS;

/** Compares the disputes of a period with those of the provider, both ways. */
export async function compareDisputes(work: Comparison): Promise<void> {
  const { note, pauses_ms } = work;
  let theirs = await listTheirs(work);
  for (const pause_ms of [...pauses_ms, 0]) {
    const ours = await listOurs(work, theirs);
    const references = new Set([...theirs.keys(), ...ours.keys()]);
    const found = [...references].map((reference) => ({
      record: `${ours.get(reference)?.transaction_id ?? 'unknown here'} (${reference})`,
      problems: disputeDifferences(ours.get(reference), theirs.get(reference)),
    }));
    const is_same = found.every(({ problems }) => problems.length === 0);
    if (is_same || pause_ms === 0) {
      for (const { record, problems } of found) note(record, problems);
      return;
    }
    await setTimeout(pause_ms);
    theirs = await listTheirs(work);
  }
}

/** Only of payments that we have: others are of other programs. */
async function listTheirs(work: Comparison): Promise<Map<string, Dispute>> {
  const { db, store, gateway, since = BEGINNING, until = Number.POSITIVE_INFINITY, clock } = work;
  const { store_id } = store;
  const now = Math.min(until, clock() + store.clock_ahead_ms);
  const found = new Map<string, Dispute>();
  for (const one of await gateway.listDisputes({ store_id, since, now })) {
    const names = { references: [one.charge_reference], keys: [] };
    const of = { store_id, provider: gateway.provider };
    const [payment] = await findOurs(db.reader(null), of, names);
    if (payment && isPaid(payment)) found.set(one.reference, one);
  }
  return found;
}

/** Ours of those, and all that we have since then. */
async function listOurs(
  { db, store, gateway, since = 0, until = Number.POSITIVE_INFINITY }: Comparison,
  theirs: Map<string, Dispute>,
): Promise<Map<string, DisputeRow>> {
  const of = { store_id: store.store_id, provider: gateway.provider };
  const rows = await listOurDisputes(db.reader(null), of);
  const compared = rows.filter(
    ({ reference, opened_at }) =>
      theirs.has(reference) || (opened_at >= since && opened_at <= until),
  );
  return new Map(compared.map((row) => [row.reference, row]));
}
