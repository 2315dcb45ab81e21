import { LIMITS } from './limits.ts';

export interface RateLimit {
  rate_per_second: number;
  burst: number;
}

export interface Verdict {
  allowed: boolean;
  remaining: number;
  /** Seconds until the bucket is full again. */
  reset_seconds: number;
  retry_after_seconds: number;
}

export interface RateLimiter {
  policy: string;
  take(name: string, now: number): Verdict;
}

/** A token bucket for each name: `burst` at once, `rate_per_second` on and on. */
export function rateLimiter({ rate_per_second, burst }: RateLimit): RateLimiter {
  const buckets = new Map<string, { tokens: number; at: number }>();

  return {
    policy: `"default";q=${burst};w=${Math.ceil(burst / rate_per_second)}`,
    take(name, now) {
      let bucket = buckets.get(name);
      if (bucket === undefined) {
        // Oldest first: whoever is forgotten starts with a full bucket, which only helps them.
        if (buckets.size >= LIMITS.rate_buckets) buckets.delete(buckets.keys().next().value ?? '');
        bucket = { tokens: burst, at: now };
        buckets.set(name, bucket);
      }
      const passed_ms = Math.max(0, now - bucket.at);
      bucket.tokens = Math.min(burst, bucket.tokens + (passed_ms / 1000) * rate_per_second);
      bucket.at = now;
      const allowed = bucket.tokens >= 1;
      if (allowed) bucket.tokens -= 1;
      return {
        allowed,
        remaining: Math.floor(bucket.tokens),
        reset_seconds: Math.ceil((burst - bucket.tokens) / rate_per_second),
        retry_after_seconds: Math.max(1, Math.ceil((1 - bucket.tokens) / rate_per_second)),
      };
    },
  };
}
