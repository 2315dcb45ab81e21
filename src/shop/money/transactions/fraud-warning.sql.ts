import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';

/** A payment of which a bank says that the owner of the card did not make it. */
interface FraudWarningRow {
  transaction_id: string;
  /** The provider's name of the first warning. */
  reference: string;
  /** In the provider's word: `unauthorized_use_of_card`. */
  fraud_type: string;
  warned_at: number;
  /** Until its subscription has been ended because of it. */
  ends_subscription: 0 | 1;
  /** When somebody has decided to keep the payment, or it was refunded by itself. */
  seen_at: number | null;
}

const warnings = table<FraudWarningRow>('fraud_warnings', 'w', {
  transaction_id: 'key',
  reference: 'fixed',
  fraud_type: 'fixed',
  warned_at: 'fixed',
  ends_subscription: 'changes',
  seen_at: 'changes',
});

const NOTE = changes('fraud_warnings', 'transaction_id')`
  INSERT INTO fraud_warnings (store_id, ${warnings.names})
  VALUES (:store_id, ${warnings.names.replace(/\w+/g, ':$&')})
  ON CONFLICT (store_id, transaction_id) DO NOTHING`;

/** Returns 0 if a bank has said it of this payment before. */
export const noteFraudWarning = (tx: Tx, row: FraudWarningRow) => tx.run(NOTE, { ...row });

const SEE = changes('fraud_warnings', 'transaction_id')`UPDATE fraud_warnings SET seen_at = :now
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND seen_at IS NULL`;

/** Returns 0 if there is none, or somebody has seen to it. */
export const seeFraudWarning = (tx: Tx, seen: { transaction_id: string; now: number }) =>
  tx.run(SEE, seen);

// What was refunded, or was ever disputed, needs nobody because of a warning.
const UNSEEN = `SELECT w.transaction_id, w.fraud_type, w.warned_at, t.currency,
    t.total_minor - t.refunding_minor AS left_minor
  FROM fraud_warnings w
  JOIN transactions t ON t.store_id = w.store_id AND t.transaction_id = w.transaction_id
  WHERE w.store_id = :store_id AND w.seen_at IS NULL AND w.warned_at >= :since
    AND t.status IN ('paid', 'partially_refunded') AND t.total_minor > t.refunding_minor
    AND t.dispute IS NULL
  ORDER BY w.warned_at, w.transaction_id LIMIT :limit`;

interface UnseenWarning extends Pick<FraudWarningRow, 'transaction_id' | 'fraud_type'> {
  warned_at: number;
  currency: string;
  left_minor: number;
}

/** Payments with a warning that can still be refunded, the oldest first. */
export const listUnseenWarnings = (reader: Reader, of: { since: number; limit: number }) =>
  reader.all<UnseenWarning>(UNSEEN, of);

const ENDING = `SELECT w.transaction_id, t.subscription_id FROM fraud_warnings w
  JOIN transactions t ON t.store_id = w.store_id AND t.transaction_id = w.transaction_id
  WHERE w.store_id = :store_id AND w.ends_subscription = 1
  ORDER BY w.transaction_id LIMIT :limit`;

/** Payments whose warnings have yet to end a subscription. */
export const listEndingWarnings = (reader: Reader, limit: number) =>
  reader.all<{ transaction_id: string; subscription_id: string }>(ENDING, { limit });

const ENDED = changes('fraud_warnings', 'transaction_id')`
  UPDATE fraud_warnings SET ends_subscription = 0
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND ends_subscription = 1`;

export const recordWarnedEnded = (tx: Tx, transaction_id: string) =>
  tx.run(ENDED, { transaction_id });
