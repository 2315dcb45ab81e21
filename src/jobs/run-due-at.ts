import { expireDueCheckouts } from '../checkout/expire-due-checkouts.ts';
import { ProviderUnanswered } from '../core/errors.ts';
import type { StoreWork } from '../operation/work.ts';
import { findHold } from '../payments/held-charges.sql.ts';
import { runDueSubscription } from '../subscriptions/run-due-subscription.ts';
import { firstDueForClock } from '../subscriptions/subscription.sql.ts';
import { tellExpiringCards } from '../subscriptions/tell-expiring-cards.ts';
import { StillPending } from '../transactions/ask-provider.ts';
import { countAttempt } from '../transactions/transaction.sql.ts';
import { hearMessages } from './hear-messages.ts';
import { resolvePending } from './resolve-pending.ts';
import { settleDueCardUpdates } from './settle-card-updates.ts';

/** Does everything that is due in a store, in order. False when `isOver` stopped it before the end. */
export async function runDueAt(work: StoreWork, isOver: () => boolean): Promise<boolean> {
  const { reader, write, store, now, services } = work;
  const is_held = (await findHold(reader)) !== null;
  const can_charge = services.gatewayOf(store) !== undefined && !is_held;
  while (!isOver() && (await resolvePending(work)));
  while (!isOver() && (await hearMessages(work)));
  while (!isOver() && (await settleDueCardUpdates(work)));
  while (!isOver() && (await expireDueCheckouts(work)));
  while (!isOver() && (await tellExpiringCards(work)));
  while (can_charge && !isOver()) {
    const due = await firstDueForClock(reader, now);
    if (due === undefined) return true;
    try {
      await runDueSubscription(work, due);
    } catch (error) {
      // The charge stays pending and is resolved later. Any other error would repeat for ever.
      if (!(error instanceof ProviderUnanswered)) throw error;
      await write(async ({ tx }) => countAttempt(tx, due));
      const { store_id } = store;
      const level = error instanceof StillPending ? 'info' : 'error';
      services.log[level]('unresolved', { store_id, subscription_id: due, error: String(error) });
    }
  }
  return !isOver();
}
