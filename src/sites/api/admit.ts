import type { IncomingMessage } from 'node:http';
import type { Deprecation } from '../../platform/core/deprecation.ts';
import { Refusal } from '../../platform/core/errors.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import {
  addressBlock,
  NOT_SHARED,
  type RateLimit,
  type RateLimitResult,
  rateLimiter,
  type ShareLimiter,
} from '../../platform/core/rate-limit.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import type { Limit } from '../../platform/operation/perform.ts';
import type { ApiKeyWithStore } from '../../shop/store/api-key.sql.ts';
import { type KeyCache, mayCall, readApiKey } from './api-keys.ts';
import type { CrossOrigin } from './cross-origin.ts';
import type { ShippedLimits } from './dialects/lemon-squeezy/license-calls.ts';

/** Who asks, as far as it is known so far. */
export interface Caller {
  request: Pick<IncomingMessage, 'headers'>;
  client_address: string;
  /** Set as soon as they are known: the log and the headers of a refusal need them too. */
  key?: ApiKeyWithStore;
  rate_headers: string[];
  /** What it uses that goes away. */
  deprecated?: Deprecation[] | undefined;
}

export interface Admission {
  /**
   * Finds the API key of a request and counts the request; throws a Refusal. A promise only when
   * the database must be asked for the key.
   */
  admit(call: Caller, wall: number): ApiKeyWithStore | Promise<ApiKeyWithStore>;
  /** For operations: refuses too many requests about one thing by keys of scope `license`. */
  limitBy(call: Caller, key: ApiKeyWithStore, wall: number): Limit;
  /** The limits of keys of scope `license`, for those who ask about licenses without a key. */
  shipped: ShippedLimits;
}

interface Dependencies {
  keys: KeyCache;
  rate_limit: RateLimit | 'off';
  crossOrigin: Pick<CrossOrigin, 'check'>;
  share?: ShareLimiter;
}

/** API keys, rate limits and origins, for everything that is asked for with a key. */
export function createAdmission(dependencies: Dependencies): Admission {
  const { keys, rate_limit, crossOrigin, share = NOT_SHARED } = dependencies;
  const counted = (name: string, of: RateLimit) => share(name, rateLimiter(of));
  const limiter = rate_limit === 'off' ? undefined : counted('keys', rate_limit);
  const failures = counted('failed keys', {
    rate_per_second: LIMITS.failed_keys_per_second,
    burst: LIMITS.failed_keys_burst,
  });
  // Everybody who has the application has its key of scope `license`. A limit per key could be used
  // up by a few for all, so there is a limit per client address and per license instead.
  const of_address = counted('license addresses', {
    rate_per_second: LIMITS.license_address_per_second,
    burst: LIMITS.license_address_burst,
  });
  const of_license = counted('licenses', {
    rate_per_second: LIMITS.license_per_second,
    burst: LIMITS.license_burst,
  });

  return {
    admit(call, wall) {
      try {
        const found = keys.find(readApiKey(call.request.headers), wall);
        if (!(found instanceof Promise)) return count(call, found, wall);
        return found.then(
          (key) => count(call, key, wall),
          (error) => failed(call, wall, error),
        );
      } catch (error) {
        return failed(call, wall, error);
      }
    },
    limitBy: (call, key, wall) => (name) => {
      if (!limiter || key.scope !== 'license') return;
      const verdict = of_license.take(`${key.store_id} ${name}`, wall);
      if (!verdict.allowed) limit(call, of_license.policy, verdict);
    },
    shipped: {
      ofAddress: (address, wall) =>
        limiter ? of_address.take(addressBlock(address), wall) : undefined,
      ofLicense: (store_id, key_hash, wall) =>
        limiter ? of_license.take(`${store_id} ${key_hash}`, wall) : undefined,
    },
  };

  function count(call: Caller, key: ApiKeyWithStore, wall: number): ApiKeyWithStore {
    call.key = key;
    if (limiter && key.scope === 'license') {
      const block = addressBlock(call.client_address);
      limit(call, of_address.policy, of_address.take(block, wall));
    } else if (limiter) limit(call, limiter.policy, limiter.take(key.key_id, wall));
    crossOrigin.check(call.request, key);
    return key;
  }

  /** Whoever tries many wrong keys has to wait. */
  function failed(call: Caller, wall: number, error: unknown): never {
    const wrong = error instanceof Refusal && error.code === 'api_key_incorrect';
    if (wrong && limiter) {
      limit(call, failures.policy, failures.take(addressBlock(call.client_address), wall));
    }
    throw error;
  }
}

function limit(call: Caller, policy: string, verdict: RateLimitResult): void {
  call.rate_headers = rateHeaders(policy, verdict);
  if (!verdict.allowed) throw new Refusal('rate_limited');
}

const rateHeaders = (policy: string, verdict: RateLimitResult): string[] => [
  ...['RateLimit-Policy', policy],
  ...['RateLimit', `"default";r=${verdict.remaining};t=${verdict.reset_seconds}`],
  ...(verdict.allowed ? [] : ['Retry-After', String(verdict.retry_after_seconds)]),
];

export function refuseUnlessAllowed({ scope }: ApiKeyWithStore, operation: Operation): void {
  if (mayCall(scope, operation)) return;
  const message = `The scope of this API key is ${scope}: it may not call ${operation.path}.`;
  throw new Refusal('api_key_scope', [], message);
}
