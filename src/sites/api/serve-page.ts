import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm, readFormWithFiles, readMessage } from '../../platform/http/body.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import { isMultipart } from '../../platform/http/multipart.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../../platform/http/page.ts';
import { parseFields } from '../../platform/http/query.ts';
import { nextTurn } from '../../platform/http/turn.ts';
import { documentFor } from './document.ts';

/** Pages accept GET, and POST if they take forms. What takes messages accepts only POST. */
export function methodsOf(page: ServedPath): ('GET' | 'POST')[] {
  if (page.takes_messages) return ['POST'];
  return page.takes_forms ? ['GET', 'POST'] : ['GET'];
}

const NO_BODY = Buffer.alloc(0);

interface RoutedRequest {
  cookies: Cookies;
  below: string;
  query_text: string;
  client_address: string;
  request_id: string;
}

export async function servePage(
  page: ServedPath,
  request: IncomingMessage,
  response: ServerResponse,
  { cookies, below, query_text, client_address, request_id }: RoutedRequest,
): Promise<PageAnswer> {
  await nextTurn(client_address);
  const method = request.method === 'POST' ? 'POST' : 'GET';
  if (request.headers.expect !== undefined) response.writeContinue();
  const body = page.takes_messages ? await readMessage(request, page.message_bytes_max) : NO_BODY;
  const { headers } = request;
  const known = cookies.read(headers.cookie);
  const call = { below, cookies: known };
  const { form, files } =
    page.takes_forms && method === 'POST' ? await readSent(page, request, call) : NOTHING_SENT;
  const answer = await page.serve({
    method,
    below,
    form,
    files,
    body,
    readQuery: () => parseFields(query_text),
    query_text,
    cookies: known,
    headers,
    client_address,
    request_id,
  });
  return answer.cache_seconds === undefined ? answer : documentFor(answer, headers);
}

const NOTHING_SENT = { form: new Map<string, string>(), files: new Map<string, Buffer>() };

/** A form with files may be large: it is read only for whom the page takes it. */
async function readSent(
  page: ServedPath,
  request: IncomingMessage,
  call: Pick<PageRequest, 'below' | 'cookies'>,
) {
  if (isMultipart(request.headers['content-type'])) {
    const is_taken = await page.takesFiles?.(call);
    if (is_taken !== undefined) return is_taken ? readFormWithFiles(request) : NOTHING_SENT;
  }
  return { form: await readForm(request), files: NOTHING_SENT.files };
}
