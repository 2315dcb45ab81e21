import type { Log } from '../core/log.ts';
import type { Clock } from '../core/time.ts';
import type { Gateway } from './gateway.ts';

/** Beyond this, messages of the provider are not believed either: their signatures have a time. */
export const FAR_OFF_MS = 5 * 60_000;
const ASK_EVERY_MS = 30_000;

export interface ProviderTime {
  /** An answer of the provider has said what time it is. */
  hear(told: number): void;
  /** Whether our clock agrees with the provider's, who is asked if there is doubt. */
  isAgreed(gateway: Gateway, store_id: string): Promise<boolean>;
}

/**
 * A clock that is a month ahead would charge every subscription a month too early. So before what is
 * due is charged, our clock is compared with the provider's. What was heard once is carried on by the
 * processor's own clock, which nobody can set: so it is noticed if ours leaps.
 */
export function createProviderTime({ clock, log }: { clock: Clock; log: Log }): ProviderTime {
  let started_at: number | undefined; // When performance.now() was 0, by the provider's clock.
  let asked_at = Number.NEGATIVE_INFINITY;
  const aheadMs = () =>
    started_at === undefined ? Number.NaN : Math.round(clock() - started_at - performance.now());
  const isClose = () => Math.abs(aheadMs()) <= FAR_OFF_MS;
  return {
    hear(told) {
      started_at = told - performance.now();
    },
    async isAgreed(gateway, store_id) {
      if (gateway.askTime === undefined || isClose()) return true;
      // A machine that was asleep is wrong only until it asks.
      if (performance.now() - asked_at < ASK_EVERY_MS) return false;
      asked_at = performance.now();
      const failure = await gateway.askTime(store_id).then(() => undefined, String);
      if (isClose()) return true;
      const { provider } = gateway;
      const why = started_at === undefined ? { error: failure } : { ahead_ms: aheadMs() };
      log.error('the clock is not that of the provider: no subscription is charged', {
        ...{ provider, ...why },
      });
      return false;
    },
  };
}
