import assert from 'node:assert/strict';
import { changeBalance } from '../customers/balance.sql.ts';
import type { Tx } from '../db/database.ts';
import type { StoreTx } from '../operation/work.ts';
import { ledgerEntries } from './ledger.rules.ts';
import {
  canBecome,
  settledAt,
  showTransaction,
  type TransactionRow,
  usesCredit,
  withRefund,
} from './transaction.rules.ts';
import {
  insertLedgerEntry,
  lockTransaction,
  releaseRefund,
  saveRefunded,
  saveSettled,
} from './transaction.sql.ts';

/** How a transaction ended. */
export type Ending = { status: 'paid' } | { status: 'declined'; decline_code: string };

/**
 * The one step in which a pending transaction is settled, whatever it is for: its row, the
 * customer's balance, the ledger, the payment that a refund is of, and the event, together. What
 * is to follow from every payment, refund or decline belongs here. `pending` is locked, and may
 * bring what else has become known of it (its card, period, reference).
 */
export async function settleTransaction(
  { tx, emit, now }: StoreTx,
  pending: TransactionRow,
  ending: Ending,
): Promise<TransactionRow> {
  assert(canBecome(pending.status, ending.status));
  const settled: TransactionRow = {
    ...pending,
    status: ending.status,
    decline_code: ending.status === 'declined' ? ending.decline_code : null,
    settled_at: settledAt(pending, now),
    next_attempt_at: null,
    action_url: null,
    needs_review: 0,
  };
  assert.equal(await saveSettled(tx, settled), 1);
  await settleBalance(tx, settled);
  if (settled.status === 'declined') {
    await releaseRefundOf(tx, settled);
    emit('transaction.declined', showTransaction(settled));
    return settled;
  }
  await postLedger(tx, settled);
  const refunded = await countRefund(tx, settled);
  if (refunded) emit('transaction.refunded', showTransaction(refunded));
  // A payment of 0 emits no transaction event: other events report what happened.
  else if (settled.total_minor > 0) emit('transaction.paid', showTransaction(settled));
  return settled;
}

/**
 * Used credit was taken when the transaction was opened, and a decline returns it. All other changes
 * of the balance are made once the transaction is paid.
 */
async function settleBalance(tx: Tx, row: TransactionRow): Promise<void> {
  const { customer_id, currency, created_at: now, balance_change_minor } = row;
  const is_due = usesCredit(row) ? row.status === 'declined' : row.status === 'paid';
  if (!is_due || balance_change_minor === 0) return;
  const change_minor = usesCredit(row) ? -balance_change_minor : balance_change_minor;
  await changeBalance(tx, { customer_id, currency, change_minor, now });
}

async function postLedger(tx: Tx, row: TransactionRow): Promise<void> {
  assert(row.settled_at !== null, 'only a settled transaction moves money');
  const { transaction_id, currency, settled_at: created_at } = row;
  for (const [position, entry] of ledgerEntries(row).entries()) {
    await insertLedgerEntry(tx, { ...entry, transaction_id, position, currency, created_at });
  }
}

/** After a declined refund: its amount can be refunded again. */
async function releaseRefundOf(tx: Tx, row: TransactionRow): Promise<void> {
  const { refunded_transaction_id: transaction_id, total_minor: amount_minor } = row;
  if (transaction_id !== null) await releaseRefund(tx, { transaction_id, amount_minor });
}

/** Updates the payment that a refund is for and returns it; undefined if this is not a refund. */
async function countRefund(tx: Tx, row: TransactionRow): Promise<TransactionRow | undefined> {
  if (row.refunded_transaction_id === null) return undefined;
  const original = await lockTransaction(tx, row.refunded_transaction_id);
  assert(original, 'what is refunded exists');
  const after = withRefund(original, row.total_minor);
  await saveRefunded(tx, after);
  return after;
}
