import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes } from '../../../platform/db/rows.ts';

const SAVE = changes('transactions', 'transaction_id')`UPDATE transactions
  SET fee_minor = :fee_minor, fee_currency = :fee_currency, fee_due_at = NULL
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND fee_minor IS NULL`;

/** Returns 0 when it is known already. */
export const saveFee = (
  tx: Tx,
  fee: { transaction_id: string; fee_minor: number; fee_currency: string },
) => tx.run(SAVE, fee);

const DUE = `SELECT t.transaction_id, t.fee_attempts FROM transactions t
  WHERE t.store_id = :store_id AND t.fee_due_at <= :wall ORDER BY t.fee_due_at LIMIT :limit`;

/** Payments whose fee is due to be looked up, by real time. */
export const listDueFees = (reader: Reader, due: { wall: number; limit: number }) =>
  reader.all<{ transaction_id: string; fee_attempts: number }>(DUE, due);

const ASK_LATER = changes('transactions', 'transaction_id')`UPDATE transactions
  SET fee_due_at = :fee_due_at, fee_attempts = fee_attempts + 1
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND fee_minor IS NULL
    AND fee_attempts = :fee_attempts`;

/** Without an instant: not looked up any more. */
export const askForFeeLater = (
  tx: Tx,
  later: { transaction_id: string; fee_attempts: number; fee_due_at: number | null },
) => tx.run(ASK_LATER, later);
