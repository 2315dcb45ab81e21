// A server in the place of Stripe that answers whatever a test tells it to.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from '../../harness/endings.ts';

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

export async function startNonsense() {
  let answering: Answering = (_, response) => response.end();
  const hosts: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    hosts.push(request.headers.host);
    request.resume();
    response.on('error', () => {});
    answering(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEndOfFile(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** How often it was asked. */
    asked: () => hosts.length,
    answerWith(next: Answering) {
      answering = next;
    },
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

export const text =
  (body: string, status = 200, headers: Record<string, string> = JSON_TYPE): Answering =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

export const json = (body: unknown, status = 200): Answering => text(JSON.stringify(body), status);

/** A byte now and then, without an end. */
export const dripping: Answering = (_, response) => {
  response.writeHead(200, JSON_TYPE).write('{');
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

/** As much as the other side takes, without an end. Tells how much that was. */
export function endless(): { answering: Answering; sent: () => number } {
  let sent = 0;
  const piece = Buffer.alloc(256 * 1024, ' ');
  return {
    sent: () => sent,
    answering: (_, response) => {
      response.writeHead(200, JSON_TYPE);
      const more = () => {
        while (!response.destroyed && sent < 2 ** 30) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once('drain', more);
        }
        response.destroy();
      };
      more();
    },
  };
}
