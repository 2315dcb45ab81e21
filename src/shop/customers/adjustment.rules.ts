import { fromMinor } from '../../platform/core/money.ts';
import { isoInstant } from '../../platform/core/time.ts';

/** What the seller has put on a balance by hand, or taken from it. */
export interface AdjustmentRow {
  adjustment_id: string;
  customer_id: string;
  currency: string;
  amount_minor: number;
  balance_after_minor: number;
  reason: string | null;
  created_at: number;
}

export const showAdjustment = (row: AdjustmentRow) => ({
  object: 'balance_adjustment',
  adjustment_id: row.adjustment_id,
  customer_id: row.customer_id,
  amount: fromMinor(row.amount_minor, row.currency),
  balance_after: fromMinor(row.balance_after_minor, row.currency),
  currency: row.currency,
  reason: row.reason,
  created_at: isoInstant(row.created_at),
});
