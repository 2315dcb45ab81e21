import type { StoreTx } from '../../platform/operation/work.ts';
import type { Standing } from '../figures/figure-change.rules.ts';
import { findStanding } from '../figures/standing.sql.ts';
import { isNeverPaid, monthlyMinor, standingOf } from './mrr.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';
import { lockSubscription } from './subscription.sql.ts';

/**
 * Counts a subscription that is older than the figures, unless somebody was faster. Only its
 * beginning, its trial and its end are known: it is counted as if it had always had the plan, the
 * quantity and the coupon that it has now.
 */
export async function countOldSubscription(
  { tx, addFigures }: Pick<StoreTx, 'tx' | 'addFigures'>,
  subscription_id: string,
): Promise<void> {
  const row = await lockSubscription(tx, subscription_id);
  const kept = await findStanding(tx, subscription_id);
  if (!row || kept?.state !== 'uncounted') return;
  let is_first = true;
  for (const { at, ...standing } of historyOf(row)) {
    addFigures({ at, standing, is_first });
    is_first = false;
  }
}

/** What is known of its past, in order. */
function historyOf(row: SubscriptionRow): (Standing & { at: number })[] {
  const now = standingOf(row);
  const { created_at, trial_end, paused_at } = row;
  const was_paid = !isNeverPaid(row) && row.status !== 'trialing';
  const past = [];
  if (trial_end !== null)
    past.push({ ...now, state: 'trialing', mrr_minor: 0, at: created_at } as const);
  if (was_paid) {
    const at = Math.max(created_at, trial_end ?? created_at);
    past.push({ ...now, state: 'active', mrr_minor: monthlyMinor(row), at } as const);
  }
  const since = past.at(-1)?.at ?? created_at;
  const changed_at = row.ended_at ?? paused_at ?? (now.state === 'unpaid' ? trial_end : null);
  return [...past, { ...now, at: Math.max(since, changed_at ?? since) }];
}
