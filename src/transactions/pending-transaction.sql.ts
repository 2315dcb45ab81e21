import type { Reader, Tx } from '../db/database.ts';
import { besidesKey } from '../db/table.ts';
import type { TransactionRow } from './transaction.rules.ts';

const LOCK_UNASKED = `SELECT transaction_id FROM transactions
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND ${besidesKey('status')} = 'pending'
    AND provider_reference IS NULL AND action_url IS NULL AND give_back_minor IS NULL
    AND review_outcome IS NULL AND needs_review = 0 AND attempts = 0
    AND clock_moved_ms = :clock_moved_ms FOR UPDATE`;

/** Locks a pending transaction if it is still as it was when it was opened. */
export const lockUnasked = (
  tx: Tx,
  { transaction_id, clock_moved_ms }: Pick<TransactionRow, 'transaction_id' | 'clock_moved_ms'>,
) => tx.maybe<object>(LOCK_UNASKED, { transaction_id, clock_moved_ms });

const FIND_PENDING_OF = `SELECT t.transaction_id FROM transactions t
  WHERE t.store_id = :store_id AND t.status = 'pending' AND t.provider = :provider LIMIT 1`;

/** A payment or refund that this provider has not ended yet. */
export const findPendingOf = (reader: Reader, provider: string) =>
  reader.maybe<{ transaction_id: string }>(FIND_PENDING_OF, { provider });

const FORGET_WAIT = `UPDATE transactions SET clock_moved_ms = :now - created_at
  WHERE store_id = :store_id AND status = 'pending' AND type IN ('renewal', 'plan_change')
    AND buyer_present = 0 AND provider_reference IS NULL AND created_at >= :since
    AND created_at <= :now`;

/**
 * Charges that were opened since then, while charges were held, were never asked of the provider:
 * they are as good as new, however long they have waited.
 */
export const forgetWait = (tx: Tx, held: { since: number; now: number }) =>
  tx.run(FORGET_WAIT, held);
