import type { ServerResponse } from 'node:http';
import type { Answer } from '../operation/answer.ts';
import type { PageAnswer } from '../pages/shared/page.ts';
import { discardBody, hasUnreadBody } from './body.ts';
import { cookieHeaders } from './cookies.ts';

export interface Send {
  answer(response: ServerResponse, answer: Answer, request_id: string, rate: string[]): void;
  page(response: ServerResponse, answer: PageAnswer, request_id: string): void;
}

/** Writes answers, each with the headers that all of them have. */
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
    page(response, answer, request_id) {
      const is_last = endsConnection(response);
      const { status, type, body } = answer;
      const length = ['Content-Type', type, 'Content-Length', String(Buffer.byteLength(body))];
      response.writeHead(status, [
        ...(status === 304 ? [] : length),
        'x-request-id',
        request_id,
        ...common,
        ...Object.entries(answer.headers ?? {}).flat(),
        ...cookieHeaders(answer.cookies),
      ]);
      finish(response, answer.body, is_last);
    },
  };
}

/**
 * What every answer has. A browser that was told to come by HTTPS only does so for every program of
 * that host, for a year: not for the names that people try things out under.
 */
export function commonHeaders(base_url: string | undefined): string[] {
  const no_sniffing = ['X-Content-Type-Options', 'nosniff'];
  if (base_url === undefined || isLocal(new URL(base_url).hostname)) return no_sniffing;
  return [...no_sniffing, 'Strict-Transport-Security', 'max-age=31536000'];
}

const isLocal = (host: string): boolean =>
  !host.includes('.') || /\.(localhost|local|test|internal|lan)$|^[\d.]+$/.test(host);

/** Node says `Connection: close` when the connection is not kept. */
function endsConnection(response: ServerResponse): boolean {
  const is_last = hasUnreadBody(response.req);
  if (is_last) response.shouldKeepAlive = false;
  return is_last;
}

// Closing at once would reset the connection before the sender has read our answer; so it gets the
// answer, and what it still sends is thrown away for a while.
function finish(response: ServerResponse, body: string | Buffer, is_last: boolean): void {
  if (!is_last) {
    response.end(body);
    return;
  }
  response.write(body);
  discardBody(response.req, () => response.end());
}
