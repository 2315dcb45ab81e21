import type { StoreWork } from '../../platform/operation/work.ts';
import {
  boughtWithLostCredit,
  disableBoughtWithCredit,
  type LostBy,
} from '../money/transactions/disable-bought-with-credit.ts';
import { lockTransaction } from '../money/transactions/transaction.sql.ts';
import { endSubscription } from './end-subscription.ts';
import { type IdleSubscription, withIdleSubscription } from './with-idle-subscription.ts';

/**
 * What was bought with credit of a payment that went back goes too: licenses are disabled, and
 * subscriptions end whose current period was paid with it. Any number of times.
 */
export async function endBoughtWithCredit(
  work: StoreWork,
  transaction_id: string,
  reason: LostBy,
): Promise<void> {
  const bought = await work.write(async (context) => {
    const payment = await lockTransaction(context.tx, transaction_id);
    if (!payment) return [];
    await disableBoughtWithCredit(context, payment, reason);
    return boughtWithLostCredit(context.tx, payment, reason);
  });
  const end = (found: IdleSubscription) => endSubscription(found, found.before, { reason });
  for (const subscription_id of new Set(bought.flatMap((one) => one.subscription_id ?? []))) {
    await withIdleSubscription(work, subscription_id, 'end', end);
  }
}
