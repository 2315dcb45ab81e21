import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { LIMITS } from '../core/limits.ts';
import { createServer } from '../core/node-http.ts';
import type { Clock } from '../core/time.ts';
import { errorAnswer } from '../operation/answer.ts';
import { limitPerAddress } from './listener.ts';

const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,200})$/;

interface Options {
  /** Where browsers are sent. */
  base_url: string;
  /** What an authority is shown that asks whether the domain is ours. */
  answerTo: ((token: string) => Promise<string | undefined>) | undefined;
  clock: Clock;
  /** Of one address, at the same time. */
  connections_per_address: number;
}

/**
 * Listens without TLS, usually on port 80. It sends browsers to the address with TLS and answers
 * authorities; nothing else. A request with a key is not sent on but refused, so that somebody notices
 * that the key went over the network in the clear.
 */
export async function openPlainDoor(
  { base_url, answerTo, clock, connections_per_address }: Options,
  { port, host }: { port: number; host: string | undefined },
): Promise<{ port: number; close(): Promise<void> }> {
  const { origin } = new URL(base_url);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('connection', 'close');
    const { method, url = '/', headers } = request;
    const is_read = method === 'GET' || method === 'HEAD';
    const [, token] = CHALLENGE.exec(url) ?? [];
    const answer = is_read && token !== undefined ? await answerTo?.(token) : undefined;
    if (answer !== undefined) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(answer);
    } else if (!is_read || !url.startsWith('/') || headers['x-api-key'] || headers.authorization) {
      const { status, body } = errorAnswer(new Refusal('https_required'), newId('req', clock()));
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    } else response.writeHead(301, { location: `${origin}${url}` }).end();
  }

  const server = createServer(
    {
      maxHeaderSize: LIMITS.header_bytes,
      headersTimeout: LIMITS.headers_timeout_ms,
      requestTimeout: LIMITS.headers_timeout_ms,
    },
    (request, response) => {
      serve(request, response).catch(() => response.destroy());
    },
  );
  server.maxConnections = LIMITS.connections;
  limitPerAddress(server, {
    limits: { connections_per_address },
    isProxy: () => false,
    onTooManyConnections() {},
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host !== undefined && { host }) }, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
