import type { StoreTx, StoreWork } from '../../platform/operation/work.ts';
import { emitLicenseDisabled, emitLicenseEnabled } from '../licenses/emit-license-status.ts';
import type { HeldDebt } from '../money/transactions/held-debt.sql.ts';
import { findPendingCharge } from '../money/transactions/transaction.sql.ts';
import { readSettings } from '../store/read-settings.ts';
import { announceRenewal } from './announce-renewal.ts';
import { auditSubscription } from './audit-subscription.ts';
import { beginRenewal } from './begin-renewal.ts';
import { beginCollecting, giveUp, ROUNDS } from './collect-debt.ts';
import { endUnpaid } from './decline.rules.ts';
import { keepPause } from './pause.sql.ts';
import { readBilling } from './read-billing.ts';
import { nextPeriod } from './renewal.rules.ts';
import { isRenewalNoticeDue } from './renewal-notice.rules.ts';
import { saveSubscription } from './save-subscription.ts';
import { emitUnpaid, settleCharge } from './settle-charge.ts';
import { asResumed } from './state.rules.ts';
import {
  isTrialNoticeDue,
  type SubscriptionRow,
  showSubscription,
  withNextAction,
  withStatus,
} from './subscription.rules.ts';
import { lockSubscription } from './subscription.sql.ts';

/**
 * Does the next thing that is due for a subscription: the notice that its trial ends or that it
 * renews, its end, or a payment. Returns whether anything was due.
 */
export async function runDueSubscription(
  work: StoreWork,
  subscription_id: string,
  round = 1,
): Promise<boolean> {
  const { write, now } = work;
  let was_due = false;
  let held: HeldDebt[] = [];
  const transaction = await write(async (context) => {
    const { tx } = context;
    held = [];
    const row = await lockSubscription(tx, subscription_id);
    was_due = row !== undefined && row.next_action_at !== null && row.next_action_at <= now;
    if (!row || !was_due) return undefined;
    // A charge that was interrupted, or that another process works on: ask again with the same key.
    const pending = await findPendingCharge(tx, subscription_id);
    const is_debt = pending?.effect === null && row.cancel_at_period_end === 1;
    if (pending && !is_debt) return pending;
    if (isTrialNoticeDue(row, now)) return emitTrialEnding(context, row);
    if (isRenewalNoticeDue(row, now)) return announceRenewal(context, row);
    if (row.status === 'paused') return endPause(context, row);
    if (row.past_due_until !== null && !(await isNextFree(context, row)))
      return endPastDue(context, row);
    if (row.cancel_at_period_end === 1) {
      // What is owed is collected before the end, which does not wait for it.
      const request = { request_key: null, is_last: round === ROUNDS };
      const collecting = await beginCollecting(context, row, request);
      held = collecting.held ?? [];
      if (collecting.charge || held.length > 0) return collecting.charge;
      return endAtPeriodEnd(context, row);
    }
    // No earlier than what has happened to it: processes differ by a few milliseconds. And later
    // than the period before, which may be paid only now: its payments are distinguished by their time.
    const at = Math.max(now, row.updated_at, row.paid_since + 1);
    return beginRenewal({ ...context, now: at }, row, null);
  });
  if (held.length > 0) {
    await giveUp(work, held);
    return runDueSubscription(work, subscription_id, round + 1);
  }
  if (transaction) await settleCharge(work, transaction);
  return was_due;
}

/** A free period needs no card. */
async function isNextFree(context: StoreTx, row: SubscriptionRow): Promise<boolean> {
  const billing = await readBilling(context, context.tx, row);
  return nextPeriod(row, billing.at(context.now)).bill.total_minor === 0;
}

async function emitTrialEnding(context: StoreTx, row: SubscriptionRow): Promise<undefined> {
  const { emit, services } = context;
  const announced = withNextAction({ ...row, trial_ending_told: 1 });
  await saveSubscription(context, announced);
  emit('subscription.trial_ending', showSubscription(announced, services));
}

/** Ends a pause at the time that was set for it. */
async function endPause(context: StoreTx, row: SubscriptionRow): Promise<undefined> {
  const { tx, emit, now, services } = context;
  // The pause ended at `resumes_at`, even if this runs later.
  const after = asResumed(row, row.resumes_at ?? now);
  await saveSubscription(context, { ...after, updated_at: now });
  await keepPause(tx, row, after);
  auditSubscription(context, row, after);
  emit('subscription.resumed', showSubscription(after, services));
  await emitLicenseEnabled(context, row);
}

/** Ends a past due subscription whose card was refused for good and not replaced. */
async function endPastDue(context: StoreTx, row: SubscriptionRow): Promise<undefined> {
  const { tx, now } = context;
  const settings = await readSettings(tx);
  const after = endUnpaid(row, settings, now);
  await saveSubscription(context, after);
  auditSubscription(context, row, after);
  await emitUnpaid(context, row, after);
}

async function endAtPeriodEnd(context: StoreTx, row: SubscriptionRow): Promise<undefined> {
  const { emit, now, services } = context;
  const ended = withStatus(row, 'canceled', now, { ended_at: now, pending_change: null });
  await saveSubscription(context, ended);
  auditSubscription(context, row, ended);
  emit('subscription.canceled', showSubscription(ended, services));
  await emitLicenseDisabled(context, row);
}
