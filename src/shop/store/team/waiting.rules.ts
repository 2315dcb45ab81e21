import { HOUR_MS, MINUTE_MS } from '../../../platform/core/time.ts';

// How long whoever has typed wrong passwords or codes has to wait. Nobody is locked out for good.

/** Wrong ones in a row, and when the last was. */
export interface Failures {
  failures: number;
  failed_at: number;
}

export type Counted = 'account' | 'device' | 'address';

/** How many are free, and the longest wait. An address may belong to a whole office. */
const RULES: Record<Counted, { free: number; longest_ms: number; forgotten_ms: number }> = {
  account: { free: 5, longest_ms: 15 * MINUTE_MS, forgotten_ms: 24 * HOUR_MS },
  device: { free: 5, longest_ms: 15 * MINUTE_MS, forgotten_ms: 24 * HOUR_MS },
  address: { free: 20, longest_ms: 15 * MINUTE_MS, forgotten_ms: HOUR_MS },
};

export const FAILURES_FORGOTTEN_MS = 24 * HOUR_MS;

const FIRST_WAIT_MS = 5_000;

/** What still counts of them. */
export const failuresLeft = (kind: Counted, found: Failures | undefined, now: number): number =>
  found === undefined || now - found.failed_at >= RULES[kind].forgotten_ms ? 0 : found.failures;

/** Seconds until the next try: 5, 10, 20 … after the free ones, at most 15 minutes. */
export function secondsToWait(kind: Counted, found: Failures | undefined, now: number): number {
  const failures = failuresLeft(kind, found, now);
  const { free, longest_ms } = RULES[kind];
  if (found === undefined || failures < free) return 0;
  const wait_ms = Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures - free, 20), longest_ms);
  return Math.max(0, Math.ceil((found.failed_at + wait_ms - now) / 1000));
}
