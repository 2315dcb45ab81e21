import type { Reader } from '../db/database.ts';
import type { DisputeRow } from '../transactions/dispute.rules.ts';
import type { TransactionRow } from '../transactions/transaction.rules.ts';

/** As in verify.sql.ts: identifiers after one, up to another. */
type Range = Record<'store_id' | 'after' | 'upto', string>;

const DISPUTES = `SELECT * FROM disputes
  WHERE store_id = :store_id AND transaction_id > :after AND transaction_id <= :upto
  ORDER BY transaction_id, opened_at, reference`;

export const disputesIn = (reader: Reader, range: Range) => reader.all<DisputeRow>(DISPUTES, range);

const REFUNDS_OF_DISPUTED = `SELECT r.refunded_transaction_id, r.effect, r.total_minor
  FROM transactions r
  WHERE r.store_id = :store_id AND r.status IN ('pending', 'paid')
    AND r.refunded_transaction_id IN (SELECT d.transaction_id FROM disputes d
      WHERE d.store_id = :store_id AND d.transaction_id > :after AND d.transaction_id <= :upto)`;

/** Refunds of payments that are or were disputed. */
export const refundsOfDisputedIn = (reader: Reader, range: Range) =>
  reader.all<Pick<TransactionRow, 'refunded_transaction_id' | 'effect' | 'total_minor'>>(
    REFUNDS_OF_DISPUTED,
    range,
  );
