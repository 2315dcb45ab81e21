import type { StoreWork } from '../platform/operation/work.ts';
import { findHold } from '../shop/money/payments/held-charges.sql.ts';
import { StillPending } from '../shop/money/transactions/ask-provider.ts';
import { isClockWrong } from '../shop/subscriptions/clock-is-wrong.ts';
import { runDueSubscription } from '../shop/subscriptions/run-due-subscription.ts';
import {
  claimDueSubscriptions,
  firstDueSubscription,
} from '../shop/subscriptions/subscription.sql.ts';

const BATCH = 100;
const AT_ONCE = 8;
const LEASE_MS = 60_000;

/** Bills some of the subscriptions that are due. Returns whether there may be more. */
export async function runDueSubscriptions(work: StoreWork, wall: number): Promise<boolean> {
  const { reader, write, store, now, services } = work;
  if (!services.gatewayOf(store)) return false;
  const claim = { now, wall, until: wall + LEASE_MS, limit: BATCH };
  if ((await firstDueSubscription(reader, { now, wall })) === undefined) return false;
  // After a restore, whatever is due waits: notices and ends too, since they may have been sent.
  if ((await findHold(reader)) !== null) return false;
  if (await isClockWrong(work)) return false;
  const due = await write(async ({ tx }) => claimDueSubscriptions(tx, claim));
  const waiting = due.values();
  const runRest = async (): Promise<void> => {
    for (const subscription_id of waiting) {
      try {
        // If the service was stopped for long, several periods may be due.
        while (await runDueSubscription(work, subscription_id));
      } catch (error) {
        const { store_id } = store;
        // A bank debit takes days: that is nothing to look after.
        const level = error instanceof StillPending ? 'info' : 'error';
        services.log[level]('unresolved', { store_id, subscription_id, error: String(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runRest));
  return due.length > 0;
}
