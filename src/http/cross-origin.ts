import type { IncomingMessage } from 'node:http';
import type { Operation } from '../operation/operation.ts';

// CORS: which answers scripts of other sites may read. API keys of scope `license` are inside
// applications that everybody has, and the signing keys are public: any site may use them. Everything
// else is for no other site.

/** Whether a browser asks for permission before it sends the real request. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/** The headers that give the permission; without them the browser does not send the request. */
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
 * The headers that let a script of another site read an answer. It may read refusals before the key
 * is known, which say nothing about the store. It may not read answers to keys of other scopes:
 * these do not belong in a web page.
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
