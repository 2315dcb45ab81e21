import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createSend } from '../../sites/api/send.ts';
import { LIMITS } from '../core/limits.ts';
import { createCookies } from './cookies.ts';
import { createQuickDoor } from './quick-door.ts';

const BYTES = 24 * 1024 * 1024; // More than fits between two programs; two are below the limit.
const ASKING = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
const send = createSend([], createCookies('test'));
const page = (body: Buffer) => ({ status: 200, type: 'text/plain', body });

const ways: Record<string, () => ReturnType<typeof createServer>> = {
  'through the quick door': () => {
    const door = createQuickDoor({
      limits: LIMITS,
      answer: async () => ({ text: 'x'.repeat(BYTES), encoding: 'latin1', is_last: true }),
      giveToNode: () => assert.fail('all requests are plain'),
    });
    return createServer(door.welcome);
  },
  'through Node': () =>
    createHttpServer((_, response) => {
      response.shouldKeepAlive = false;
      send.page(response, page(Buffer.alloc(BYTES, 'x')), 'req_1');
    }),
};

/** Connections that ask one after the other and read nothing. */
async function ask(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(ASKING);
    await once(socket, 'readable');
    sockets.push(socket);
  }
  return sockets;
}

const heard = async (socket: Socket): Promise<number> =>
  (await text(socket).catch(() => '')).length;

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.unref().listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

for (const [name, open] of Object.entries(ways)) {
  test(`large answers that nobody reads, ${name}: the oldest are given up, others arrive`, async () => {
    const server = open();
    const port = await listen(server);
    const [first, second, third, fourth] = await ask(port, 4);
    assert(first && second && third && fourth);
    assert.ok((await heard(first)) < BYTES, 'given up for the third');
    assert.ok((await heard(second)) < BYTES, 'given up for the fourth');
    assert.ok((await heard(third)) >= BYTES);
    assert.ok((await heard(fourth)) >= BYTES);
    const [fifth] = await ask(port, 1);
    assert(fifth);
    assert.ok((await heard(fifth)) >= BYTES, 'what was sent does not count any more');
    server.close();
  });
}

test('one document that many do not read is held once, and arrives when they do', async () => {
  const body = Buffer.alloc(BYTES, 'x');
  const before = process.memoryUsage().arrayBuffers;
  const answering = new Set<ServerResponse>();
  const server = createHttpServer((_, response) => {
    answering.add(response);
    response.shouldKeepAlive = false;
    send.page(response, page(body), 'req_1');
  });
  const sockets = await ask(await listen(server), 12);
  assert.ok(process.memoryUsage().arrayBuffers - before < BYTES);
  for (const response of answering) assert.ok((response.socket?.writableLength ?? 0) < BYTES / 100);
  for (const socket of sockets) assert.ok((await heard(socket)) >= BYTES);
  server.close();
});
