import { emitLicenseDisabled } from '../licenses/emit-license-status.ts';
import type { StoreTx } from '../operation/work.ts';
import { asCanceled } from './state.rules.ts';
import { type SubscriptionRow, showSubscription } from './subscription.rules.ts';
import { findSubscription, saveSubscription } from './subscription.sql.ts';

/** Ends a subscription now, with its license; one that has ended stays as it is. */
export async function endSubscription(
  inside: StoreTx,
  before: SubscriptionRow,
  how: { reason: string | null; comment?: string | null },
): Promise<SubscriptionRow> {
  if (before.status === 'canceled') return before;
  const { tx, emit, now } = inside;
  const { reason, comment = null } = how;
  // A refund in the same transaction may have moved the balance.
  const row = (await findSubscription(tx, before.subscription_id)) ?? before;
  const after = asCanceled(row, { at_period_end: false, reason, comment, now });
  await saveSubscription(tx, after);
  emit('subscription.canceled', showSubscription(after));
  await emitLicenseDisabled(inside, before);
  return after;
}
