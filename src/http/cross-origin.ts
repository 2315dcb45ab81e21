import type { IncomingMessage } from 'node:http';
import type { Operation } from '../operation/operation.ts';

// CORS: which answers a browser shows to a page of another site. Keys of scope `license` are shipped
// to everybody and the signing keys are public: pages of any site may use them. Nothing else is
// shown to any.

/** What a browser asks before it sends a request that a plain form could not make. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/** The answer to that: yes in the headers, or nothing, which is no. */
export function preflightHeaders(operation: Operation | undefined, any_origin = false): string[] {
  if (operation?.scope !== 'license' && !any_origin) return [];
  return [
    ...['Access-Control-Allow-Origin', '*'],
    ...['Access-Control-Allow-Methods', operation?.method ?? 'GET'],
    ...['Access-Control-Allow-Headers', 'x-api-key, Authorization, Content-Type, Idempotency-Key'],
    ...['Access-Control-Max-Age', '7200'],
  ];
}

/**
 * With what is answered to a page. A refusal before the key is known may be read: it says nothing of
 * the store. What a key of wider scope gets may not: such a key has no business in a page.
 */
export function crossOriginHeaders(asked: {
  operation: Operation;
  request: IncomingMessage;
  key?: { scope: string };
}): string[] {
  const { operation, request, key } = asked;
  if (request.headers.origin === undefined || operation.scope !== 'license') return [];
  return key === undefined || key.scope === 'license' ? READABLE : [];
}

const READABLE = [
  ...['Access-Control-Allow-Origin', '*'],
  ...[
    'Access-Control-Expose-Headers',
    'x-request-id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed',
  ],
];
