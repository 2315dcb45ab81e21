import { ERRORS, type ErrorCode, Refusal } from '../core/errors.ts';

/** The answer to a request; `body` is JSON text. */
export interface Answer {
  status: number;
  body: string;
  headers: string[];
  code?: ErrorCode;
}

export const answer200 = (body: string): Answer => ({ status: 200, body, headers: [] });

export function errorAnswer(refusal: Refusal, request_id: string, headers: string[] = []): Answer {
  const { status, code, message, details } = refusal;
  const error = { status, code, message, details, request_id };
  return { status, body: JSON.stringify({ error }), headers, code };
}

/**
 * A whole HTTP/1.1 response as text, for a connection on which Node parsed no request. After HEAD it
 * has no body: a client would take it for the answer to its next request.
 */
export function rawAnswer(
  code: ErrorCode,
  { request_id, is_head }: { request_id: string; is_head: boolean },
): string {
  const { status, body } = errorAnswer(new Refusal(code), request_id);
  return [
    `HTTP/1.1 ${status} ${ERRORS[code][0] === 400 ? 'Bad Request' : 'Error'}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${request_id}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    is_head ? '' : body,
  ].join('\r\n');
}
