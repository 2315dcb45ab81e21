import { type Detail, ProviderUnanswered, type Refusal } from '../core/errors.ts';
import type { StoreTx, StoreWork } from '../operation/work.ts';
import { findHold } from '../payments/held-charges.sql.ts';
import { ChargesHeld } from '../payments/held-charges.ts';
import { ClockDiffers } from '../payments/provider-time.ts';
import { StillPending } from '../transactions/ask-provider.ts';
import { settleRefund } from '../transactions/settle-refund.ts';
import { lastChargeAt } from '../transactions/subscription-payments.sql.ts';
import type { TransactionRow } from '../transactions/transaction.rules.ts';
import { findPendingCharge, findPendingRefund } from '../transactions/transaction.sql.ts';
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

interface How {
  /** What is due is not done first. */
  is_end?: boolean;
  /** Nothing is ever charged by the change. */
  is_free?: boolean;
  counts_refunds?: boolean;
  /**
   * What happens to a charge that its provider needs days for, or does not answer about. Without
   * this, nothing is changed before it is settled (StillPending, ProviderUnanswered). `give_up`:
   * the provider is asked to give it up; whether or not it can, `change` is called. `leave`: if
   * the provider is still at work on it, `change` is called.
   */
  pending?: 'give_up' | 'leave';
  /** Whether a charge is given up for a change of this subscription: not for one that is refused. */
  mayGiveUp?(before: SubscriptionRow): boolean;
}

/**
 * Changes a subscription while it has no pending charge. A pending charge is settled first, and
 * everything that is due is done first. So nothing changes between asking the provider and
 * recording the answer, and no period is skipped.
 */
export async function withIdleSubscription<T>(
  work: StoreWork,
  subscription_id: string,
  change: (found: IdleSubscription) => Promise<T>,
  {
    is_end = false,
    is_free = false,
    counts_refunds = false,
    pending: when_pending,
    mayGiveUp,
  }: How = {},
): Promise<T | undefined> {
  const { write, store, now, services } = work;
  const can_charge = services.gatewayOf(store) !== undefined;
  let runs_due = can_charge && !is_end;
  const unsettled = new Set<string>();

  /** Whether `change` is called although a charge could not be settled. */
  const isWaitedFor = (error: unknown): boolean => {
    if (when_pending === 'leave') return error instanceof StillPending;
    return when_pending === 'give_up' && error instanceof ProviderUnanswered;
  };
  /** Settles a charge, or remembers that nobody can do that now. */
  const trySettling = async (pending: TransactionRow, before: SubscriptionRow): Promise<void> => {
    try {
      await settleCharge(work, pending, { give_up: is_end });
    } catch (error) {
      if (!isWaitedFor(error)) throw error;
      const stays = mayGiveUp?.(before) === false;
      if (when_pending === 'leave' || is_end || stays) unsettled.add(pending.transaction_id);
      else await giveUp(pending);
    }
  };
  /** What is due is not charged anew after this. */
  const giveUp = async (pending: TransactionRow): Promise<void> => {
    runs_due = false;
    try {
      await settleCharge(work, pending, { give_up: true });
    } catch (error) {
      if (!(error instanceof ProviderUnanswered)) throw error;
      unsettled.add(pending.transaction_id);
    }
  };

  /** Does what is due. A charge that is begun and not settled is found in the next round. */
  const runDue = async (): Promise<void> => {
    if (await isClockWrong(work)) {
      runs_due = false;
      if (when_pending === undefined && !is_free) throw new ClockDiffers();
      return;
    }
    try {
      await runDueSubscription(work, subscription_id);
    } catch (error) {
      if (!isWaitedFor(error)) throw error;
      // The provider was disconnected meanwhile: nothing was begun, and would not be in any round.
      if (!(await findPendingCharge(work.reader, subscription_id))) runs_due = false;
    }
  };

  for (;;) {
    const done = await write(async (inside) => {
      const { tx } = inside;
      const before = await lockSubscription(tx, subscription_id);
      if (!before) return { value: undefined };
      const pending = await findPendingCharge(tx, subscription_id);
      // What collects a debt before the end is not given up, and not waited for.
      const is_debt = is_end && pending?.effect === null;
      if (pending && !is_debt && !unsettled.has(pending.transaction_id)) return { pending, before };
      // How much a change returns depends on whether the refund succeeds.
      const refund = counts_refunds ? await findPendingRefund(tx, subscription_id) : undefined;
      if (refund) return { refund };
      const is_due = before.next_action_at !== null && before.next_action_at <= now;
      if (is_due && runs_due && !pending) {
        const is_held = (await findHold(tx)) !== null;
        if (!is_held) return { is_due };
        // What charges nothing does not wait for what is due. Whoever may charge refuses by itself.
        if (when_pending === undefined && !is_free) throw new ChargesHeld();
      }
      // It ends after everything that was charged, also by a request that came later and was faster.
      const charged_at = is_end ? await lastChargeAt(tx, subscription_id) : 0;
      const at = Math.max(now, before.updated_at, charged_at);
      const found = { ...inside, before, now: at, unsettled: pending };
      return { value: await change(found) };
    });
    if (!done.pending && !done.refund && !done.is_due) return done.value;
    if (done.pending) await trySettling(done.pending, done.before);
    else if (done.refund) await settleRefund(work, done.refund);
    else await runDue();
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
