// The two servers of the stand-in: one for the API and the payment page, one for control.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerApi } from './api.ts';
import { answerControl } from './control.ts';
import { answerPage } from './payment-page.ts';
import type { World } from './world.ts';

const BODY_MAX = 4_000_000;

export interface Running {
  port: number;
  control_port: number;
  close(): Promise<void>;
}

export async function listen(world: World): Promise<Running> {
  const api = createServer((request, response) => {
    serve(world, request, response).catch((error) => fail(response, error));
  });
  const control = createServer((request, response) => void serveControl(world, request, response));
  const [port, control_port] = [await open(api), await open(control)];
  world.origin = `http://127.0.0.1:${port}`;
  return {
    port,
    control_port,
    async close() {
      await Promise.all([shut(api), shut(control)]);
    },
  };
}

async function serve(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  if (body === undefined) return;
  const path = new URL(request.url ?? '/', 'http://stand-in').pathname;
  if (!path.startsWith('/v1/')) {
    const { status, html, location } = answerPage(world, request.method ?? 'GET', path, body);
    response.writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      ...(location && { Location: location }),
    });
    response.end(html);
    return;
  }
  const outcome = await answerApi(world, request, body);
  if (outcome === 'silence') return; // Until the caller gives up.
  if (outcome === 'drop') {
    request.socket.destroy();
    return;
  }
  const { status, headers, body: text } = outcome.answer;
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) });
  if (!outcome.cut) {
    response.end(text);
    return;
  }
  response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
}

async function serveControl(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  if (body === undefined) return;
  const { status, answer } = await answerControl(world, request.url ?? '/', body);
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(answer ?? null));
}

/** Undefined when the caller went away or sends too much. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  let body = '';
  try {
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk;
      if (body.length > BODY_MAX) throw new Error('too much');
    }
    return body;
  } catch {
    request.socket.destroy();
    return undefined;
  }
}

/** A fault of the stand-in itself, which nobody may overlook. */
function fail(response: ServerResponse, error: unknown): void {
  console.error('The stand-in for Stripe failed:', error);
  response.writeHead(500, { 'Content-Type': 'text/plain' }).end(`The stand-in failed: ${error}`);
}

function open(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
