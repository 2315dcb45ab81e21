import type { Static, TObject, TOptional, TProperties, TSchema } from 'typebox';
import type { Actor } from '../core/actor.ts';
import { Refusal } from '../core/errors.ts';
import type { HasDefault } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import type { Clock } from '../core/time.ts';
import type { Operation } from './operation.ts';
import type { Limit, Perform } from './perform.ts';
import type { Store } from './work.ts';

type MayBeLeftOut = HasDefault | TOptional<TSchema>;

/** The parameters as a client sends them. Those with a default may be left out. */
type Sent<P extends TProperties> = {
  [Name in keyof P as P[Name] extends MayBeLeftOut ? never : Name]: Static<P[Name]>;
} & {
  [Name in keyof P as P[Name] extends MayBeLeftOut ? Name : never]?: Static<P[Name]> | undefined;
};

/** The parameters that are sent to an operation. */
export type SentTo<O> = O extends Operation<TObject<infer P>, TSchema> ? Sent<P> : never;

/** Makes a parameter that the operation does not have a type error. */
type Only<P extends TProperties, Input> = Input & Record<Exclude<keyof Input, keyof P>, never>;

/** Performs an operation from within the program, with the types of its declaration. */
export type Ask = <P extends TProperties, O extends TSchema, Input extends Sent<P>>(
  operation: Operation<TObject<P>, O>,
  input: Only<P, Input>,
  idempotency_key?: string,
) => Promise<Static<O>>;

interface Asking {
  perform: Perform;
  clock: Clock;
  /** Whom the answer is for, and who is named in the audit log. */
  actor: Actor;
  /** Of the page that asks, if it is one. */
  request_id?: string | null;
  /** Whether a refusal is kept under an Idempotency-Key, as an answer is; true by default. */
  keeps_refusals?: boolean;
  /** Refuses too many requests about one thing; by default none are too many. */
  limit?: Limit;
}

/** For pages, commands and dialects, which work in one store. */
export function askAs(store: Store, asking: Asking): Ask {
  const { perform, clock, actor, request_id, keeps_refusals = true, limit = NO_LIMIT } = asking;
  return async (operation, input, idempotency_key) => {
    const wall = clock();
    const request = {
      store,
      actor,
      body: input,
      query: undefined,
      idempotency_key,
      keeps_refusals,
      request_id: request_id ?? newId('req', wall),
      wall,
      limit,
    };
    if (operation.read) return perform.record(operation, request);
    const answer = await perform(operation, request);
    // The type is not checked here: `perform` has checked the answer against the declaration.
    const body = JSON.parse(answer.body);
    if (answer.status === 200) return body;
    const { code, details, message } = body.error;
    throw new Refusal(code, details, message);
  };
}

const NO_LIMIT = (): void => {};
