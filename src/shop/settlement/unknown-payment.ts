import { isoInstant } from '../../platform/core/time.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import type { Gateway, Hint } from '../money/payments/gateway.ts';
import { findHold } from '../money/payments/held-charges.sql.ts';
import { RECORDS_MAX } from '../money/payments/provider-record.rules.ts';
import { withTimeout } from '../money/payments/with-timeout.ts';
import {
  listUnknownPayments,
  noteUnknownPayment,
  seeUnknownPayment,
} from './unknown-payment.sql.ts';

/** Somebody has paid on a page that was opened after the restored backup: only the provider knows. */
export async function recordUnknownPayment(
  { reader, store, services, write }: StoreWork,
  gateway: Gateway,
  { key, reference }: Hint,
): Promise<void> {
  if (key === null || !/^txn_/.test(key)) return;
  const { store_id } = store;
  const [record] = await withTimeout(gateway.recordsOf({ store_id, references: [reference] }));
  if (record?.status !== 'paid' || record.about?.store_id !== store_id) return;
  const { amount_minor, refunded_minor, currency, made_at } = record;
  if (refunded_minor >= amount_minor) return;
  // Renewals are recorded when charges are compared.
  if (record.about.subscription_id !== null && (await findHold(reader)) !== null) return;
  const { provider } = gateway;
  const paid_at = made_at ?? services.clock();
  const payment = { provider, reference, amount_minor, currency, paid_at, seen_at: null };
  const is_new = await write(async ({ tx }) =>
    noteUnknownPayment(tx, { transaction_id: key, ...payment }),
  );
  if (is_new === 0) return;
  const details = { store_id, reference, transaction_id: key };
  services.log.error(
    'a payment of this store is not known here: give what was bought, or refund it',
    details,
  );
}

/** Unknown payments that were refunded at the provider are settled: nothing is owed to anybody. */
export async function markRefundedAsSeen(
  { reader, store, services, write }: StoreWork,
  gateway: Gateway,
): Promise<void> {
  const unseen = await listUnknownPayments(reader, RECORDS_MAX);
  if (unseen.length === 0) return;
  const references = unseen.map(({ reference }) => reference);
  const { store_id } = store;
  const records = await withTimeout(gateway.recordsOf({ store_id, references }));
  const returned = new Set(
    records.flatMap((one) => (one.refunded_minor >= one.amount_minor ? one.reference : [])),
  );
  for (const { transaction_id, reference } of unseen) {
    if (!returned.has(reference)) continue;
    const now = services.clock();
    await write(async ({ tx, audit }) => {
      if ((await seeUnknownPayment(tx, { transaction_id, now })) === 0) return;
      audit({ target: reference, before: { seen_at: null }, after: { seen_at: isoInstant(now) } });
    });
  }
}
