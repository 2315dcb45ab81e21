import { DAY_MS } from '../../platform/core/time.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import { readMailSettings } from '../mails/read-mail-settings.ts';
import { saveSubscription } from './save-subscription.ts';
import { type SubscriptionRow, showSubscription, withNextAction } from './subscription.rules.ts';

/**
 * Announces a renewal so many days before it as the store has chosen, and once. Comes here earlier
 * than that, because the store may choose at any time.
 */
export async function announceRenewal(context: StoreTx, row: SubscriptionRow): Promise<undefined> {
  const { tx, emit, now, services } = context;
  const { renewal_notice_days } = await readMailSettings(tx);
  const at = row.current_period_end - renewal_notice_days * DAY_MS;
  const is_now = at <= now;
  const after = withNextAction({ ...row, notice_after: is_now ? row.current_period_end : at });
  await saveSubscription(context, after);
  if (is_now) emit('subscription.renewal_coming', showSubscription(after, services));
}
