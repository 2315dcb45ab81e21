import { ProviderUnanswered } from '../../../platform/core/errors.ts';
import type { Log } from '../../../platform/core/log.ts';
import type { Clock } from '../../../platform/core/time.ts';
import type { Gateway } from './gateway.ts';

declare module '../../../platform/operation/services.ts' {
  interface Services {
    /** Undefined in tests, which have a clock of their own. */
    provider_time?: ProviderTime | undefined;
  }
}

/** Beyond this, messages of the provider are not believed either: their signatures have a time. */
export const FAR_OFF_MS = 5 * 60_000;
const ASK_EVERY_MS = 30_000;

export interface ProviderTime {
  /** An answer of the provider has said what time it is. */
  record(provider_time: number): void;
  /**
   * Whether our clock agrees with the provider's, who is asked if in doubt; and whether `wall`,
   * which was read from ours some time ago, was no later than it is there.
   */
  isAgreed(gateway: Gateway, of: { store_id: string; wall: number }): Promise<boolean>;
}

/**
 * A clock that is a month ahead would charge every subscription a month too early. So before what is
 * due is charged, our clock is compared with the provider's. A time once known is carried on by the
 * processor's own clock, which nobody can set: so a leap of ours is noticed.
 */
export function createProviderTime({ clock, log }: { clock: Clock; log: Log }): ProviderTime {
  let started_at: number | undefined; // When performance.now() was 0, by the provider's clock.
  const sent_at = new Map<string, number>();
  const aheadMs = (wall: number) =>
    started_at === undefined ? Number.NaN : Math.round(wall - started_at - performance.now());
  const isClose = () => Math.abs(aheadMs(clock())) <= FAR_OFF_MS;
  return {
    record(provider_time) {
      started_at = provider_time - performance.now();
    },
    async isAgreed(gateway, { store_id, wall }) {
      if (gateway.askTime === undefined) return true;
      const asked_before_ms =
        performance.now() - (sent_at.get(store_id) ?? Number.NEGATIVE_INFINITY);
      // A machine that was asleep is wrong only until it asks.
      if (!isClose() && asked_before_ms >= ASK_EVERY_MS) {
        sent_at.set(store_id, performance.now());
        const failure = await gateway.askTime(store_id).then(() => 'without a Date', String);
        if (!isClose()) report(gateway.provider, failure);
      }
      return isClose() && aheadMs(wall) <= FAR_OFF_MS;
    },
  };

  function report(provider: string, failure: string): void {
    if (started_at === undefined) {
      log.error('the provider did not send the time: no subscription is charged', {
        provider,
        error: failure,
      });
    } else {
      log.error('the clock is not that of the provider: no subscription is charged', {
        provider,
        ahead_ms: aheadMs(clock()),
      });
    }
  }
}

/** Our clock is not the provider's: what is due by it may not be due. */
export class ClockDiffers extends ProviderUnanswered {
  override name = 'ClockDiffers';
  constructor() {
    super('our clock differs from that of the payment provider: set it by the network');
  }
}
