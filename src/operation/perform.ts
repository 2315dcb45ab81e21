import type { StoreMode } from '../core/access.ts';
import { ERRORS, Refusal } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Clock } from '../core/time.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Licensing } from '../licenses/licensing.ts';
import { type FindGateway, GatewayUnavailable } from '../payments/gateway.ts';
import type { Allowed } from '../webhooks/address.rules.ts';
import { type Answer, answer200 } from './answer.ts';
import {
  type IdempotentRequest,
  once,
  onceInStep,
  onceInSteps,
  replayKept,
  requestHash,
} from './idempotency.ts';
import type { Operation } from './operation.ts';
import { appendEvents, type Emit, type NewEvent, storeWrite } from './outbox.ts';

export interface OfStore {
  store_id: string;
  number: number;
  mode: StoreMode;
  clock_ahead_ms: number;
}

/** What somebody who may do so asks of an operation. */
interface Request {
  store: OfStore;
  body: Record<string, unknown>;
  query: Map<string, string> | undefined;
  idempotency_key: string | undefined;
  keeps_refusals?: boolean;
  request_id: string;
  wall: number;
  limit(name: string): void;
}

export type Perform = (operation: Operation, request: Request) => Promise<Answer>;

interface Dependencies {
  db: Database;
  clock: Clock;
  /** Known only once the server listens. */
  base_url: () => string;
  findGateway: FindGateway;
  licensing: Licensing;
  secrets: Secrets;
  allowed_webhooks: Allowed;
  clockMoved(): void;
  log: Log;
}

/** Performs any operation: parameters, idempotency, transaction, answer. */
export function createPerform(dependencies: Dependencies): Perform {
  const { db, clock, base_url, findGateway, clockMoved, log } = dependencies;
  const { licensing, secrets, allowed_webhooks } = dependencies;

  return (operation, request) => {
    const now = clock() + request.store.clock_ahead_ms; // Again: the body may have taken its time.
    return (operation.method === 'GET' ? read : write)(operation, request, now);
  };

  async function write(operation: Operation, request: Request, now: number): Promise<Answer> {
    const { store, body, query, idempotency_key } = request;
    if (idempotency_key === undefined) {
      if (operation.steps) {
        return performSteps(operation, request, now, null).catch(unresolved(operation));
      }
      const input = operation.parameters.read(body, query);
      return db.write(store, (tx) => perform(tx, operation, request, now, input));
    }
    const request_hash = requestHash(
      operation.method,
      operation.path,
      operation.parameters.merged(body, query),
    );
    const { request_id, wall, keeps_refusals = true } = request;
    const { store_id } = store;
    const named = { store_id, idempotency_key, request_hash };
    const idempotent = { ...named, request_id, now: wall, secrets, keeps_refusals };
    if (operation.steps) {
      return onceInSteps(db, store, idempotent, (request_key) =>
        performSteps(operation, request, now, request_key, idempotent),
      ).catch(unresolved(operation));
    }
    // Refused parameters are an answer too: they are read where the answer is kept.
    return db.write(store, (tx) =>
      once(tx, idempotent, async () =>
        perform(tx, operation, request, now, operation.parameters.read({ ...body }, query)),
      ),
    );
  }

  async function read(operation: Operation, request: Request, now: number): Promise<Answer> {
    const { store, body, query } = request;
    const input = operation.parameters.read(body, query);
    const record = await operation.handle({
      ...given(request, now, input),
      tx: db.reader(store),
      emit: emitNothing,
    });
    operation.output_check(record);
    return answer200(JSON.stringify(record));
  }

  async function perform(
    tx: Tx,
    operation: Operation,
    request: Request,
    now: number,
    input: unknown,
  ): Promise<Answer> {
    const events: (NewEvent & { record: object })[] = [];
    const emit: Emit = (type, record) => {
      events.push({ type, data: JSON.stringify(record), record });
    };
    const record = await operation.handle({ ...given(request, now, input), tx, emit });
    operation.output_check(record);
    await appendEvents(tx, events, now);
    // What is told is mostly also what is answered: it is made into JSON once.
    const told = events.find((event) => event.record === record);
    return answer200(told?.data ?? JSON.stringify(record));
  }

  async function performSteps(
    operation: Operation,
    request: Request,
    now: number,
    request_key: string | null,
    idempotent?: IdempotentRequest,
  ): Promise<Answer> {
    const { store, body, query } = request;
    const input = operation.parameters.read({ ...body }, query);
    const record = await operation.steps?.({
      ...given(request, now, input),
      write: storeWrite(db, store, now),
      reader: db.reader(store),
      request_key,
      replay: async (tx) => {
        if (idempotent) await replayKept(tx, idempotent);
      },
      once: (tx, work) => (idempotent ? onceInStep(tx, idempotent, work) : work()),
      writeAt: (at) => storeWrite(db, store, at),
      clockMoved,
      log,
    });
    operation.output_check(record);
    return answer200(JSON.stringify(record));
  }

  function given({ store, limit }: Request, now: number, input: unknown) {
    return {
      input,
      now,
      store,
      base_url: base_url(),
      gateway: findGateway(store),
      licensing,
      secrets,
      allowed_webhooks,
      clock,
      limit,
      refuse,
    };
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
