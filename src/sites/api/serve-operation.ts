import { type Refusal, refuseParameters } from '../../platform/core/errors.ts';
import type { Clock } from '../../platform/core/time.ts';
import { parseQuery } from '../../platform/http/query.ts';
import type { Answer } from '../../platform/operation/answer.ts';
import { idempotencyKey } from '../../platform/operation/idempotency.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import type { Perform } from '../../platform/operation/perform.ts';
import { type Admission, type Caller, refuseUnlessAllowed } from './admit.ts';
import { deprecatedParameters } from './deprecated.ts';
import type { WithModeHint } from './mode-hint.ts';

export interface OperationRequest extends Caller {
  operation: Operation;
  request_id: string;
  query_text: string;
  /** Receives the parameters in the body. */
  receive(bytes_max: number): Record<string, unknown> | Promise<Record<string, unknown>>;
}

interface Dependencies {
  clock: Clock;
  admission: Admission;
  perform: Perform;
  hinted: WithModeHint;
}

/** Serves operations: checks API key, rate limit and scope, reads the body, performs. */
export function createOperationServer(dependencies: Dependencies) {
  const { clock, admission, perform, hinted } = dependencies;
  return async function serve(call: OperationRequest): Promise<Answer> {
    const { operation, request } = call;
    const wall = clock();
    const admitted = admission.admit(call, wall);
    const key = admitted instanceof Promise ? await admitted : admitted;
    refuseUnlessAllowed(key, operation);

    const idempotency_key = operation.keeps_answers
      ? idempotencyKey(request.headers['idempotency-key'])
      : undefined;
    const query = call.query_text === '' ? undefined : parseQuery(call.query_text);
    if (query && operation.method === 'POST') throw queryOnPost(query);
    const receiving = call.receive(operation.body_bytes_max);
    const body = receiving instanceof Promise ? await receiving : receiving;

    call.deprecated = deprecatedParameters(operation, { body, query });
    const { store_id, number, mode, provider, clock_ahead_ms } = key;
    // `return await` takes one microtask, `return` of a promise takes three.
    return await hinted(key, { body, query }, () =>
      perform(operation, {
        store: { store_id, number, mode, provider, clock_ahead_ms },
        actor: { kind: 'api_key', id: key.key_id, address: call.client_address },
        body,
        query,
        idempotency_key,
        keeps_refusals: key.scope !== 'license',
        request_id: call.request_id,
        wall,
        limit: admission.limitBy(call, key, wall),
      }),
    );
  };
}

function queryOnPost(query: Map<string, string>): Refusal {
  const message = 'must be in the JSON body: POST takes no parameters in the query string';
  return refuseParameters(
    [...query.keys()].map((param) => ({ param, code: 'unknown_parameter', message })),
  );
}
