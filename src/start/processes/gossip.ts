import type { RateLimiter, ShareLimiter } from '../../platform/core/rate-limit.ts';
import type { Clock } from '../../platform/core/time.ts';
import type { DeviceSeen } from '../../shop/licenses/last-seen.ts';
import type { Neighbours } from './neighbours.ts';

/** How late the other processes learn of a counted request. docs/scaling.md promises it. */
const SEND_EVERY_MS = 50;
/** More than this is not sent at once: a message must not hold up the others. */
const DEVICES_MAX = 10_000;

/** What processes send each other now and then, collected in between. */
export interface Gossip {
  shareLimiter: ShareLimiter;
  deviceSeen(seen: DeviceSeen): void;
  stop(): void;
}

export function createGossip(neighbours: Neighbours, clock: Clock): Gossip {
  if (neighbours.count === 0) {
    return { shareLimiter: (_, limiter) => limiter, deviceSeen: () => {}, stop: () => {} };
  }
  const shared = new Map<string, { limiter: RateLimiter; counts: Map<string, number> }>();
  const seen: DeviceSeen[] = [];

  neighbours.on('counted', (counted) => {
    const now = clock();
    for (const [name, counts] of Object.entries(counted)) {
      for (const [whose, count] of counts)
        shared.get(name)?.limiter.countElsewhere(whose, count, now);
    }
  });
  const sending = setInterval(send, SEND_EVERY_MS).unref();

  function send(): void {
    const counted = [...shared].filter(([, { counts }]) => counts.size > 0);
    if (counted.length > 0) {
      const lists = counted.map(([name, { counts }]) => [name, [...counts]]);
      neighbours.send('counted', Object.fromEntries(lists));
      for (const [, { counts }] of counted) counts.clear();
    }
    if (seen.length > 0) neighbours.send('devices_seen', seen.splice(0, DEVICES_MAX));
  }

  return {
    shareLimiter(name, limiter) {
      const counts = new Map<string, number>();
      shared.set(name, { limiter, counts });
      return {
        ...limiter,
        take(whose, now) {
          const result = limiter.take(whose, now);
          if (result.allowed) counts.set(whose, (counts.get(whose) ?? 0) + 1);
          return result;
        },
      };
    },
    deviceSeen: (device) => {
      seen.push(device);
    },
    stop() {
      clearInterval(sending);
      send();
    },
  };
}
