import type { Static, TObject, TOptional, TProperties, TSchema } from 'typebox';
import { Refusal } from '../core/errors.ts';
import type { HasDefault } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import type { Clock } from '../core/time.ts';
import type { Operation } from './operation.ts';
import type { Perform } from './perform.ts';
import type { Store } from './work.ts';

type MayBeLeftOut = HasDefault | TOptional<TSchema>;

/** The parameters as a client sends them: what has a default may be left out. */
type Sent<P extends TProperties> = {
  [Name in keyof P as P[Name] extends MayBeLeftOut ? never : Name]: Static<P[Name]>;
} & {
  [Name in keyof P as P[Name] extends MayBeLeftOut ? Name : never]?: Static<P[Name]> | undefined;
};

/** What is sent to one operation. */
export type SentTo<O> = O extends Operation<TObject<infer P>, TSchema> ? Sent<P> : never;

/** No parameter that the operation does not have. */
type Only<P extends TProperties, Input> = Input & Record<Exclude<keyof Input, keyof P>, never>;

/** Performs an operation for code of ours. Its declaration says what is sent and what comes back. */
export type Ask = <P extends TProperties, O extends TSchema, Input extends Sent<P>>(
  operation: Operation<TObject<P>, O>,
  input: Only<P, Input>,
  idempotency_key?: string,
) => Promise<Static<O>>;

/** For pages and commands, which act within one store and have no key. */
export function askAs(store: Store, { perform, clock }: { perform: Perform; clock: Clock }): Ask {
  return async (operation, input, idempotency_key) => {
    const wall = clock();
    const answer = await perform(operation, {
      store,
      body: input,
      query: undefined,
      idempotency_key,
      request_id: newId('req', wall),
      wall,
      limit: () => {},
    });
    // The one place where the type of an answer is taken on trust: `perform` has checked it.
    const body = JSON.parse(answer.body);
    if (answer.status === 200) return body;
    const { code, details, message } = body.error;
    throw new Refusal(code, details, message);
  };
}
