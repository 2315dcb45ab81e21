import { Refusal } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Clock } from '../../core/time.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Perform } from '../../operation/perform.ts';
import type { Store } from '../../operation/work.ts';

/** Performs an operation for a page; `T` is the record that it answers with. */
export type Ask = <T>(
  operation: Operation,
  input: Record<string, unknown>,
  idempotency_key?: string,
) => Promise<T>;

/** Everything a page reads or changes, it asks of the operations of the API, within one store. */
export function askAs(store: Store, { perform, clock }: { perform: Perform; clock: Clock }): Ask {
  return async (operation, input, idempotency_key) => {
    const wall = clock();
    const answer = await perform(operation, {
      store,
      body: { ...input },
      query: undefined,
      idempotency_key,
      request_id: newId('req', wall),
      wall,
      limit: () => {},
    });
    const body = JSON.parse(answer.body);
    if (answer.status === 200) return body;
    const { code, details, message } = body.error;
    throw new Refusal(code, details, message);
  };
}
