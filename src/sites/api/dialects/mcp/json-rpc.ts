import type { Refusal } from '../../../../platform/core/errors.ts';
import { jsonAnswer, type PageAnswer } from '../../../../platform/http/page.ts';

// JSON-RPC 2.0: what is said on the way of the Model Context Protocol.

export type MessageId = string | number;

export type Message =
  | { kind: 'request'; id: MessageId; method: string; params: Record<string, unknown> }
  /** Nobody waits for an answer. */
  | { kind: 'notification' };

const RPC_ERRORS = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  /** Ours: the API key, a limit, or the way the request was sent. */
  refused: -32000,
} as const;

type RpcError = keyof typeof RPC_ERRORS;

/** A message that is wrong in itself; undefined if it is none of JSON-RPC 2.0. */
export function readMessage(sent: Record<string, unknown>): Message | undefined {
  const { jsonrpc, id, method, params = {} } = sent;
  if (jsonrpc !== '2.0') return undefined;
  if (method === undefined) {
    // The answer to a request of ours. We never ask, so nobody waits for it.
    return 'result' in sent || 'error' in sent ? { kind: 'notification' } : undefined;
  }
  if (typeof method !== 'string' || !isRecord(params)) return undefined;
  if (id === undefined) return { kind: 'notification' };
  return isMessageId(id) ? { kind: 'request', id, method, params } : undefined;
}

const isMessageId = (id: unknown): id is MessageId =>
  typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id));

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const resultAnswer = (id: MessageId, result: object): PageAnswer =>
  jsonAnswer({ jsonrpc: '2.0', id, result });

interface Wrong {
  error: RpcError;
  message: string;
  data?: object;
}

/** An error in answer to a request; of no request in particular if `id` is null. */
export const errorAnswer = (id: MessageId | null, { error, message, data }: Wrong): PageAnswer =>
  jsonAnswer({
    jsonrpc: '2.0',
    id,
    error: { code: RPC_ERRORS[error], message, ...(data && { data }) },
  });

/** How a refusal is told before it is known which request it answers. */
export function refusalAnswer(refusal: Refusal, request_id: string): PageAnswer {
  const { status, code, message, details } = refusal;
  const answer = errorAnswer(null, {
    error: rpcErrorOf(refusal),
    message,
    data: { status, code, details, request_id },
  });
  return { ...answer, status };
}

function rpcErrorOf({ code }: Refusal): RpcError {
  if (code === 'invalid_json') return 'parse_error';
  return code === 'internal_error' ? 'internal_error' : 'refused';
}
