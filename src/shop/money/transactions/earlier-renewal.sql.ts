import type { Tx } from '../../../platform/db/database.ts';
import { reads } from '../../../platform/db/rows.ts';
import type { TransactionRow } from './transaction.rules.ts';

const EARLIER = reads('transactions', 'subscription_id')`SELECT t.status FROM transactions t
  WHERE t.store_id = :store_id AND t.subscription_id = :subscription_id
    AND t.transaction_id < :transaction_id AND t.type = 'renewal' AND t.settled_at IS NOT NULL
    AND t.give_back_minor IS NULL AND COALESCE(t.decline_code, '') <> 'charge_canceled'
    AND COALESCE(t.decline_code, '') <> 'payment_not_made'
    AND COALESCE(t.decline_code, '') <> 'trial_used'
  ORDER BY t.transaction_id DESC LIMIT 1`;

/** The status of the renewal that was tried before this one; undefined: this is the first. */
export const earlierRenewal = async (
  tx: Tx,
  of: { transaction_id: string; subscription_id: string },
): Promise<TransactionRow['status'] | undefined> =>
  (await tx.maybe<{ status: TransactionRow['status'] }>(EARLIER, of))?.status;

const PAID = reads('transactions', 'subscription_id')`SELECT 1 AS one FROM transactions t
  WHERE t.store_id = :store_id AND t.subscription_id = :subscription_id
    AND t.transaction_id < :transaction_id AND t.type <> 'refund'
    AND t.status NOT IN ('pending', 'declined') AND t.subtotal_minor > 0
  LIMIT 1`;

/** Whether anything was paid for the subscription before: the beginning of a trial is nothing. */
export const hasEarlierPayment = async (
  tx: Tx,
  of: { transaction_id: string; subscription_id: string },
): Promise<boolean> => (await tx.maybe<{ one: number }>(PAID, of)) !== undefined;

const AT = reads('transactions', 'subscription_id')`SELECT t.status FROM transactions t
  WHERE t.store_id = :store_id AND t.subscription_id = :subscription_id
    AND t.transaction_id <> :transaction_id AND t.type = 'renewal' AND t.settled_at <= :at
    AND COALESCE(t.decline_code, '') <> 'charge_canceled'
    AND COALESCE(t.decline_code, '') <> 'payment_not_made'
  ORDER BY t.transaction_id DESC LIMIT 1`;

/** Whether the last renewal that had ended by then, other than this one, was declined. */
export const wasDeclinedAt = async (
  tx: Tx,
  of: { transaction_id: string; subscription_id: string; at: number },
): Promise<boolean> =>
  (await tx.maybe<{ status: TransactionRow['status'] }>(AT, of))?.status === 'declined';
