import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '../../platform/core/errors.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import type { Ask } from '../../platform/operation/ask.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import type { Store } from '../../platform/operation/work.ts';
import type { ApiKeyWithStore } from '../../shop/store/api-key.sql.ts';

/**
 * Another language for the same operations, at a path of its own and everything below it. Whoever
 * speaks it has an API key, which is checked and counted before, as for operations.
 */
export interface Dialect {
  path: `/${string}`;
  serve(call: DialectRequest): Promise<PageAnswer>;
  /** How every refusal on this path is sent, also those that come before `serve`. */
  refused(refusal: Refusal, request_id: string): PageAnswer;
}

export interface DialectRequest {
  method: DialectMethod;
  /** What follows the path of the dialect: nothing, or a slash and more, not decoded. */
  below: string;
  /** The query string as it came, without the question mark. */
  query_text: string;
  /** Each name of the query string once, strictly decoded; throws a Refusal. */
  readQuery(): ReadonlyMap<string, string>;
  /** Empty if none was sent. */
  body: Buffer;
  /** The body as operations read it: a JSON object, empty if none was sent; throws a Refusal. */
  readJson(): Record<string, unknown>;
  headers: IncomingHttpHeaders;
  client_address: string;
  request_id: string;
  store: Store;
  key: ApiKeyWithStore;
  base_url: string;
  /** Whether the key's scope allows an operation. */
  may(operation: Operation): boolean;
  /** Performs an operation as its key would over HTTP: the same scopes, limits and audit log. */
  ask: Ask;
}

export const DIALECT_METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
type DialectMethod = (typeof DIALECT_METHODS)[number];
