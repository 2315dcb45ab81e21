import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { atEndOfFile } from '../harness/endings.ts';
import type { Shop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

/** A request that arrived. */
export interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** How a receiver answers. If it does nothing, the sender waits. */
type Answer = (response: ServerResponse, received: Received) => unknown;

interface ReceiverOptions {
  host?: string;
  port?: number;
  tls?: { cert: string; key: string };
}

/** Starts a server that receives webhooks. It is stopped after the test file. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const receiver = new Receiver(options);
  atEndOfFile(() => receiver.close());
  const { host = '127.0.0.1', port = 0 } = options;
  receiver.server.listen(port, host);
  await once(receiver.server, 'listening');
  receiver.port = (receiver.server.address() as AddressInfo).port;
  receiver.url = `${options.tls ? 'https' : 'http'}://${host}:${receiver.port}/hook`;
  return receiver;
}

export class Receiver {
  url = '';
  port = 0;
  /** All requests so far, in the order in which they were complete. */
  received: Received[] = [];
  /** How many connections were opened, with or without a request. */
  connections = 0;
  /** The highest number of requests that waited for an answer at the same time. */
  most_at_once = 0;
  answer: Answer = answering(200);
  readonly server: ReturnType<typeof createServer>;
  #under_way = 0;

  constructor({ tls }: ReceiverOptions) {
    const take = (request: IncomingMessage, response: ServerResponse) =>
      this.#take(request, response);
    this.server = tls ? createTlsServer(tls, take) : createServer(take);
    this.server.on('connection', () => {
      this.connections += 1;
    });
    this.server.on('tlsClientError', () => {}); // A client that does not trust us hangs up.
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#under_way += 1;
    this.most_at_once = Math.max(this.most_at_once, this.#under_way);
    response.on('close', () => {
      this.#under_way -= 1;
    });
    let body = '';
    request.setEncoding('utf8');
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { method = '', url: path = '' } = request;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const received = { method, path, headers, body };
    this.received.push(received);
    await this.answer(response, received);
  }

  /** Waits until so many requests have arrived, and returns all. */
  async got(count: number): Promise<Received[]> {
    await until(() => this.received.length >= count, `${count} requests`);
    return this.received;
  }

  /** Lets the shop send all it has to send, and checks that nothing more arrives. */
  async gotNoMore(shop: Shop): Promise<void> {
    const count = this.received.length;
    await shop.runJob('webhooks');
    assert.equal(this.received.length, count, 'nothing more arrives');
  }

  /** The types of the events that arrived. */
  get types(): string[] {
    return this.received.map(({ body }) => JSON.parse(body).type);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

export const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

/** Answers with each status in turn, and then always with the last. */
export function answeringInTurn(...statuses: number[]): Answer {
  const waiting = [...statuses];
  return (response) =>
    response.writeHead((waiting.length > 1 ? waiting.shift() : waiting[0]) ?? 200).end();
}

/** The correct signature with this secret, computed by a library that is not ours. */
export function signatureOf(
  { headers, body }: Pick<Received, 'headers' | 'body'>,
  secret: string,
): string {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body);
}
