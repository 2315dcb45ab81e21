import { fromMinor } from '../platform/core/money.ts';
import { KASSA } from '../platform/core/program.ts';
import { type Clock, isoInstant } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import { SettingsError } from '../platform/machine/settings.ts';
import { auditCommand } from '../platform/operation/audit.ts';
import { listUnknownPayments, seeUnknownPayment } from '../shop/settlement/unknown-payment.sql.ts';
import { listStores, type StoreRow } from '../shop/store/store.sql.ts';
import type { Output } from './output.ts';

const LISTED_MAX = 100;

/** Payments that a provider has reported and that no record here is about, of some stores. */
export async function unknownPayments(db: Database, stores: StoreRow[]) {
  const found = [];
  for (const store of stores) {
    for (const row of await listUnknownPayments(db.reader(store), LISTED_MAX)) {
      const { transaction_id, reference, currency } = row;
      const amount = fromMinor(row.amount_minor, currency);
      const paid_at = isoInstant(row.paid_at);
      const { store_id, name } = store;
      found.push({ store_id, name, transaction_id, reference, amount, currency, paid_at });
    }
  }
  return found;
}

/** Somebody has seen to a payment that nobody here knew. */
export async function markSeen(
  db: Database,
  { reference, clock }: { reference: string | undefined; clock: Clock },
  output: Output,
): Promise<void> {
  const unknown = await unknownPayments(db, await listStores(db.reader(null)));
  const found = unknown.find((one) =>
    [one.reference, one.transaction_id].includes(reference ?? ''),
  );
  if (!found)
    throw new SettingsError(`There is no unknown payment of this name. See: ${KASSA} charges`);
  const { store_id, transaction_id } = found;
  const now = clock();
  await db.write({ store_id }, async (tx) => {
    if ((await seeUnknownPayment(tx, { transaction_id, now })) === 0) return;
    const change = { target: found.reference, before: { seen_at: null } };
    const after = { seen_at: isoInstant(now) };
    await auditCommand(tx, 'charges seen', { store_id, at: now, ...change, after });
  });
  output.record({ ...found, seen: true }, [
    `Seen to: ${found.amount} ${found.currency} of "${found.name}".`,
  ]);
}
