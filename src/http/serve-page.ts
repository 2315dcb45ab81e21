import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page, PageAnswer } from '../pages/shared/page.ts';
import { readForm } from './body.ts';
import { documentFor } from './document.ts';
import { waitInLine } from './page-line.ts';

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
