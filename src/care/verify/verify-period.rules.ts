import type { PeriodRefund } from '../../shop/money/transactions/period-refunds.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import type { PauseRow } from '../../shop/subscriptions/pause.rules.ts';
import type { Effect } from '../../shop/subscriptions/renewal.rules.ts';
import { period, type SubscriptionRow } from '../../shop/subscriptions/subscription.rules.ts';

/** The payment that a subscription is as it is after: its beginning, a renewal or a change. */
export type Basis = Pick<
  TransactionRow,
  'effect' | 'period_start' | 'period_end' | 'total_minor' | 'balance_change_minor'
>;

export interface PeriodFacts {
  basis: Basis | undefined;
  pauses: readonly PauseRow[];
  /** When the last period was begun to be paid for: the beginning or a renewal. */
  paid_since: number | undefined;
  /** Whether a cancel or a pause has left a charge behind: it may have paid for more time. */
  has_left_charge: boolean;
}

/** The current period and its price follow from the last payment, and its end from pauses too. */
export function currentPeriodProblems(
  row: SubscriptionRow,
  { basis, pauses, paid_since, has_left_charge }: PeriodFacts,
): string[] {
  if (!basis) return []; // Said elsewhere: it has no beginning.
  const problems: string[] = [];
  const compare = (name: keyof SubscriptionRow, meant: number | null) => {
    if (row[name] !== meant) problems.push(`${name} is ${row[name]}, ${meant} follows`);
  };
  const { start, end, paused_ms, covered_minor, due_from } = agreedPeriod(row, basis);
  compare('current_period_start', start);
  if (basis.period_start !== start) {
    problems.push(`${basis.period_start} is when its payment says that the period began`);
  }
  if (paid_since !== undefined) compare('paid_since', paid_since);
  const moved = pauses.filter((one) => one.period_start === row.current_period_start);
  compare(
    'paused_ms',
    moved.reduce((sum, one) => sum + one.resumed_at - one.paused_at, 0),
  );
  const meant_end = end === null ? null : end + row.paused_ms - paused_ms;
  if (!has_left_charge || row.current_period_end < (meant_end ?? 0)) {
    compare('current_period_end', meant_end);
  }
  if (covered_minor !== undefined) compare('covered_minor', covered_minor);
  const { anchor_at, period_number } = row;
  const next = period(anchor_at, row, period_number + 1).current_period_start;
  const meant_next = Math.max(row.current_period_end, due_from);
  if (!has_left_charge && next !== meant_next) {
    problems.push(`the next period begins at ${next}, ${meant_next} follows`);
  }
  const is_charged = row.status === 'active' || row.status === 'trialing';
  if (is_charged && row.cancel_at_period_end === 0) {
    compare('next_payment_at', row.current_period_end);
  }
  return problems;
}

/** The period as the payment has left it. A longer trial has moved its end since. */
function agreedPeriod(row: SubscriptionRow, { effect, ...paid }: Basis) {
  const after: Partial<Effect> = JSON.parse(effect ?? '{}');
  const has_trial = row.trial_end !== null && (after.period_number ?? -1) < 0;
  const end = after.current_period_end ?? paid.period_end;
  const price = paid.total_minor - paid.balance_change_minor;
  return {
    start: after.current_period_start ?? paid.period_start,
    end: has_trial && (end ?? 0) <= (row.trial_end ?? 0) ? row.trial_end : end,
    paused_ms: after.paused_ms ?? 0,
    // Past due on 14 December, changed from a month to a week on the 16th: the week begins then.
    due_from: (after.period_number ?? 0) < 0 ? (after.anchor_at ?? 0) : 0,
    // Before Kassa knew what is paid for, that was not kept with a change.
    covered_minor: effect === null ? (has_trial ? 0 : price) : after.covered_minor,
  };
}

/** A refund or a dispute that stands, of a payment of the subscription. */
export interface StandingRest {
  /** Its transaction, or the provider's name for the dispute. */
  of: string;
  payment_id: string;
  paid_at: number;
  rest_minor: number;
}

/**
 * What was refunded of the rest of the period is the sum of what is known to have taken it; refunds
 * from before that was kept by their names may have taken more, as far as there are any.
 */
export function restProblems(row: SubscriptionRow, standing: readonly StandingRest[]): string[] {
  const named: PeriodRefund[] = JSON.parse(row.period_refunds);
  const problems: string[] = [];
  for (const one of named) {
    const found = standing.filter(({ of }) => of === one.of);
    const rest = found.reduce((sum, { rest_minor }) => sum + rest_minor, 0);
    if (one.rest_minor > rest) problems.push(`${one.of} has taken ${rest}, not ${one.rest_minor}`);
  }
  const sum = named.reduce((all, one) => all + one.rest_minor, 0);
  const may_be_older = standing.some(
    (one) => one.paid_at >= row.paid_since && !named.some(({ of }) => of === one.of),
  );
  const { rest_refunded_minor: kept } = row;
  if (kept < sum || (kept > sum && !may_be_older)) {
    problems.push(`${kept} is refunded of the rest of its period, ${sum} follows`);
  }
  return problems;
}
