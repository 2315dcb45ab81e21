import { ProviderUnanswered } from '../platform/core/errors.ts';
import type { StoreWork } from '../platform/operation/work.ts';
import { expireDueCheckouts } from '../shop/checkout/expire-due-checkouts.ts';
import { findHold } from '../shop/money/payments/held-charges.sql.ts';
import { StillPending } from '../shop/money/transactions/ask-provider.ts';
import { countAttempt } from '../shop/money/transactions/transaction.sql.ts';
import { resolvePending } from '../shop/settlement/resolve-pending.ts';
import { announceExpiringCards } from '../shop/subscriptions/announce-expiring-cards.ts';
import { runDueSubscription } from '../shop/subscriptions/run-due-subscription.ts';
import { firstDueForClock } from '../shop/subscriptions/subscription.sql.ts';
import { receiveMessages } from './receive-messages.ts';
import { settleDueCardUpdates } from './settle-card-updates.ts';

/** Does everything that is due in a store, in order. False when `isOver` stopped it before the end. */
export async function runDueAt(work: StoreWork, isOver: () => boolean): Promise<boolean> {
  const { reader, write, store, now, services } = work;
  const is_held = (await findHold(reader)) !== null;
  const can_charge = services.gatewayOf(store) !== undefined && !is_held;
  while (!isOver() && (await resolvePending(work)));
  while (!isOver() && (await receiveMessages(work)));
  while (!isOver() && (await settleDueCardUpdates(work)));
  while (!isOver() && (await expireDueCheckouts(work)));
  while (!isOver() && (await announceExpiringCards(work)));
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
