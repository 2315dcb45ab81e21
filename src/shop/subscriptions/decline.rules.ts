import { DAY_MS } from '../../platform/core/time.ts';
import { HARD_DECLINES } from '../money/payments/card.rules.ts';
import { settledAt, type TransactionRow } from '../money/transactions/transaction.rules.ts';
import type { Settings } from '../store/store-settings.rules.ts';
import { type SubscriptionRow, withStatus } from './subscription.rules.ts';

/**
 * The subscription after a declined renewal: retried later, or ended. With retries after 3, 5 and 7
 * days, one that fails on the 1st is tried on the 4th, the 9th and the 16th. `was_past_due`: it was
 * past due already when the period fell due. Then its days are counted from there: a customer who
 * pays one day of a daily plan after three weeks is past due with the next day, and does not get
 * three more weeks.
 */
export function afterDecline(
  row: SubscriptionRow,
  declined: TransactionRow,
  {
    now,
    settings,
    has_paid,
    was_past_due,
  }: { now: number; settings: Settings; has_paid: boolean; was_past_due: boolean },
): SubscriptionRow {
  const { retry_days } = settings;
  const failed_at = settledAt(declined, now);
  const is_first = row.status !== 'past_due';
  const since = is_first && was_past_due ? Math.min(row.current_period_end, failed_at) : failed_at;
  const tries = is_first ? triesSince(since, failed_at, retry_days) : row.payment_retries + 1;
  const days = retry_days[tries];
  const latest_transaction_id = declined.transaction_id;
  const failed = { ...row, payment_retries: tries, latest_transaction_id };
  if (days === undefined) return endUnpaid(failed, settings, now);
  const license_days = has_paid ? settings.past_due_license_days : settings.unpaid_license_days;
  const grace_ends_at = !is_first
    ? row.grace_ends_at
    : license_days === null
      ? null
      : since + license_days * DAY_MS;
  const is_hard = HARD_DECLINES.includes(declined.decline_code ?? '');
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0) * DAY_MS;
  const counted_from = since + (is_first ? sum(retry_days.slice(0, tries)) : 0);
  return withStatus(failed, 'past_due', now, {
    grace_ends_at,
    next_payment_at: counted_from + days * DAY_MS,
    past_due_until: is_hard ? counted_from + sum(retry_days.slice(tries)) : null,
  });
}

/** How many of the retries would have been made by then. */
function triesSince(since: number, now: number, retry_days: readonly number[]): number {
  let [tries, at] = [0, since];
  for (const days of retry_days) {
    at += days * DAY_MS;
    if (at > now) break;
    tries += 1;
  }
  return tries;
}

/** Ends an unpaid subscription: canceled or paused, as the store has chosen. */
export function endUnpaid(row: SubscriptionRow, settings: Settings, now: number): SubscriptionRow {
  const due = { past_due_until: null, grace_ends_at: null, used_time: null };
  const over = { ...due, pending_change: null };
  return settings.after_retries === 'pause'
    ? withStatus(row, 'paused', now, { ...over, paused_at: now, paused_by: 'unpaid' })
    : withStatus(row, 'canceled', now, {
        ...over,
        canceled_at: now,
        ended_at: now,
        cancellation_reason: 'payment_failed',
      });
}
