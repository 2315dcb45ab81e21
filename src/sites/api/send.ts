import type { ServerResponse } from 'node:http';
import { LIMITS } from '../../platform/core/limits.ts';
import { STATUS_CODES } from '../../platform/core/node-http.ts';
import { wallClock } from '../../platform/core/time.ts';
import { discardBody, hasUnreadBody } from '../../platform/http/body.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import { isLarge, sendLarge } from '../../platform/http/large-answer.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { sendPieces } from '../../platform/http/pieces.ts';
import type { QuickAnswer } from '../../platform/http/quick-door.ts';
import type { SentAnswer } from './compress-answer.ts';

export interface Send {
  answer(response: ServerResponse, answer: SentAnswer, request_id: string): void;
  /** The whole response to a request that came through the quick door. */
  text(answer: SentAnswer, request_id: string, is_last: boolean): QuickAnswer;
  page(response: ServerResponse, answer: PageAnswer, request_id: string, more?: string[]): void;
}

/** Writes answers, each with the common headers. */
export function createSend(common: string[], cookies: Cookies): Send {
  const common_text = linesOf(common);
  return {
    answer(response, answer, request_id) {
      const is_last = endsConnection(response);
      response.writeHead(answer.status, [
        'Content-Type',
        'application/json',
        'Content-Length',
        String(Buffer.byteLength(answer.body)),
        'Cache-Control',
        'no-store',
        'x-request-id',
        request_id,
        ...common,
        ...answer.headers,
      ]);
      finish(response, answer.body, is_last);
    },
    text({ status, body, headers }, request_id, is_last) {
      const bytes = Buffer.byteLength(body);
      let text = `${STATUS_LINES[status]}${bytes}\r\nCache-Control: no-store\r\nx-request-id: ${request_id}\r\n${common_text}`;
      for (let at = 0; at < headers.length; at += 2)
        text += `${headers[at]}: ${headers[at + 1]}\r\n`;
      // What is compressed goes as it is: latin1 has a character for each byte.
      const sent = typeof body === 'string' ? body : body.toString('latin1');
      text += `Date: ${dateNow()}\r\n${is_last ? LAST : KEPT}\r\n${sent}`;
      return { text, encoding: bytes === body.length ? 'latin1' : 'utf8', is_last };
    },
    page(response, answer, request_id, more = []) {
      const is_last = endsConnection(response);
      const { status, type, body, pieces } = answer;
      const headers = ['x-request-id', request_id, ...common, ...more];
      if (status !== 304) {
        headers.push('Content-Type', type);
        if (!pieces) headers.push('Content-Length', String(Buffer.byteLength(body)));
      }
      for (const name in answer.headers) headers.push(name, answer.headers[name] ?? '');
      headers.push(...cookies.headers(answer.cookies));
      response.writeHead(status, headers);
      if (pieces) sendPieces(response, pieces);
      else finish(response, body, is_last);
    },
  };
}

const linesOf = (headers: string[]): string =>
  headers.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');

/** How a response begins, up to the length of its body. */
const STATUS_LINES = Object.fromEntries(
  Object.entries(STATUS_CODES).map(([status, text]) => [
    Number(status),
    `HTTP/1.1 ${status} ${text}\r\nContent-Type: application/json\r\nContent-Length: `,
  ]),
);

// As Node's HTTP server says it.
const KEPT = `Connection: keep-alive\r\nKeep-Alive: timeout=${LIMITS.keep_alive_ms / 1000}\r\n`;
const LAST = 'Connection: close\r\n';

let date = '';
let date_until = 0;
/** The time as headers say it, made once in a second. */
function dateNow(): string {
  const now = wallClock();
  if (now >= date_until || now < date_until - 1000) {
    date = new Date(now).toUTCString();
    date_until = now - (now % 1000) + 1000;
  }
  return date;
}

/**
 * The headers of every answer. Strict-Transport-Security makes a browser use HTTPS for all programs
 * on that host for a year, so it is not sent for host names that are used for development.
 */
export function commonHeaders(base_url: string | undefined): string[] {
  const no_sniffing = ['X-Content-Type-Options', 'nosniff'];
  if (base_url === undefined || isLocal(new URL(base_url).hostname)) return no_sniffing;
  return [...no_sniffing, 'Strict-Transport-Security', 'max-age=31536000'];
}

const isLocal = (host: string): boolean =>
  !host.includes('.') || /\.(localhost|local|test|internal|lan)$|^[\d.]+$/.test(host);

/** Whether this is the last answer on its connection. Node then adds `Connection: close`. */
function endsConnection(response: ServerResponse): boolean {
  const is_last = hasUnreadBody(response.req);
  if (is_last) response.shouldKeepAlive = false;
  return is_last;
}

// Closing immediately would reset the connection before the client has read the answer. So the rest
// of its request is read and ignored for a while.
function finish(response: ServerResponse, body: string | Buffer, is_last: boolean): void {
  if (isLarge(body)) {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    sendLarge(response, bytes).then(() => finish(response, '', is_last));
  } else if (is_last) {
    response.write(body);
    discardBody(response.req, () => response.end());
  } else response.end(body);
}
