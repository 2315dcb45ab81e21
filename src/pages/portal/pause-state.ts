import { getStoreSettings } from '../../stores/get-store-settings.ts';
import { whyNotPause, whyNotPauseAgain } from '../../subscriptions/state.rules.ts';
import { findSubscription } from '../../subscriptions/subscription.sql.ts';
import type { SubscriptionRecord, Visit } from './visit.ts';

/** Whether the customer may pause it by themselves; `used`: they did in this period. */
export type PauseState = 'may' | 'used' | 'never';

export async function pauseState(
  { reader, ask }: Visit,
  { subscription_id }: SubscriptionRecord,
): Promise<PauseState> {
  const row = await findSubscription(reader, subscription_id);
  if (!row || whyNotPause(row)) return 'never';
  const { portal_pauses } = await ask(getStoreSettings, {});
  if (!portal_pauses) return 'never';
  return whyNotPauseAgain(row) ? 'used' : 'may';
}
