import type { ServerResponse } from 'node:http';
import type { Answer } from '../operation/answer.ts';
import type { PageAnswer } from '../pages/shared/page.ts';
import { discardBody, hasUnreadBody } from './body.ts';
import { cookieHeaders } from './cookies.ts';
import { sendPieces } from './pieces.ts';

export interface Send {
  answer(response: ServerResponse, answer: Answer, request_id: string, rate: string[]): void;
  page(response: ServerResponse, answer: PageAnswer, request_id: string, more?: string[]): void;
}

/** Writes answers, each with the common headers. */
export function createSend(common: string[]): Send {
  return {
    answer(response, answer, request_id, rate) {
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
        ...rate,
        ...answer.headers,
      ]);
      finish(response, answer.body, is_last);
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
      if (answer.cookies) headers.push(...cookieHeaders(answer.cookies));
      response.writeHead(status, headers);
      if (pieces) sendPieces(response, pieces);
      else finish(response, body, is_last);
    },
  };
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
  if (!is_last) {
    response.end(body);
    return;
  }
  response.write(body);
  discardBody(response.req, () => response.end());
}
