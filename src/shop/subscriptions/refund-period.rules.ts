import { type Chargeable, wholeSteps } from '../money/payments/chargeable.rules.ts';
import type { EndRefund } from '../money/transactions/period-refunds.rules.ts';
import { leftMinor, type TransactionRow } from '../money/transactions/transaction.rules.ts';
import { isDisputed } from '../money/transactions/transaction-status.rules.ts';
import { unusedMinor, unusedPaidMinor } from './bill.rules.ts';
import { isPeriodOver } from './state.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

interface PlannedPart {
  payment: TransactionRow;
  amount_minor: number;
}

/** What goes back for a period, and where to. */
interface PlannedRefund {
  /** The way it was paid. */
  refunds: PlannedPart[];
  /** Of payments that are disputed and cannot be refunded: to the balance. */
  credited: PlannedPart[];
  /** Everything that goes to the balance. */
  to_balance_minor: number;
}

/** What to keep of a cancel that gives money back: a refund that it has counted may fail later. */
export function endRefundOf(
  row: SubscriptionRow,
  { how, now }: { how: 'prorated' | 'full'; now: number },
): EndRefund | null {
  if (isPeriodOver(row, now)) return null;
  return how === 'full' ? { options: how } : { options: how, unused_minor: unusedMinor(row, now) };
}

/**
 * What a cancel gives back of the current period: all that was paid for it, or the part for its
 * remaining time; nothing once it is over. The newest payment is refunded first. What was paid from
 * the balance returns to the balance, and so does what the provider cannot give back because it is
 * no whole step.
 *
 * Of a month that was paid with 20 and, for more seats, with 12 later, 22 go back: the 12 first,
 * then 10 of the 20. If the 12 are disputed, their bank decides about them: 10 of the 20 are
 * refunded, and 12 go to the balance.
 */
export function plannedRefund(
  row: SubscriptionRow,
  payments: TransactionRow[],
  { how, now, chargeable }: { how: 'prorated' | 'full'; now: number; chargeable: Chargeable },
): PlannedRefund {
  const refunds: PlannedPart[] = [];
  const credited: PlannedPart[] = [];
  let credited_minor = 0;
  const paid_minor = how === 'prorated' ? unusedPaidMinor(row, now) : row.period_paid_minor;
  let left = isPeriodOver(row, now) ? 0 : paid_minor;
  for (const payment of payments) {
    // What had paid a debt, and what went to the balance, was not paid for this period.
    const debt_minor = Math.max(0, payment.balance_change_minor);
    const kept = leftMinor(payment) - payment.credited_minor - debt_minor;
    const most = Math.min(left - credited_minor, kept);
    if (isDisputed(payment) && most > 0) {
      credited.push({ payment, amount_minor: most });
      credited_minor += most;
      continue;
    }
    const amount_minor = wholeSteps(most, chargeable);
    if (amount_minor <= 0) continue;
    refunds.push({ payment, amount_minor });
    left -= amount_minor;
  }
  return { refunds, credited, to_balance_minor: Math.max(0, left) };
}
