import type { Billing } from './bill.rules.ts';
import { afterEffect, nextPeriod } from './renewal.rules.ts';
import { isRenewalNoticeDue } from './renewal-notice.rules.ts';
import { asResumed } from './state.rules.ts';
import {
  isTrialNoticeDue,
  type SubscriptionRow,
  withNextAction,
  withStatus,
} from './subscription.rules.ts';

const STEPS_MAX = 1_000;

/** The subscription after everything that is due by now, with all payments assumed to succeed. */
export function afterDueSteps(
  row: SubscriptionRow,
  { now, billing }: { now: number; billing: Billing },
): SubscriptionRow {
  let current = row;
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    if (current.next_action_at === null || current.next_action_at > now) break;
    current = nextStep(current, now, billing);
  }
  return current;
}

function nextStep(row: SubscriptionRow, now: number, billing: Billing): SubscriptionRow {
  if (isTrialNoticeDue(row, now)) return withNextAction({ ...row, trial_ending_told: 1 });
  if (isRenewalNoticeDue(row, now)) {
    return withNextAction({ ...row, notice_after: row.current_period_end });
  }
  if (row.status === 'paused') return asResumed(row, row.resumes_at ?? now);
  if (row.past_due_until !== null || row.cancel_at_period_end === 1) {
    return withStatus(row, 'canceled', now, { ended_at: now, pending_change: null });
  }
  const { effect, bill } = nextPeriod(row, billing);
  const balance_minor = row.balance_minor + bill.balance_change_minor;
  return withStatus({ ...afterEffect(row, effect, now), balance_minor }, 'active', now);
}
