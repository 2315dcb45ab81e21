import type { Tx } from '../../../platform/db/database.ts';
import { changes, reads } from '../../../platform/db/rows.ts';
import type { TransactionRow } from './transaction.rules.ts';

const CLAIM_REFUND = changes('transactions', 'transaction_id')`
  UPDATE transactions SET refunding_minor = refunding_minor + :amount_minor
  WHERE store_id = :store_id AND transaction_id = :transaction_id
    AND refunding_minor + :amount_minor <= total_minor`;
const CLAIM_NEW_REFUND = changes('transactions', 'transaction_id')`
  ${CLAIM_REFUND} AND status IN ('paid', 'partially_refunded')`;
const CLAIM_MADE_REFUND = changes('transactions', 'transaction_id')`
  ${CLAIM_REFUND} AND status NOT IN ('pending', 'declined')`;

/**
 * Reserves an amount for a refund; returns 0 when less is left to refund. What is disputed cannot
 * be refunded, but may have been, at the provider, before we knew.
 */
export const claimRefund = (
  tx: Tx,
  { is_made, ...claim }: { transaction_id: string; amount_minor: number; is_made: boolean },
) => tx.run(is_made ? CLAIM_MADE_REFUND : CLAIM_NEW_REFUND, claim);

const RETURN_REFUND = changes('transactions', 'transaction_id')`
  UPDATE transactions SET refunding_minor = refunding_minor - :amount_minor
  WHERE store_id = :store_id AND transaction_id = :transaction_id`;

export const releaseRefund = (tx: Tx, claim: { transaction_id: string; amount_minor: number }) =>
  tx.run(RETURN_REFUND, claim);

const STANDING_REFUNDS = reads('transactions', 'refunded_transaction_id = :transaction_id')`
  SELECT t.effect, t.total_minor, t.tax_rows FROM transactions t
  WHERE t.store_id = :store_id AND t.refunded_transaction_id = :transaction_id
    AND t.status IN ('pending', 'paid')`;

export type StandingRefund = Pick<TransactionRow, 'effect' | 'total_minor' | 'tax_rows'>;

/** Refunds of a payment, made or under way. */
export const listRefundReversals = (tx: Tx, transaction_id: string) =>
  tx.all<StandingRefund>(STANDING_REFUNDS, { transaction_id });

const FAIL_REFUND = changes('transactions', 'transaction_id')`
  UPDATE transactions SET status = :status, decline_code = :decline_code
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND status = 'paid'`;

export const saveFailedRefund = (
  tx: Tx,
  { transaction_id, status, decline_code }: TransactionRow,
) => tx.run(FAIL_REFUND, { transaction_id, status, decline_code });

const SAVE_REFUNDED = changes('transactions', 'transaction_id')`
  UPDATE transactions SET refunded_minor = :refunded_minor, status = :status
  WHERE store_id = :store_id AND transaction_id = :transaction_id`;

export const saveRefunded = (tx: Tx, { transaction_id, refunded_minor, status }: TransactionRow) =>
  tx.run(SAVE_REFUNDED, { transaction_id, refunded_minor, status });
