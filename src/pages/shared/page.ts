import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '../../core/errors.ts';

/** Anything served that is not an operation: pages, documents, health. */
export interface Page {
  path: string;
  /** Serves every path that begins with `path`. */
  is_prefix?: boolean;
  /** Also takes forms, by POST. */
  takes_forms?: boolean;
  /** Answers behind a proxy without being told that it was asked by HTTPS: for who looks after it. */
  is_internal?: boolean;
  /** May be read by pages of other sites. */
  any_origin?: boolean;
  serve(asked: PageRequest): Promise<PageAnswer> | PageAnswer;
  /** How a refusal is told to somebody with a browser; without it, as to a program. */
  refused?(refusal: Refusal): PageAnswer;
}

export interface PageRequest {
  method: 'GET' | 'POST';
  /** What follows `path`. */
  rest: string;
  /** The fields of the form; none with GET. */
  form: Map<string, string>;
  headers: IncomingHttpHeaders;
  /** Whose request it is, as far as it can be believed. */
  client_address: string;
}

export interface PageAnswer {
  status: number;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
  /** For what is the same for everybody: how long it may be kept. */
  cache_seconds?: number;
}

export const jsonAnswer = (value: object): PageAnswer => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(value),
});
