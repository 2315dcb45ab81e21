import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERRORS, Refusal, refuseParameters } from '../core/errors.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Clock } from '../core/time.ts';
import type { Database, Tx } from '../db/database.ts';
import { appendEvents, type Emit, type NewEvent, storeWrite } from '../events/outbox.ts';
import type { Licensing } from '../licenses/licensing.ts';
import { type FindGateway, GatewayUnavailable } from '../payments/gateway.ts';
import type { KnownKey } from '../stores/api-key.sql.ts';
import { type Answer, answer200 } from './answer.ts';
import { hasBody, readBody } from './body.ts';
import {
  type IdempotentRequest,
  idempotencyKey,
  once,
  onceInStep,
  onceInSteps,
  replayKept,
  requestHash,
} from './idempotency.ts';
import { createKeys, mayCall } from './keys.ts';
import { LIMITS } from './limits.ts';
import type { Log } from './log.ts';
import type { Operation } from './operation.ts';
import { parseQuery } from './query.ts';
import { addressBlock, type RateLimit, rateLimiter, type Verdict } from './rate-limit.ts';
import { nextTurn } from './turn.ts';

export interface OperationRequest {
  operation: Operation;
  request: IncomingMessage;
  response: ServerResponse;
  request_id: string;
  query_text: string;
  client_address: string;
  /** Set as soon as they are known, for the log and for the headers of a refusal too. */
  key?: KnownKey;
  rate_headers: string[];
}

interface Dependencies {
  db: Database;
  clock: Clock;
  rate_limit: RateLimit | 'off';
  /** Known only once the server listens. */
  base_url: () => string;
  findGateway: FindGateway;
  licensing: Licensing;
  secrets: Secrets;
  log: Log;
}

/** Serves any operation: key, limit, parameters, idempotency, transaction, answer. */
export function createOperationServer(dependencies: Dependencies) {
  const { db, clock, rate_limit, base_url, findGateway, licensing, secrets, log } = dependencies;
  const keys = createKeys(db);
  const limiter = rate_limit === 'off' ? undefined : rateLimiter(rate_limit);
  const failures = rateLimiter({
    rate_per_second: LIMITS.failed_keys_per_second,
    burst: LIMITS.failed_keys_burst,
  });
  // A key that is shipped inside an application is everybody's: nobody may use it up for all.
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
    const key = await authenticate(asked, wall);
    asked.key = key;
    const is_shipped = key.scope === 'license';
    if (limiter && is_shipped) {
      const block = addressBlock(asked.client_address);
      limit(asked, of_address.policy, of_address.take(block, wall));
    }
    if (limiter) limit(asked, limiter.policy, limiter.take(key.key_id, wall));
    if (!mayCall(key.scope, operation)) {
      const message = `The scope of this API key is ${key.scope}: it may not call ${operation.path}.`;
      throw new Refusal('api_key_scope', [], message);
    }

    const idempotency_key =
      operation.method === 'GET' ? undefined : idempotencyKey(request.headers['idempotency-key']);
    const query = asked.query_text === '' ? undefined : parseQuery(asked.query_text);
    if (query && operation.method === 'POST') throw queryOnPost(query);
    const body = hasBody(request) ? await receive(asked) : {};

    const { store_id, number, mode, clock_ahead_ms } = key;
    const store = { store_id, number, mode, clock_ahead_ms };
    const now = clock() + clock_ahead_ms; // Read again: the body may have taken its time.
    const gateway = findGateway(store);
    const limitBy = (name: string): void => {
      if (!limiter || !is_shipped) return;
      const verdict = of_license.take(`${store_id} ${name}`, wall);
      if (!verdict.allowed) limit(asked, of_license.policy, verdict);
    };
    const given = { now, store, base_url: base_url(), gateway, licensing };
    const common = { ...given, limit: limitBy, refuse };

    if (operation.method === 'GET') {
      const input = operation.parameters.read(body, query);
      const record = await operation.handle({
        ...common,
        input,
        tx: db.reader(store),
        emit: emitNothing,
      });
      operation.output_check(record);
      return answer200(JSON.stringify(record));
    }

    async function perform(tx: Tx, input: unknown): Promise<Answer> {
      const events: NewEvent[] = [];
      // What is told is mostly also what is answered: it is made into JSON once.
      const told = new Map<unknown, string>();
      const emit: Emit = (type, record) => {
        const data = JSON.stringify(record);
        told.set(record, data);
        events.push({ type, data });
      };
      const record = await operation.handle({ ...common, input, tx, emit });
      operation.output_check(record);
      await appendEvents(tx, events, now);
      return answer200(told.get(record) ?? JSON.stringify(record));
    }

    async function performSteps(
      request_key: string | null,
      idempotent?: IdempotentRequest,
    ): Promise<Answer> {
      await nextTurn();
      const input = operation.parameters.read({ ...body }, query);
      const record = await operation.steps?.({
        ...common,
        input,
        write: storeWrite(db, store, now),
        reader: db.reader(store),
        request_key,
        replay: async (tx) => {
          if (idempotent) await replayKept(tx, idempotent);
        },
        once: (tx, work) => (idempotent ? onceInStep(tx, idempotent, work) : work()),
        clock,
        writeAt: (at) => storeWrite(db, store, at),
        clockMoved: keys.forget,
        log,
      });
      operation.output_check(record);
      return answer200(JSON.stringify(record));
    }

    if (idempotency_key === undefined) {
      if (operation.steps) return performSteps(null).catch(unresolved(operation));
      const input = operation.parameters.read(body, query);
      return db.write(store, (tx) => perform(tx, input));
    }
    const request_hash = requestHash(
      operation.method,
      operation.path,
      operation.parameters.merged(body, query),
    );
    const { request_id } = asked;
    const idempotent = { idempotency_key, request_hash, request_id, now: wall, secrets };
    if (operation.steps) {
      return onceInSteps(db, store, idempotent, (request_key) =>
        performSteps(request_key, idempotent),
      ).catch(unresolved(operation));
    }
    // Refused parameters are an answer too: they are read where the answer is kept.
    return db.write(store, (tx) =>
      once(tx, idempotent, async () => perform(tx, operation.parameters.read({ ...body }, query))),
    );
  };

  async function authenticate(asked: OperationRequest, wall: number): Promise<KnownKey> {
    try {
      return await keys.find(asked.request.headers['x-api-key'], wall);
    } catch (error) {
      const wrong = error instanceof Refusal && error.code === 'api_key_incorrect';
      if (wrong && rate_limit !== 'off') {
        limit(asked, failures.policy, failures.take(addressBlock(asked.client_address), wall));
      }
      throw error;
    }
  }

  function limit(asked: OperationRequest, policy: string, verdict: Verdict): void {
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

const refuse = (code: ConstructorParameters<typeof Refusal>[0], details?: Refusal['details']) =>
  new Refusal(code, details);

/** How a provider's silence is answered: with a 500, which is never kept, so that a retry asks on. */
const unresolved = (operation: Operation) => (error: unknown) => {
  const code = operation.errors.find((declared) => ERRORS[declared][0] === 500);
  throw error instanceof GatewayUnavailable && code ? refuse(code) : error;
};

const emitNothing = (): never => {
  throw new Error('an operation that only reads has nothing to emit');
};

function receive({ request, response }: OperationRequest): Promise<Record<string, unknown>> {
  if (request.headers.expect !== undefined) response.writeContinue();
  return readBody(request);
}

function queryOnPost(query: Map<string, string>): Refusal {
  const message = 'must be in the JSON body: POST takes no parameters in the query string';
  return refuseParameters(
    [...query.keys()].map((param) => ({ param, code: 'unknown_parameter', message })),
  );
}
