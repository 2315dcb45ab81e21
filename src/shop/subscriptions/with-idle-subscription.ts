import { type Detail, ProviderUnanswered, type Refusal } from '../../platform/core/errors.ts';
import type { StoreTx, StoreWork } from '../../platform/operation/work.ts';
import { findHold } from '../money/payments/held-charges.sql.ts';
import { ChargesHeld } from '../money/payments/held-charges.ts';
import { ifAnswered } from '../money/payments/if-answered.ts';
import { ClockDiffers } from '../money/payments/provider-time.ts';
import { StillPending } from '../money/transactions/ask-provider.ts';
import { settleRefund } from '../money/transactions/settle-refund.ts';
import { lastChargeAt } from '../money/transactions/subscription-payments.sql.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { findPendingCharge, findPendingRefund } from '../money/transactions/transaction.sql.ts';
import { isClockWrong } from './clock-is-wrong.ts';
import { runDueSubscription } from './run-due-subscription.ts';
import { settleCharge } from './settle-charge.ts';
import type { SubscriptionRow } from './subscription.rules.ts';
import { lockSubscription } from './subscription.sql.ts';

/** A locked subscription without a pending charge, unless its provider needs more time for it. */
export interface IdleSubscription extends StoreTx {
  before: SubscriptionRow;
  /** No earlier than what has happened to it: a request may have waited while the clock moved. */
  now: number;
  /** A charge that is still pending; only for those who do not wait for it. */
  unsettled: TransactionRow | undefined;
}

/**
 * What a subscription is changed for, which decides what happens before the change:
 * - `change`, `coupon`: its pending charge is settled and what is due is charged. Neither can be left
 *   out: `StillPending`, `ProviderUnanswered`, `ClockDiffers` or `ChargesHeld` is thrown. How much a
 *   change gives back depends on refunds, so a pending one is settled as well.
 * - `free`: the same, but it costs nothing, so it does not wait for what is due and cannot be charged.
 * - `payment`: a charge that the provider needs days for stays pending.
 * - a pause, if it `mayPause`: a charge that cannot be settled is given up, whether or not that works.
 * - `end`: the same, and nothing is charged any more.
 */
type Purpose = 'change' | 'coupon' | 'free' | 'payment' | 'end' | Pause;

interface Pause {
  mayPause(before: SubscriptionRow): boolean;
}

type Change<T> = (found: IdleSubscription) => Promise<T>;

/** What is found in the way of a change, or what it answered. */
type Found<T> =
  | { kind: 'changed'; value: T | undefined }
  | { kind: 'charge'; pending: TransactionRow; before: SubscriptionRow }
  | { kind: 'refund'; pending: TransactionRow }
  | { kind: 'due' };

/**
 * Changes a subscription while it has no pending charge. A pending charge is settled first, and
 * everything that is due is done first. So nothing changes between asking the provider and
 * recording the answer, and no period is skipped. Undefined if there is no such subscription.
 */
export async function withIdleSubscription<T>(
  work: StoreWork,
  subscription_id: string,
  purpose: Purpose,
  change: Change<T>,
): Promise<T | undefined> {
  const is_end = purpose === 'end';
  const state = {
    runs_due: work.services.gatewayOf(work.store) !== undefined && !is_end,
    unsettled: new Set<string>(),
  };
  for (;;) {
    const found = await findOrChange(work, subscription_id, purpose, state, change);
    if (found.kind === 'changed') return found.value;
    if (found.kind === 'refund') await settleRefund(work, found.pending);
    else if (found.kind === 'due') await runDue(work, subscription_id, purpose, state);
    else await trySettling(work, found, purpose, state);
  }
}

interface State {
  runs_due: boolean;
  /** Charges that nobody can settle now: the change is made although they are pending. */
  unsettled: Set<string>;
}

/** Whether the change has to wait for what is due and cannot be charged now. */
const mayCharge = (purpose: Purpose): boolean => purpose === 'change' || purpose === 'coupon';

/** Whether the change is made although a charge could not be settled. */
function isPassedOver(error: unknown, purpose: Purpose): boolean {
  if (purpose === 'payment') return error instanceof StillPending;
  const gives_up = purpose === 'end' || typeof purpose === 'object';
  return gives_up && error instanceof ProviderUnanswered;
}

/** Makes the change, unless something is in its way. */
function findOrChange<T>(
  { write, now }: StoreWork,
  subscription_id: string,
  purpose: Purpose,
  { runs_due, unsettled }: State,
  change: Change<T>,
): Promise<Found<T>> {
  const is_end = purpose === 'end';
  return write(async (context) => {
    const { tx } = context;
    const before = await lockSubscription(tx, subscription_id);
    if (!before) return { kind: 'changed', value: undefined };
    const pending = await findPendingCharge(tx, subscription_id);
    // What collects a debt before the end is not given up, and not waited for.
    const is_debt = is_end && pending?.effect === null;
    if (pending && !is_debt && !unsettled.has(pending.transaction_id)) {
      return { kind: 'charge', pending, before };
    }
    const refund = purpose === 'change' ? await findPendingRefund(tx, subscription_id) : undefined;
    if (refund) return { kind: 'refund', pending: refund };
    const is_due = before.next_action_at !== null && before.next_action_at <= now;
    if (is_due && runs_due && !pending) {
      if ((await findHold(tx)) === null) return { kind: 'due' };
      if (mayCharge(purpose)) throw new ChargesHeld();
    }
    // It ends after everything that was charged, also by a request that came later and was faster.
    const charged_at = is_end ? await lastChargeAt(tx, subscription_id) : 0;
    const at = Math.max(now, before.updated_at, charged_at);
    const value = await change({ ...context, before, now: at, unsettled: pending });
    return { kind: 'changed', value };
  });
}

/** Settles a charge, or remembers that nobody can do that now. */
async function trySettling(
  work: StoreWork,
  { pending, before }: { pending: TransactionRow; before: SubscriptionRow },
  purpose: Purpose,
  state: State,
): Promise<void> {
  const { transaction_id } = pending;
  try {
    await settleCharge(work, pending, purpose === 'end' ? 'cancel' : 'ask');
  } catch (error) {
    if (!isPassedOver(error, purpose)) throw error;
    const gives_up = typeof purpose === 'object' && purpose.mayPause(before);
    // What is due is not charged anew after it was given up.
    if (gives_up) state.runs_due = false;
    const settled = gives_up && (await ifAnswered(settleCharge(work, pending, 'cancel')));
    if (!settled) state.unsettled.add(transaction_id);
  }
}

/** Does what is due. A charge that is begun and not settled is found in the next round. */
async function runDue(
  work: StoreWork,
  subscription_id: string,
  purpose: Purpose,
  state: State,
): Promise<void> {
  if (await isClockWrong(work)) {
    if (mayCharge(purpose)) throw new ClockDiffers();
    state.runs_due = false;
    return;
  }
  try {
    await runDueSubscription(work, subscription_id);
  } catch (error) {
    if (!isPassedOver(error, purpose)) throw error;
    // The provider was disconnected meanwhile: nothing was begun, and would not be in any round.
    if (!(await findPendingCharge(work.reader, subscription_id))) state.runs_due = false;
  }
}

/** Refuses what has to wait for a payment that takes days, or that a person has to look at. */
export async function refusePending<T>(
  refuse: (code: 'payment_pending', details?: Detail[]) => Refusal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StillPending ? refuse('payment_pending') : error;
  }
}
