import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageAnswer, ServedPath } from '../pages/shared/page.ts';
import { readForm, readMessage } from './body.ts';
import { readCookies } from './cookies.ts';
import { documentFor } from './document.ts';
import { waitInQueue } from './page-queue.ts';
import { parseFields } from './query.ts';
import { nextTurn } from './turn.ts';

/** Pages accept GET, and POST if they take forms. What takes messages accepts only POST. */
export const methodOf = (page: ServedPath, request: IncomingMessage): 'GET' | 'POST' =>
  page.takes_messages || (page.takes_forms && request.method === 'POST') ? 'POST' : 'GET';

const NO_BODY = Buffer.alloc(0);

interface Asked {
  below: string;
  query_text: string;
  client_address: string;
  request_id: string;
}

export async function servePage(
  page: ServedPath,
  request: IncomingMessage,
  response: ServerResponse,
  { below, query_text, client_address, request_id }: Asked,
): Promise<PageAnswer> {
  await waitInQueue(request, response);
  await nextTurn();
  const method = methodOf(page, request);
  if (request.headers.expect !== undefined) response.writeContinue();
  const body = page.takes_messages ? await readMessage(request) : NO_BODY;
  const form = page.takes_forms && method === 'POST' ? await readForm(request) : new Map();
  const { headers } = request;
  const answer = await page.serve({
    method,
    below,
    form,
    body,
    readQuery: () => parseFields(query_text),
    query_text,
    cookies: readCookies(headers.cookie),
    headers,
    client_address,
    request_id,
  });
  return answer.cache_seconds === undefined ? answer : documentFor(answer, headers);
}
