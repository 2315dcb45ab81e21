import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts';
import type { StoreWork } from '../../../platform/operation/work.ts';
import { withTimeout } from '../payments/with-timeout.ts';
import { askForFeeLater, listDueFees, saveFee } from './fee.sql.ts';
import { feeEntries } from './ledger.rules.ts';
import { post } from './settle-transaction.ts';
import type { TransactionRow } from './transaction.rules.ts';
import { findTransaction, lockTransaction } from './transaction.sql.ts';
import { isPaid } from './transaction-status.rules.ts';

/** Asks the provider what it kept of a payment, if that is not known yet, and records it. */
export async function learnFee(work: StoreWork, row: TransactionRow): Promise<void> {
  const { store, now, services, write } = work;
  const { transaction_id, provider_reference: reference, fee_minor } = row;
  const lacks_fee = isPaid(row) && row.type !== 'refund' && row.total_minor > 0;
  if (!lacks_fee || fee_minor !== null || reference === null) return;
  const gateway = services.gatewayOf(store, row.provider);
  if (!gateway) return;
  const name = { store_id: store.store_id, reference, now };
  const answer = await withTimeout(gateway.lookUpCharge(name));
  const fee = answer.status === 'paid' ? answer.fee : undefined;
  if (!fee) return;
  const { amount_minor, currency } = fee;
  await write(async (context) => {
    const { tx } = context;
    await lockTransaction(tx, transaction_id);
    const known = { transaction_id, fee_minor: amount_minor, fee_currency: currency };
    if ((await saveFee(tx, known)) === 0) return; // Somebody else was faster.
    const where = { transaction: row, currency, created_at: now };
    await post(context, where, feeEntries(amount_minor));
  });
}

/** When a fee is looked up again, by real time. After the last it stays unknown. */
const PAUSES_MS = [HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS];
const BATCH = 50;

/** Asks for fees that were not known when a payment was made. Returns whether there may be more. */
export async function learnDueFees(work: StoreWork): Promise<boolean> {
  const { reader, write, services, store } = work;
  const wall = services.clock();
  const due = await listDueFees(reader, { wall, limit: BATCH });
  for (const { transaction_id, fee_attempts } of due) {
    const pause = PAUSES_MS[fee_attempts];
    const fee_due_at = pause === undefined ? null : wall + pause;
    // First of all, so that a fee that cannot be had is not looked up all the time.
    await write(async ({ tx }) => askForFeeLater(tx, { transaction_id, fee_attempts, fee_due_at }));
    const row = await findTransaction(reader, transaction_id);
    await (row && learnFee(work, row))?.catch((error) => {
      const { store_id } = store;
      services.log.error('fee unknown', { store_id, transaction_id, error: String(error) });
    });
  }
  return due.length === BATCH;
}
