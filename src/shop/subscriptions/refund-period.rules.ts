import { type Chargeable, wholeSteps } from '../money/payments/chargeable.rules.ts';
import type { EndRefund } from '../money/transactions/period-refunds.rules.ts';
import { leftMinor, type TransactionRow } from '../money/transactions/transaction.rules.ts';
import { isDisputed } from '../money/transactions/transaction-status.rules.ts';
import { unusedMinor, unusedPaidMinor } from './bill.rules.ts';
import { isPeriodOver } from './state.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

/** How much goes back: all that was paid for the period, or the part for its remaining time. */
export type Extent = EndRefund['how'];

interface PaymentPart {
  payment: TransactionRow;
  amount_minor: number;
}

/** What goes back for a period, and where to. */
interface PlannedRefund {
  /** To the cards that it was paid with. */
  refunds: PaymentPart[];
  /** To the balance: parts of payments that are disputed, which cannot be refunded. */
  credited: PaymentPart[];
  /** All that goes to the balance, those parts too. */
  to_balance_minor: number;
}

/** What is kept of a cancel that pays back: a refund that it has counted may fail later. */
export function endRefundOf(
  row: SubscriptionRow,
  { extent, now }: { extent: Extent; now: number },
): EndRefund | null {
  if (isPeriodOver(row, now)) return null;
  return extent === 'full' ? { how: extent } : { how: extent, unused_minor: unusedMinor(row, now) };
}

/**
 * What a cancel pays back of the current period: all that was paid for it, or the part for its
 * remaining time; nothing once it is over. The newest payment is refunded first. What was paid from
 * the balance returns to the balance, and so does what the provider cannot refund because it is no
 * whole step.
 *
 * A month was paid with 20 and later, for more seats, with 12, and 22 go back: the 12 first, then 10
 * of the 20. If the 12 are disputed, their bank decides about them: 10 of the 20 are refunded, and
 * 12 go to the balance.
 */
export function plannedRefund(
  row: SubscriptionRow,
  payments: TransactionRow[],
  { extent, now, chargeable }: { extent: Extent; now: number; chargeable: Chargeable },
): PlannedRefund {
  const refunds: PaymentPart[] = [];
  const credited: PaymentPart[] = [];
  let credited_minor = 0;
  let unrefunded_minor = paidBackMinor(row, { extent, now });
  for (const payment of payments) {
    const most_minor = Math.min(unrefunded_minor - credited_minor, paidForPeriodMinor(payment));
    if (isDisputed(payment) && most_minor > 0) {
      credited.push({ payment, amount_minor: most_minor });
      credited_minor += most_minor;
      continue;
    }
    const amount_minor = wholeSteps(most_minor, chargeable);
    if (amount_minor <= 0) continue;
    refunds.push({ payment, amount_minor });
    unrefunded_minor -= amount_minor;
  }
  return { refunds, credited, to_balance_minor: Math.max(0, unrefunded_minor) };
}

/** All that goes back for the period, wherever to. */
function paidBackMinor(
  row: SubscriptionRow,
  { extent, now }: { extent: Extent; now: number },
): number {
  if (isPeriodOver(row, now)) return 0;
  return extent === 'prorated' ? unusedPaidMinor(row, now) : row.period_paid_minor;
}

/** How much of a payment is left that was for this period: no debt that it paid, and no credit. */
const paidForPeriodMinor = (payment: TransactionRow): number =>
  leftMinor(payment) - payment.credited_minor - Math.max(0, payment.balance_change_minor);
