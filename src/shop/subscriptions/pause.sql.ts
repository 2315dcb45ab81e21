import type { Tx } from '../../platform/db/database.ts';
import { table } from '../../platform/db/table.ts';
import { type PauseRow, pauseBetween } from './pause.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

const pauses = table<PauseRow>('pauses', 'p', {
  subscription_id: 'key',
  paused_at: 'key',
  resumed_at: 'fixed',
  period_start: 'fixed',
});

/** Keeps the pause that a change ends, if it ends one: what moved a coupon's end is counted again. */
export async function keepPause(
  tx: Tx,
  before: SubscriptionRow,
  after: SubscriptionRow,
): Promise<void> {
  const pause = pauseBetween(before, after);
  if (pause) await pauses.insert(tx, pause);
}
