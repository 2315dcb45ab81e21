import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import { coveredTaxOf } from '../../shop/subscriptions/covered-tax.rules.ts';
import type { SubscriptionRow } from '../../shop/subscriptions/subscription.rules.ts';
import { parseUsedTime } from '../../shop/subscriptions/used-time.rules.ts';
import { calculateTax } from '../../shop/tax/calculate-tax.rules.ts';

/** Status, dates and what falls due agree. */
export function subscriptionProblems(row: SubscriptionRow): string[] {
  const problems: string[] = [];
  const is_over = row.status === 'canceled';
  const sleeps = is_over || (row.status === 'paused' && row.resumes_at === null);
  if (sleeps !== (row.next_action_at === null)) problems.push(`${row.status}, and what falls due`);
  const price = { amount_minor: row.price_minor * row.quantity, tax: coveredTaxOf(row).tax };
  const terms = { includes_tax: row.includes_tax === 1, is_discount: false, corrects: null };
  if (row.covered_minor > calculateTax([{ ...price, ...terms }]).total_minor) {
    problems.push(`${row.covered_minor} is paid for a period, which costs less`);
  }
  if (is_over !== (row.ended_at !== null)) problems.push('its end');
  if ((row.status === 'paused') !== (row.paused_at !== null)) problems.push('its pause');
  if (is_over && row.pending_change !== null) problems.push('what has ended is to change');
  if (row.status === 'trialing' && row.trial_end !== row.current_period_end) {
    problems.push('its trial');
  }
  return is_over ? problems : [...problems, ...usedTimeProblems(row)];
}

/** Time that nobody has paid for begins where the paid period ends, and has no gaps. */
function usedTimeProblems(row: SubscriptionRow): string[] {
  let end = row.current_period_end;
  return parseUsedTime(row).flatMap(({ from, to }) => {
    const is_well = from === end && to > from;
    const problem = `time from ${from} to ${to} was used, and is paid up to ${end}`;
    end = to;
    return is_well ? [] : [problem];
  });
}

type Paid = Pick<
  TransactionRow,
  | 'transaction_id'
  | 'type'
  | 'status'
  | 'period_start'
  | 'period_end'
  | 'created_at'
  | 'give_back_minor'
>;

const rank = ({ type }: Paid): number => (type === 'subscription_start' ? 0 : 1);

// Processes that bill the same subscription take turns, each with the instant at which it looked
// for what is due: so periods are in order, and the instants at which they were charged need not be.
const place = ({ type, period_start, created_at }: Paid): number =>
  type === 'plan_change' ? created_at : (period_start ?? created_at);

/** Periods that were paid for: none twice, none overlapping, none after the end. */
export function periodProblems(row: SubscriptionRow, payments: Paid[]): string[] {
  const problems: string[] = [];
  const paid = payments
    .filter(({ status }) => status !== 'declined' && status !== 'pending')
    // A charge that a cancel or a pause abandoned is for no period.
    .filter(({ give_back_minor }) => give_back_minor === null)
    .sort((a, b) => place(a) - place(b) || rank(a) - rank(b) || a.created_at - b.created_at);
  if (paid[0]?.type !== 'subscription_start') problems.push('it has no beginning');
  let end = Number.NEGATIVE_INFINITY;
  for (const { transaction_id, type, period_start, period_end, created_at } of paid) {
    // A debt that was collected is for no period.
    if (type === 'plan_change' && period_end === null) continue;
    if (period_start === null || period_end === null) problems.push(`${transaction_id}: no period`);
    // A change belongs to the period it changes, or begins a new one before the old is over.
    // One of what is past due changes a period that is over.
    else if (type === 'plan_change') {
      if (period_end > created_at) end = Math.max(created_at, Math.min(end, period_end));
    } else if (period_start < end) problems.push(`${transaction_id}: its period was paid for`);
    if (type !== 'plan_change') end = period_end ?? end;
  }
  const { ended_at } = row;
  // Credit in place of a refund that was refused comes after the end, and is for no period.
  const late = payments.filter(
    (one) => ended_at !== null && one.created_at > ended_at && one.period_end !== null,
  );
  for (const { transaction_id } of late) problems.push(`${transaction_id}: charged after its end`);
  return problems;
}

/** When the payment of the last period that was paid for was begun; changes belong to that period. */
export function paidSince(payments: Paid[]): number | undefined {
  const paid = payments.filter(
    ({ type, status, give_back_minor }) =>
      type !== 'plan_change' &&
      status !== 'declined' &&
      status !== 'pending' &&
      give_back_minor === null,
  );
  const last = paid.reduce<Paid | undefined>(
    (latest, one) => (latest && place(latest) > place(one) ? latest : one),
    undefined,
  );
  return last?.created_at;
}
