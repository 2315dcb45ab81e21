import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, reads } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { DisputeRow } from './dispute.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';

const disputes = table<DisputeRow>('disputes', 'd', {
  transaction_id: 'key',
  reference: 'key',
  status: 'changes',
  amount_minor: 'changes',
  currency: 'fixed',
  fee_minor: 'changes',
  fee_currency: 'changes',
  reason: 'changes',
  due_at: 'changes',
  credit_minor: 'changes',
  debt_minor: 'changes',
  rest_minor: 'changes',
  excess_minor: 'changes',
  tax_rows: 'changes',
  times_won: 'changes',
  times_lost: 'changes',
  ends_subscription: 'changes',
  opened_at: 'fixed',
  closed_at: 'changes',
});

const OF_PAYMENT = reads('disputes', 'transaction_id')`
  ${disputes.select} AND d.transaction_id = :transaction_id
  ORDER BY d.opened_at, d.reference`;

/** The disputes of a payment, the oldest first. */
export const listDisputesOf = (reader: Reader, transaction_id: string) =>
  reader.all<DisputeRow>(OF_PAYMENT, { transaction_id });

/** The payment must be locked in this transaction. */
export const saveDispute = disputes.save;

const SAVE_DISPUTED = changes('transactions', 'transaction_id')`UPDATE transactions
  SET disputed_minor = :disputed_minor, dispute = :dispute, status = :status
  WHERE store_id = :store_id AND transaction_id = :transaction_id`;

/** The payment must be locked in this transaction. */
export const saveDisputed = (
  tx: Tx,
  { transaction_id, disputed_minor, dispute, status }: TransactionRow,
) => tx.run(SAVE_DISPUTED, { transaction_id, disputed_minor, dispute, status });

const ENDING = `SELECT t.subscription_id, d.transaction_id FROM disputes d
  JOIN transactions t ON t.store_id = d.store_id AND t.transaction_id = d.transaction_id
  WHERE d.store_id = :store_id AND d.ends_subscription = 1
  ORDER BY d.transaction_id LIMIT :limit`;

/** Payments whose lost disputes have yet to end a subscription. */
export const listEndingDisputes = (reader: Reader, limit: number) =>
  reader.all<{ subscription_id: string; transaction_id: string }>(ENDING, { limit });

const ENDED = changes('disputes', 'transaction_id')`UPDATE disputes SET ends_subscription = 0
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND ends_subscription = 1`;

export const recordSubscriptionEnded = (tx: Tx, transaction_id: string) =>
  tx.run(ENDED, { transaction_id });
