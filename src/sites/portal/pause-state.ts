import { getStoreSettings } from '../../shop/store/get-store-settings.ts';
import { whyNotPause, whyNotPauseAgain } from '../../shop/subscriptions/state.rules.ts';
import { findSubscription } from '../../shop/subscriptions/subscription.sql.ts';
import type { SubscriptionRecord, Visit } from './visit.ts';

/** Whether the customer may pause it by themselves, or when again. */
export type PauseState = 'may' | 'never' | { again_at: number };

export async function pauseState(
  { reader, ask, now }: Visit,
  { subscription_id }: SubscriptionRecord,
): Promise<PauseState> {
  const row = await findSubscription(reader, subscription_id);
  if (!row || whyNotPause(row)) return 'never';
  const { portal_pauses } = await ask(getStoreSettings, {});
  if (!portal_pauses) return 'never';
  const is_used = whyNotPauseAgain(row, now) !== undefined;
  return is_used ? { again_at: row.pause_used_until ?? row.current_period_end } : 'may';
}
