import assert from 'node:assert/strict';
import { once } from 'node:events';
import { before, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { type Shop, startShop } from '../../harness/shop.ts';

// What is small on the wire and much work: a body in chunks of one byte, or requests of a few letters,
// on many connections at once, without a key. Measured by what is computed in one turn of the event
// loop, for which everybody has to wait, against all that is computed.

const CONNECTIONS = 40;

let shop: Shop;
before(async () => {
  shop = await startShop();
});

const HEAD = [
  'POST /account/sign-in HTTP/1.1',
  'Host: a',
  'Connection: close',
  'Content-Type: application/x-www-form-urlencoded',
  'Transfer-Encoding: chunked',
  '\r\n',
].join('\r\n');

/** Sends this on all connections while the server is kept from reading, and then lets it go on. */
async function longestTurn(sent: string): Promise<{ longest: number; all: number }> {
  const held = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { workerData: { port, ca, count, sent, held }, parentPort } = require('node:worker_threads');
    const { connect } = require('node:tls');
    const sockets = Array.from({ length: count }, () =>
      connect({ host: '127.0.0.1', servername: 'localhost', port, ca }).on('error', () => {}).resume());
    let open = 0;
    for (const one of sockets) one.once('secureConnect', () => ++open === count && parentPort.postMessage('open'));
    parentPort.once('message', async () => {
      await Promise.all(sockets.map((one) => new Promise((done) => one.write(sent, done))));
      Atomics.store(held, 0, 1);
      Atomics.notify(held, 0);
      let closed = 0;
      for (const one of sockets) one.once('close', () => ++closed === count && process.exit());
    });`,
    {
      eval: true,
      workerData: { port: shop.app.port, ca: shop.ca, count: CONNECTIONS, sent, held },
    },
  );
  let is_over = false;
  worker.once('exit', () => {
    is_over = true;
  });
  await once(worker, 'message');
  worker.postMessage('send');
  Atomics.wait(held, 0, 0);
  let longest = 0;
  let all = 0;
  while (!is_over) {
    const begun = process.threadCpuUsage();
    await new Promise(setImmediate);
    const { user, system } = process.threadCpuUsage(begun);
    longest = Math.max(longest, user + system);
    all += user + system;
  }
  return { longest, all };
}

const TRIES = 3;

/** Half of all: what is decrypted, or collected as garbage, may be in one turn. */
async function assertNoneWaits(sent: string): Promise<void> {
  const found: string[] = [];
  for (let tries = 0; tries < TRIES; tries++) {
    const { longest, all } = await longestTurn(sent);
    if (longest < all / 2) return;
    found.push(`${longest} of ${all} µs in one turn`);
  }
  assert.fail(found.join(', '));
}

test('bodies in chunks of one byte keep nobody else waiting', async () => {
  await assertNoneWaits(`${HEAD}${'1\r\na\r\n'.repeat(8_000)}0\r\n\r\n`);
});

test('nor do requests of a few letters, hundreds in one packet', async () => {
  await assertNoneWaits('GET / HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(2_000));
});
