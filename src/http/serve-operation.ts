import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal, refuseParameters } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import {
  addressBlock,
  type RateLimit,
  type RateLimitResult,
  rateLimiter,
} from '../core/rate-limit.ts';
import type { Clock } from '../core/time.ts';
import type { Answer } from '../operation/answer.ts';
import { idempotencyKey } from '../operation/idempotency.ts';
import type { Operation } from '../operation/operation.ts';
import type { Perform } from '../operation/perform.ts';
import type { ApiKeyWithStore } from '../stores/api-key.sql.ts';
import { type KeyCache, mayCall, readApiKey } from './api-keys.ts';
import { hasBody, readBody } from './body.ts';
import type { WithModeHint } from './mode-hint.ts';
import { parseQuery } from './query.ts';

export interface OperationRequest {
  operation: Operation;
  request: IncomingMessage;
  response: ServerResponse;
  request_id: string;
  query_text: string;
  client_address: string;
  /** Set as soon as they are known: the log and the headers of a refusal need them too. */
  key?: ApiKeyWithStore;
  rate_headers: string[];
}

interface Dependencies {
  clock: Clock;
  rate_limit: RateLimit | 'off';
  keys: KeyCache;
  perform: Perform;
  hinted: WithModeHint;
}

/** Serves operations: checks API key, rate limit and scope, reads the body, performs. */
export function createOperationServer(dependencies: Dependencies) {
  const { clock, rate_limit, keys, perform, hinted } = dependencies;
  const limiter = rate_limit === 'off' ? undefined : rateLimiter(rate_limit);
  const failures = rateLimiter({
    rate_per_second: LIMITS.failed_keys_per_second,
    burst: LIMITS.failed_keys_burst,
  });
  // Everybody who has the application has its key of scope `license`. A limit per key could be used
  // up by a few for all, so there is a limit per client address and per license instead.
  const of_address = rateLimiter({
    rate_per_second: LIMITS.license_address_per_second,
    burst: LIMITS.license_address_burst,
  });
  const of_license = rateLimiter({
    rate_per_second: LIMITS.license_per_second,
    burst: LIMITS.license_burst,
  });

  return async function serve(asked: OperationRequest): Promise<Answer> {
    const { operation, request } = asked;
    const wall = clock();
    let key: ApiKeyWithStore;
    try {
      const found = keys.find(readApiKey(request.headers), wall);
      key = found instanceof Promise ? await found : found;
    } catch (error) {
      noteFailure(asked, wall, error);
      throw error;
    }
    asked.key = key;
    const is_shipped = key.scope === 'license';
    if (limiter && is_shipped) {
      const block = addressBlock(asked.client_address);
      limit(asked, of_address.policy, of_address.take(block, wall));
    } else if (limiter) limit(asked, limiter.policy, limiter.take(key.key_id, wall));
    if (!mayCall(key.scope, operation)) {
      const message = `The scope of this API key is ${key.scope}: it may not call ${operation.path}.`;
      throw new Refusal('api_key_scope', [], message);
    }

    const idempotency_key = operation.keeps_answers
      ? idempotencyKey(request.headers['idempotency-key'])
      : undefined;
    const query = asked.query_text === '' ? undefined : parseQuery(asked.query_text);
    if (query && operation.method === 'POST') throw queryOnPost(query);
    const body = hasBody(request) ? await receive(asked) : {};

    const { store_id, number, mode, provider, clock_ahead_ms } = key;
    const limitBy = (name: string): void => {
      if (!limiter || !is_shipped) return;
      const verdict = of_license.take(`${store_id} ${name}`, wall);
      if (!verdict.allowed) limit(asked, of_license.policy, verdict);
    };
    // `return await` takes one microtask, `return` of a promise takes three.
    return await hinted(key, { body, query }, () =>
      perform(operation, {
        store: { store_id, number, mode, provider, clock_ahead_ms },
        actor: { kind: 'api_key', id: key.key_id, address: asked.client_address },
        body,
        query,
        idempotency_key,
        keeps_refusals: !is_shipped,
        request_id: asked.request_id,
        wall,
        limit: limitBy,
      }),
    );
  };

  function noteFailure(asked: OperationRequest, wall: number, error: unknown): void {
    const wrong = error instanceof Refusal && error.code === 'api_key_incorrect';
    if (!wrong || rate_limit === 'off') return;
    limit(asked, failures.policy, failures.take(addressBlock(asked.client_address), wall));
  }

  function limit(asked: OperationRequest, policy: string, verdict: RateLimitResult): void {
    asked.rate_headers = [
      'RateLimit-Policy',
      policy,
      'RateLimit',
      `"default";r=${verdict.remaining};t=${verdict.reset_seconds}`,
    ];
    if (verdict.allowed) return;
    asked.rate_headers.push('Retry-After', String(verdict.retry_after_seconds));
    throw new Refusal('rate_limited');
  }
}

function receive(asked: OperationRequest): Promise<Record<string, unknown>> {
  const { operation, request, response } = asked;
  if (request.headers.expect !== undefined) response.writeContinue();
  return readBody(request, operation.body_bytes_max);
}

function queryOnPost(query: Map<string, string>): Refusal {
  const message = 'must be in the JSON body: POST takes no parameters in the query string';
  return refuseParameters(
    [...query.keys()].map((param) => ({ param, code: 'unknown_parameter', message })),
  );
}
