import type { Reader } from '../../../platform/db/database.ts';
import type { TransactionStatus } from './transaction-status.rules.ts';

// The index of the status alone: with a value, one of the partial indexes might be taken for it.
const COUNT = `SELECT count(*) AS count FROM (
  SELECT 1 AS one FROM transactions t
  WHERE t.store_id = :store_id AND t.status = :status || '' LIMIT :most) counted`;

/** How many transactions are in a state, counted up to `most`. */
export const countTransactions = async (
  reader: Reader,
  of: { status: TransactionStatus; most: number },
): Promise<number> => (await reader.maybe<{ count: number }>(COUNT, of))?.count ?? 0;

const COUNT_REFUNDS = `SELECT CAST(COALESCE(SUM(counted.is_refund), 0) AS bigint) AS count FROM (
  SELECT CASE WHEN t.type = 'refund' THEN 1 ELSE 0 END AS is_refund FROM transactions t
  WHERE t.store_id = :store_id AND t.status = :status || '' LIMIT :most) counted`;

/** How many of as many transactions in a state are refunds. */
export const countRefunds = async (
  reader: Reader,
  of: { status: TransactionStatus; most: number },
): Promise<number> => (await reader.maybe<{ count: number }>(COUNT_REFUNDS, of))?.count ?? 0;
