import type { StoreTx, StoreWork } from '../operation/work.ts';
import { settleRefund } from '../transactions/settle-refund.ts';
import { findPendingCharge, findPendingRefund } from '../transactions/transaction.sql.ts';
import { runDueSubscription } from './run-due-subscription.ts';
import { settleCharge } from './settle-charge.ts';
import type { SubscriptionRow } from './subscription.rules.ts';
import { lockSubscription } from './subscription.sql.ts';

/** A locked subscription without a pending charge. */
export interface IdleSubscription extends StoreTx {
  before: SubscriptionRow;
  /** No earlier than what has happened to it: a request may have waited while the clock moved. */
  now: number;
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
  { is_end = false, counts_refunds = false }: { is_end?: boolean; counts_refunds?: boolean } = {},
): Promise<T | undefined> {
  const { write, store, now, services } = work;
  const can_charge = services.gatewayOf(store) !== undefined;
  for (;;) {
    const done = await write(async (inside) => {
      const { tx } = inside;
      const before = await lockSubscription(tx, subscription_id);
      if (!before) return { value: undefined };
      const pending = await findPendingCharge(tx, subscription_id);
      if (pending) return { pending };
      // How much a change returns depends on whether the refund succeeds.
      const refund = counts_refunds ? await findPendingRefund(tx, subscription_id) : undefined;
      if (refund) return { refund };
      const is_due = before.next_action_at !== null && before.next_action_at <= now;
      if (is_due && can_charge && !is_end) return { is_due };
      return { value: await change({ ...inside, before, now: Math.max(now, before.updated_at) }) };
    });
    if (!done.pending && !done.refund && !done.is_due) return done.value;
    // A cancel gives up a charge that has not reached the provider.
    if (done.pending) await settleCharge(work, done.pending, { give_up: is_end });
    else if (done.refund) await settleRefund(work, done.refund);
    else await runDueSubscription(work, subscription_id);
  }
}
