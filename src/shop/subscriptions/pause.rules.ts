import type { SubscriptionRow } from './subscription.rules.ts';

/** How long a subscription stood still, in the period that began at `period_start`. */
export interface PauseRow {
  subscription_id: string;
  paused_at: number;
  resumed_at: number;
  period_start: number;
}

/**
 * The pause that a change of a subscription ends; undefined: none, or one that took no time. Where
 * nobody had paid, the period stood still that is not paid: from its beginning to the new one's.
 */
export function pauseBetween(
  before: SubscriptionRow,
  after: SubscriptionRow,
): PauseRow | undefined {
  const { subscription_id, status, paused_at } = before;
  if (status !== 'paused' || paused_at === null || after.status !== 'active') return undefined;
  const paused_ms = after.paused_ms - before.paused_ms;
  const is_new = after.current_period_start !== before.current_period_start;
  const end = before.current_period_end;
  const pause = is_new
    ? { paused_at: end, resumed_at: after.current_period_start, period_start: end }
    : { paused_at, resumed_at: paused_at + paused_ms, period_start: before.current_period_start };
  return pause.resumed_at > pause.paused_at ? { subscription_id, ...pause } : undefined;
}
