import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageAnswer, ServedPath } from '../pages/shared/page.ts';
import { readForm } from './body.ts';
import { readCookies } from './cookies.ts';
import { documentFor } from './document.ts';
import { waitInQueue } from './page-queue.ts';
import { parseFields } from './query.ts';

/** Pages accept GET, and POST if they take forms. */
export const methodOf = (page: ServedPath, request: IncomingMessage): 'GET' | 'POST' =>
  page.takes_forms && request.method === 'POST' ? 'POST' : 'GET';

interface Asked {
  below: string;
  query_text: string;
  client_address: string;
}

export async function servePage(
  page: ServedPath,
  request: IncomingMessage,
  response: ServerResponse,
  { below, query_text, client_address }: Asked,
): Promise<PageAnswer> {
  await waitInQueue(request, response);
  const method = methodOf(page, request);
  if (request.headers.expect !== undefined) response.writeContinue();
  const form = method === 'POST' ? await readForm(request) : new Map();
  const { headers } = request;
  const answer = await page.serve({
    method,
    below,
    form,
    readQuery: () => parseFields(query_text),
    cookies: readCookies(headers.cookie),
    headers,
    client_address,
  });
  return answer.cache_seconds === undefined ? answer : documentFor(answer, headers);
}
