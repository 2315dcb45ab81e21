import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal, WrongMethod } from '../../platform/core/errors.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import type { Clock } from '../../platform/core/time.ts';
import { hasBody, jsonIn, readMessage } from '../../platform/http/body.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { parseFields } from '../../platform/http/query.ts';
import { nextTurn } from '../../platform/http/turn.ts';
import { type Ask, askAs } from '../../platform/operation/ask.ts';
import { idempotencyKey } from '../../platform/operation/idempotency.ts';
import type { Perform } from '../../platform/operation/perform.ts';
import { type Admission, type Caller, refuseUnlessAllowed } from './admit.ts';
import { mayCall, senderOf } from './api-keys.ts';
import { DIALECT_METHODS, type Dialect, type DialectRequest } from './dialect.ts';

export interface DialectCall extends Caller {
  request: IncomingMessage;
  dialect: Dialect;
  response: ServerResponse;
  request_id: string;
  query_text: string;
  below: string;
}

interface Dependencies {
  clock: Clock;
  admission: Admission;
  perform: Perform;
  base_url(): string;
}

/** Serves dialects: checks API key and rate limit, reads the body, and lets the dialect answer. */
export function createDialectServer({ clock, admission, perform, base_url }: Dependencies) {
  return async function serve(call: DialectCall): Promise<PageAnswer> {
    const { request, response, request_id, below, query_text, client_address } = call;
    const method = methodOf(request);
    await nextTurn(senderOf(request.headers, client_address));
    const wall = clock();
    const key = await admission.admit(call, wall);
    const is_shipped = key.scope === 'license';
    const body = await receive(request, response, is_shipped);

    const { store_id, number, mode, provider, clock_ahead_ms } = key;
    const store = { store_id, number, mode, provider, clock_ahead_ms };
    const { headers } = request;
    const askFreely = askAs(store, {
      perform,
      clock,
      actor: { kind: 'api_key', id: key.key_id, address: client_address },
      request_id,
      keeps_refusals: !is_shipped,
      limit: admission.limitBy(call, key, wall),
    });
    const ask: Ask = async (operation, input, idempotency_key) => {
      refuseUnlessAllowed(key, operation);
      return askFreely(operation, input, idempotencyKey(idempotency_key));
    };
    return call.dialect.serve({
      ...{ method, below, query_text, body, headers, client_address, request_id, store, key, ask },
      readQuery: () => parseFields(query_text),
      readJson: () => jsonIn(body, headers),
      base_url: base_url(),
      may: (operation) => mayCall(key.scope, operation),
    });
  };
}

function methodOf({ method }: IncomingMessage): DialectRequest['method'] {
  const routed = method === 'HEAD' ? 'GET' : method;
  const found = DIALECT_METHODS.find((one) => one === routed);
  if (!found) throw new WrongMethod(method, DIALECT_METHODS);
  return found;
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  is_shipped: boolean,
): Promise<Buffer> {
  if (!hasBody(request)) return NO_BODY;
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Refusal('unsupported_content_encoding');
  }
  if (request.headers.expect !== undefined) response.writeContinue();
  return readMessage(request, is_shipped ? LIMITS.license_body_bytes : LIMITS.body_bytes);
}

const NO_BODY = Buffer.alloc(0);
