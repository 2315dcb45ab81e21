import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '../core/errors.ts';
import { readForm } from './body.ts';
import { documentFor } from './document.ts';
import { waitInLine } from './page-line.ts';

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

/** A page answers to GET, and to POST if it takes forms. */
export const methodOf = (page: Page, request: IncomingMessage): 'GET' | 'POST' =>
  page.takes_forms && request.method === 'POST' ? 'POST' : 'GET';

export async function servePage(
  page: Page,
  request: IncomingMessage,
  response: ServerResponse,
  { rest, client_address }: { rest: string; client_address: string },
): Promise<PageAnswer> {
  await waitInLine(request, response);
  const method = methodOf(page, request);
  if (request.headers.expect !== undefined) response.writeContinue();
  const form = method === 'POST' ? await readForm(request) : new Map();
  const { headers } = request;
  const answer = await page.serve({ method, rest, form, headers, client_address });
  return answer.cache_seconds === undefined ? answer : documentFor(answer, headers);
}
