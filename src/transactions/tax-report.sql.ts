import type { Reader } from '../db/database.ts';
import type { DisputeRow } from './dispute.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';

export type SettledRow = Pick<
  TransactionRow,
  'transaction_id' | 'type' | 'currency' | 'tax_rows' | 'total_minor' | 'tax_minor' | 'effect'
> & { balance_change_minor: number; settled_at: number };

// Each statement reads one page of its index, whatever else the store has.
const SETTLED = `
  SELECT transaction_id, type, currency, tax_rows, total_minor, tax_minor, balance_change_minor,
    effect, settled_at
  FROM transactions
  WHERE store_id = :store_id AND settled_at <= :until
    AND (settled_at, transaction_id) > (:settled_at, :transaction_id)
    AND status NOT IN ('pending', 'declined', 'failed')
  ORDER BY settled_at, transaction_id LIMIT :limit`;

interface Page {
  until: number;
  limit: number;
}

/** Payments and refunds that were settled until a time and stand, after the given one. */
export const listSettled = (
  reader: Reader,
  page: Page & { settled_at: number; transaction_id: string },
) => reader.all<SettledRow>(SETTLED, { ...page });

export type LostRow = Pick<
  DisputeRow,
  'transaction_id' | 'reference' | 'currency' | 'tax_rows' | 'rest_minor'
> & { closed_at: number };

const LOST = `
  SELECT transaction_id, reference, currency, tax_rows, rest_minor, closed_at FROM disputes
  WHERE store_id = :store_id AND status <> 'opened' AND closed_at <= :until
    AND (closed_at, transaction_id, reference) > (:closed_at, :transaction_id, :reference)
  ORDER BY closed_at, transaction_id, reference LIMIT :limit`;

/**
 * Disputes that had ended until a time, after the given one. One that was won has taken nothing,
 * unless it stands for a refund.
 */
export const listLost = (
  reader: Reader,
  page: Page & { closed_at: number; transaction_id: string; reference: string },
) => reader.all<LostRow>(LOST, { ...page });
