import { ERRORS, ProviderUnanswered, Refusal } from '../core/errors.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Services } from '../services.ts';
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
import { appendEvents, type Emit, type NewEvent } from './outbox.ts';
import { type Store, storeWork } from './work.ts';

/** What somebody who may do so asks of an operation. */
interface Request {
  store: Store;
  body: Record<string, unknown>;
  query: Map<string, string> | undefined;
  idempotency_key: string | undefined;
  keeps_refusals?: boolean;
  request_id: string;
  wall: number;
  limit(name: string): void;
}

export type Perform = (operation: Operation, request: Request) => Promise<Answer>;

/** Performs any operation: parameters, idempotency, transaction, answer. */
export function createPerform(db: Database, services: Services): Perform {
  return (operation, request) => {
    const now = services.clock() + request.store.clock_ahead_ms; // Again: the body may have taken its time.
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
    const idempotent = {
      ...named,
      request_id,
      now: wall,
      secrets: services.secrets,
      keeps_refusals,
    };
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
    const { store, body, query, limit } = request;
    const input = operation.parameters.read(body, query);
    const at_hand = { tx: db.reader(store), emit: emitNothing, limit, refuse };
    const record = await operation.handle({ input, store, now, services, ...at_hand });
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
    const { store, limit } = request;
    const context = { input, store, now, services, tx, emit, limit, refuse };
    const record = await operation.handle(context);
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
    const at = (now: number) => storeWork(db, { store, now, services });
    const record = await operation.steps?.({
      ...at(now),
      input,
      refuse,
      limit: request.limit,
      request_key,
      replay: async (tx) => {
        if (idempotent) await replayKept(tx, idempotent);
      },
      once: (tx, work) => (idempotent ? onceInStep(tx, idempotent, work) : work()),
      at,
    });
    operation.output_check(record);
    return answer200(JSON.stringify(record));
  }
}

const refuse = (code: ConstructorParameters<typeof Refusal>[0], details?: Refusal['details']) =>
  new Refusal(code, details);

/** How a provider's silence is answered: with a 500, which is never kept, so that a retry asks on. */
const unresolved = (operation: Operation) => (error: unknown) => {
  const code = operation.errors.find((declared) => ERRORS[declared][0] === 500);
  throw error instanceof ProviderUnanswered && code ? refuse(code) : error;
};

const emitNothing = (): never => {
  throw new Error('an operation that only reads has nothing to emit');
};
