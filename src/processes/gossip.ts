import type { ShareLimiter } from '../core/rate-limit.ts';
import type { Clock } from '../core/time.ts';
import type { DeviceSeen } from '../licenses/last-seen.ts';
import type { KeyUsed } from '../stores/key-use.ts';
import type { Neighbours } from './neighbours.ts';

/** How late the other processes hear of a counted request. docs/scaling.md promises it. */
const TELL_EVERY_MS = 50;
/** More than this is not told at once: a message must not hold up the others. */
const TOLD_MAX = 10_000;

/** What processes tell each other now and then, collected in between. */
export interface Gossip {
  shareLimiter: ShareLimiter;
  deviceSeen(seen: DeviceSeen): void;
  keyUsed(used: KeyUsed): void;
  stop(): void;
}

export function createGossip(neighbours: Neighbours, clock: Clock): Gossip {
  const counted = new Map<string, Map<string, number>>();
  const limiters = new Map<string, Parameters<ShareLimiter>[1]>();
  const seen: DeviceSeen[] = [];
  const used: KeyUsed[] = [];
  if (neighbours.count === 0) {
    const nothing = () => {};
    return {
      shareLimiter: (_, limiter) => limiter,
      ...{ deviceSeen: nothing, keyUsed: nothing, stop: nothing },
    };
  }

  neighbours.on('counted', (told) => {
    const now = clock();
    for (const [limiter, counts] of Object.entries(told)) {
      for (const [name, count] of counts) limiters.get(limiter)?.heard(name, count, now);
    }
  });
  const telling = setInterval(tell, TELL_EVERY_MS).unref();

  function tell(): void {
    const told = [...counted].filter(([, counts]) => counts.size > 0);
    if (told.length > 0) {
      const lists = told.map(([limiter, counts]) => [limiter, [...counts]]);
      neighbours.tell('counted', Object.fromEntries(lists));
      for (const [, counts] of told) counts.clear();
    }
    if (seen.length > 0) neighbours.tell('devices_seen', seen.splice(0, TOLD_MAX));
    if (used.length > 0) neighbours.tell('keys_used', used.splice(0, TOLD_MAX));
  }

  return {
    shareLimiter(name, limiter) {
      const counts = new Map<string, number>();
      counted.set(name, counts);
      limiters.set(name, limiter);
      return {
        ...limiter,
        take(whose, now) {
          const result = limiter.take(whose, now);
          if (result.allowed) counts.set(whose, (counts.get(whose) ?? 0) + 1);
          return result;
        },
      };
    },
    deviceSeen: (one) => {
      seen.push(one);
    },
    keyUsed: (one) => {
      used.push(one);
    },
    stop() {
      clearInterval(telling);
      tell();
    },
  };
}
