import type { Static, TObject, TSchema } from 'typebox';
import type { Actor, Doing } from '../core/actor.ts';
import { ProviderUnanswered, Refusal } from '../core/errors.ts';
import type { Database, Tx } from '../db/database.ts';
import { type Answer, answer200 } from './answer.ts';
import {
  type IdempotentRequest,
  keepAnswerOfStep,
  performOnce,
  performStepsOnce,
  requestHash,
  stopIfAnswered,
} from './idempotency.ts';
import type { Operation } from './operation.ts';
import type { Services } from './services.ts';
import { runInTransaction, type Store, storeWork } from './work.ts';

/** Refuses too many requests about the same thing. */
export type Limit = (name: string) => void;

/** A request whose API key was checked, or one from within the program. */
interface PerformRequest {
  store: Store;
  actor: Actor;
  body: Record<string, unknown>;
  query: Map<string, string> | undefined;
  idempotency_key: string | undefined;
  keeps_refusals?: boolean;
  request_id: string;
  /** Real time when the request arrived; the clock of a test store may be ahead of it. */
  wall: number;
  limit: Limit;
}

type Input = ReturnType<Operation['parameters']['read']>;
type Reading<I extends TObject = TObject, O extends TSchema = TSchema> = Extract<
  Operation<I, O>,
  { read: object }
>;
type Writing = Extract<Operation, { write: object }>;
type Stepping = Extract<Operation, { steps: object }>;

export interface Perform {
  (operation: Operation, request: PerformRequest): Promise<Answer>;
  /** The record itself, of an operation that only reads: the program itself does not need its text. */
  record<I extends TObject, O extends TSchema>(
    operation: Reading<I, O>,
    request: PerformRequest,
  ): Promise<Static<O>>;
}

/** What a transaction has made, and its text if that is known already. */
interface Done {
  record: unknown;
  text: string | undefined;
}

const answerOf = ({ record, text }: Done): Answer => answer200(text ?? JSON.stringify(record));

/** Performs operations: reads parameters, runs the transaction, makes the answer. */
export function createPerform(db: Database, services: Services): Perform {
  const perform = (operation: Operation, request: PerformRequest): Promise<Answer> => {
    if (operation.read) return read(operation, request);
    const now = nowIn(request);
    return operation.write ? write(operation, request, now) : steps(operation, request, now);
  };
  return Object.assign(perform, { record });

  async function read(operation: Reading, request: PerformRequest): Promise<Answer> {
    const context = readContext(operation, request);
    const text = operation.text && (await operation.text(context));
    return answer200(text ?? JSON.stringify(await recordIn(operation, context)));
  }

  // The clock is read again, because receiving the body may have taken a while.
  function nowIn({ store }: PerformRequest): number {
    return services.clock() + store.clock_ahead_ms;
  }

  function record<I extends TObject, O extends TSchema>(
    operation: Reading<I, O>,
    request: PerformRequest,
  ): Promise<Static<O>> {
    return recordIn(operation, readContext(operation, request));
  }

  function readContext<I extends TObject, O extends TSchema>(
    operation: Reading<I, O>,
    request: PerformRequest,
  ) {
    const now = nowIn(request);
    const { store, body, query, limit, actor, request_id } = request;
    const input = operation.parameters.read(body, query);
    const call = { actor, action: operation.path, request_id, input, limit, refuse };
    return { ...call, store, now, services, reader: db.reader(store) };
  }

  async function recordIn<I extends TObject, O extends TSchema>(
    operation: Reading<I, O>,
    context: Parameters<Reading<I, O>['read']>[0],
  ): Promise<Static<O>> {
    const found = await operation.read(context);
    operation.output_check(found);
    return found;
  }

  async function write(operation: Writing, request: PerformRequest, now: number): Promise<Answer> {
    const { store, body, query } = request;
    const idempotent = idempotentRequest(operation, request);
    if (!idempotent) {
      const input = operation.parameters.read(body, query);
      const done = await db.write(store, (tx) => inTransaction(tx, operation, request, now, input));
      if (!operation.finish) return answerOf(done);
      return answer200(JSON.stringify(await operation.finish(done.record, services)));
    }
    // Parameters are read in the transaction, because their refusal is an answer that is kept too.
    const answer = await db.write(store, (tx) =>
      performOnce(tx, idempotent, async () => {
        const input = operation.parameters.read(body, query);
        return answerOf(await inTransaction(tx, operation, request, now, input));
      }),
    );
    if (!operation.finish || answer.status !== 200) return answer;
    const finished = await operation.finish(JSON.parse(answer.body), services);
    return { ...answer, body: JSON.stringify(finished) };
  }

  async function inTransaction(
    tx: Tx,
    operation: Writing,
    request: PerformRequest,
    now: number,
    input: Input,
  ): Promise<Done> {
    const { store, limit } = request;
    const context = { ...doing(operation, request), store, now, services };
    const { value: record, events } = await runInTransaction(tx, context, async (context) => {
      const record = await operation.write({ ...context, input, limit, refuse });
      operation.output_check(record);
      return record;
    });
    // Event and answer are usually the same record: serialise it once.
    return { record, text: events.find((event) => event.record === record)?.data };
  }

  async function steps(operation: Stepping, request: PerformRequest, now: number): Promise<Answer> {
    const idempotent = idempotentRequest(operation, request);
    try {
      if (!idempotent) return await inSteps(operation, request, now, null);
      return await performStepsOnce(db, request.store, idempotent, (request_key) =>
        inSteps(operation, request, now, request_key, idempotent),
      );
    } catch (error) {
      const { unanswered } = operation;
      throw error instanceof ProviderUnanswered && unanswered ? refuse(unanswered) : error;
    }
  }

  async function inSteps(
    operation: Stepping,
    request: PerformRequest,
    now: number,
    request_key: string | null,
    idempotent?: IdempotentRequest,
  ): Promise<Answer> {
    const { store, body, query } = request;
    const input = operation.parameters.read(body, query);
    const context = { ...doing(operation, request), store, services };
    const workAt = (now: number) => storeWork(db, { ...context, now });
    const record = await operation.steps({
      ...workAt(now),
      input,
      refuse,
      request_key,
      stopIfAnswered: async (tx) => {
        if (idempotent) await stopIfAnswered(tx, idempotent);
      },
      keepAnswer: (tx, work) => (idempotent ? keepAnswerOfStep(tx, idempotent, work) : work()),
      workAt,
    });
    operation.output_check(record);
    return answer200(JSON.stringify(record));
  }

  function idempotentRequest(
    { method, path, parameters }: Operation,
    {
      store,
      body,
      query,
      idempotency_key,
      request_id,
      wall,
      keeps_refusals = true,
    }: PerformRequest,
  ): IdempotentRequest | undefined {
    if (idempotency_key === undefined) return undefined;
    const { store_id } = store;
    const request_hash = requestHash(method, path, parameters.identity(body, query));
    // Everybody has the keys of scope `license`. What they choose is apart from what the seller
    // chooses, or they could use up the name of a refund before the seller does. No name has a space.
    const kept_under = keeps_refusals ? idempotency_key : `license ${idempotency_key}`;
    const named = { store_id, idempotency_key: kept_under, request_hash, request_id, now: wall };
    return { ...named, secrets: services.secrets, keeps_refusals };
  }
}

const doing = ({ path }: Operation, { actor, request_id, body, query }: PerformRequest): Doing => ({
  actor,
  action: path,
  request_id,
  names: [...Object.values(body), ...(query?.values() ?? [])].filter(isText),
});

const isText = (value: unknown) => typeof value === 'string';

const refuse = (code: ConstructorParameters<typeof Refusal>[0], details?: Refusal['details']) =>
  new Refusal(code, details);
