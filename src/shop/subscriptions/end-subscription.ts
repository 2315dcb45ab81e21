import type { StoreTx } from '../../platform/operation/work.ts';
import { emitLicenseDisabled } from '../licenses/emit-license-status.ts';
import type { EndRefund } from '../money/transactions/period-refunds.rules.ts';
import { abandonCharge } from './abandon-charge.ts';
import { auditSubscription } from './audit-subscription.ts';
import { saveSubscription } from './save-subscription.ts';
import { asCanceled } from './state.rules.ts';
import { type SubscriptionRow, showSubscription } from './subscription.rules.ts';
import { findSubscription } from './subscription.sql.ts';

/**
 * Ends a subscription now, with its license; one that has ended stays as it is. A charge that is
 * under way no longer counts; `gives_all`: nothing of it is kept, also for time before the end.
 */
export async function endSubscription(
  context: StoreTx,
  before: SubscriptionRow,
  end: {
    reason: string | null;
    comment?: string | null;
    gives_all?: boolean;
    end_refund?: EndRefund | null;
  },
): Promise<SubscriptionRow> {
  if (before.status === 'canceled') return before;
  const { tx, emit, now, services } = context;
  const { reason, comment = null, gives_all = false, end_refund = null } = end;
  await abandonCharge(tx, before, { now, gives_all });
  // A refund in the same transaction may have moved the balance.
  const row = (await findSubscription(tx, before.subscription_id)) ?? before;
  const canceled = asCanceled(row, { at_period_end: false, reason, comment, now });
  const after = { ...canceled, end_refund: end_refund && JSON.stringify(end_refund) };
  await saveSubscription(context, after);
  auditSubscription(context, row, after);
  emit('subscription.canceled', showSubscription(after, services));
  await emitLicenseDisabled(context, before);
  return after;
}
