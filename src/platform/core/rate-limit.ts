import { LIMITS } from './limits.ts';
import { readUrl } from './web-address.ts';

export interface RateLimit {
  rate_per_second: number;
  burst: number;
}

export interface RateLimitResult {
  allowed: boolean;
  remaining: number;
  /** Seconds until the bucket is full again. */
  reset_seconds: number;
  retry_after_seconds: number;
}

export interface RateLimiter {
  policy: string;
  take(name: string, now: number): RateLimitResult;
  /** Counts requests that another process has allowed. Its bucket may owe some after that. */
  countElsewhere(name: string, count: number, now: number): void;
}

/** Has a limiter counted together with those of other processes, under its name. */
export type ShareLimiter = (name: string, limiter: RateLimiter) => RateLimiter;

export const NOT_SHARED: ShareLimiter = (_, limiter) => limiter;

/** What an address is counted under. For IPv6 its /64 network, which usually is one customer's. */
export function addressBlock(address: string): string {
  // A proxy may add a port; a server that listens on IPv6 too writes IPv4 as ::ffff:1.2.3.4.
  const [, four] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(address) ?? [];
  if (four !== undefined) return four;
  // An IPv6 address can be written in many ways: the URL parser understands all of them.
  const six = readUrl(`http://[${address.replace(/^\[|\](:\d+)?$|%.*/g, '')}]`);
  if (!six) return address;
  const [head = '', tail] = six.hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array(zeros).fill('0'), ...after].slice(0, 4).join(':');
}

/** A token bucket per name: it allows `burst` requests at once, then `rate_per_second`. */
export function rateLimiter({ rate_per_second, burst }: RateLimit): RateLimiter {
  const buckets = new Map<string, { tokens: number; at: number }>();

  function filled(name: string, now: number): { tokens: number; at: number } {
    let bucket = buckets.get(name);
    if (bucket === undefined) {
      // Forgets the oldest bucket. Whoever used it starts again with a full one.
      if (buckets.size >= LIMITS.rate_buckets) buckets.delete(buckets.keys().next().value ?? '');
      bucket = { tokens: burst, at: now };
      buckets.set(name, bucket);
    }
    const passed_ms = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(burst, bucket.tokens + (passed_ms / 1000) * rate_per_second);
    bucket.at = now;
    return bucket;
  }

  return {
    policy: `"default";q=${burst};w=${Math.ceil(burst / rate_per_second)}`,
    take(name, now) {
      const bucket = filled(name, now);
      const allowed = bucket.tokens >= 1;
      if (allowed) bucket.tokens -= 1;
      return {
        allowed,
        remaining: Math.max(0, Math.floor(bucket.tokens)),
        reset_seconds: Math.ceil((burst - bucket.tokens) / rate_per_second),
        retry_after_seconds: Math.max(1, Math.ceil((1 - bucket.tokens) / rate_per_second)),
      };
    },
    countElsewhere(name, count, now) {
      filled(name, now).tokens -= count;
    },
  };
}
