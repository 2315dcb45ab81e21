import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../test/harness/until.ts';
import { lastPieceAt, sendPieces } from './pieces.ts';

const PIECE = 'x'.repeat(64 * 1024);
const PIECES = 20_000; // More than a gigabyte.

test('what nobody reads is not made, and what is not wanted any more ends', async () => {
  let made = 0;
  let has_ended = false;
  let taken: number | undefined;
  async function* pieces() {
    try {
      for (; made < PIECES; made++) yield PIECE;
    } finally {
      has_ended = true;
    }
  }
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/csv' });
    sendPieces(response, pieces());
    response.once('close', () => {
      taken = lastPieceAt(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1' });
  sent.end();
  const answer = await new Promise<NodeJS.ReadableStream>((resolve) =>
    sent.once('response', resolve),
  );
  answer.pause();
  let before = -1;
  await until(async () => {
    const is_still = made === before;
    before = made;
    await sleep(100);
    return is_still;
  }, 'it waits for its reader');
  assert.ok(made < PIECES / 10, `${made} pieces were made for nobody`);
  sent.destroy();
  await until(async () => has_ended && taken !== undefined, 'it ends');
  assert.ok(made < PIECES / 10);
  server.close();
});
