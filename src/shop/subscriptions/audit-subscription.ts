import type { StoreTx } from '../../platform/operation/work.ts';
import { type SubscriptionRow, showSubscription } from './subscription.rules.ts';

/** Writes to the audit log what is different about a subscription. */
export function auditSubscription(
  { audit, services }: Pick<StoreTx, 'audit' | 'services'>,
  before: SubscriptionRow,
  after: SubscriptionRow,
): void {
  audit({
    target: before.subscription_id,
    before: showSubscription(before, services),
    after: showSubscription(after, services),
  });
}
