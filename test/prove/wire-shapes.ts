import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { ProcessShop } from '../process-shop.ts';

// Bytes that no library would send: requests hidden in requests, halves, floods.

interface Shape {
  name: string;
  pieces: string[];
  /** What is wrong with what came back; undefined if nothing is. */
  whyNot(heard: string): string | undefined;
}

const WAIT_MS = 3_000;
const HOST = 'Host: localhost\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: hidden\r\n\r\n';
const answers = (heard: string): string[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);

/** Refused, once, for whatever reason, and nothing behind it is read. */
const isRefused = (heard: string): string | undefined => {
  const found = answers(heard);
  return found.length <= 1 && found.every((status) => status.startsWith('4'))
    ? undefined
    : `it was answered ${found.join(', ') || 'nothing'}`;
};
const never5xx = (heard: string): string | undefined =>
  answers(heard).some((status) => status.startsWith('5')) ? 'it was answered 5xx' : undefined;
const answeredTimes = (count: number) => (heard: string) =>
  never5xx(heard) ??
  (answers(heard).length === count ? undefined : `${answers(heard).length} answers`);

const refused = (name: string, ...pieces: string[]): Shape => ({ name, pieces, whyNot: isRefused });
const post = (headers: string, body = '') =>
  `POST /create-product HTTP/1.1\r\n${HOST}${JSON_TYPE}${headers}\r\n${body}`;

export const WIRE_SHAPES: Shape[] = [
  refused('two lengths', post('Content-Length: 5\r\nContent-Length: 0\r\n', HIDDEN)),
  refused(
    'length and chunks',
    post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`),
  ),
  refused(
    'chunks and length',
    post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `0\r\n\r\n${HIDDEN}`),
  ),
  refused(
    'chunked, but not last',
    post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`),
  ),
  refused(
    'chunked with another spelling',
    post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`),
  ),
  refused('a space before the colon', post('Content-Length : 5\r\n', HIDDEN)),
  refused('a folded header', post('X-A: b\r\n Content-Length: 50\r\n', HIDDEN)),
  refused('a length with a sign', post('Content-Length: +5\r\n', HIDDEN)),
  refused('a length in hex', post('Content-Length: 0x5\r\n', HIDDEN)),
  refused('a negative length', post('Content-Length: -1\r\n', HIDDEN)),
  refused('a length with a comma', post('Content-Length: 5, 5\r\n', HIDDEN)),
  refused(
    'a bad size of a chunk',
    post('Transfer-Encoding: chunked\r\n', `zz\r\nabc\r\n${HIDDEN}`),
  ),
  refused('a bare line feed in a header', `GET /healthz HTTP/1.1\nHost: localhost\nX: y\n\n`),
  refused('a zero byte in a header', `GET /healthz HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`),
  refused('no host', 'GET /healthz HTTP/1.1\r\n\r\n'),
  refused('two hosts', `GET /healthz HTTP/1.1\r\n${HOST}Host: other\r\n\r\n`),
  refused('another version', `GET /healthz HTTP/9.9\r\n${HOST}\r\n`),
  refused(
    'headers that are too large',
    `GET /healthz HTTP/1.1\r\n${HOST}X: ${'a'.repeat(64_000)}\r\n\r\n`,
  ),
  refused('too many headers', `GET /healthz HTTP/1.1\r\n${HOST}${'A: b\r\n'.repeat(20_000)}\r\n`),
  refused('an address without end', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`),
  refused('binary', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.repeat(50)),
  { name: 'half a request', pieces: ['GET /heal'], whyNot: never5xx },
  { name: 'half a body', pieces: [post('Content-Length: 500\r\n', '{"name":')], whyNot: never5xx },
  {
    name: 'byte by byte',
    pieces: [...`GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
    whyNot: answeredTimes(1),
  },
  {
    name: 'fifty at once in one piece',
    pieces: [
      `GET /healthz HTTP/1.1\r\n${HOST}\r\n`.repeat(49),
      `GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
    ],
    whyNot: never5xx,
  },
  {
    name: 'frames of HTTP/2',
    pieces: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\0\0\0\x04\0\0\0\0\0'.repeat(2_000)],
    whyNot: never5xx,
  },
  {
    name: 'a body that is announced and never sent, asked about first',
    pieces: [post('Content-Length: 100\r\nExpect: 100-continue\r\n')],
    whyNot: never5xx,
  },
  {
    name: 'an upgrade',
    pieces: [`GET / HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
    whyNot: never5xx,
  },
  { name: 'CONNECT', pieces: [`CONNECT localhost:22 HTTP/1.1\r\n${HOST}\r\n`], whyNot: never5xx },
];

/** Sends it over TLS. Returns what came back until the end, or until enough was waited. */
export async function sendShape(shop: ProcessShop, { pieces }: Shape): Promise<string> {
  const ca = readFileSync(join(shop.place.data_dir, 'tls', 'ca.pem'));
  const socket = connect({ host: '127.0.0.1', servername: 'localhost', port: shop.port, ca });
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.on('error', () => {}); // After a reset, what was received until then counts.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'secureConnect');
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(Buffer.from(piece, 'latin1'));
    if (pieces.length > 2) await setTimeout(1);
  }
  await Promise.race([closed, setTimeout(WAIT_MS)]);
  socket.destroy();
  return heard;
}
