import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { createParsingTurns } from './parse-in-turns.ts';

const KB = 1024;

/** A clock that only parsing moves: a millisecond for each slice, or as long as it is told. */
function parsing(ms_per_slice = 1) {
  let now = 0;
  const order: string[] = [];
  const turns = createParsingTurns(() => now);
  const connect = (name: string, each: (bytes: Buffer, socket: Duplex) => void = () => {}) => {
    const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    turns.welcome(socket as Socket, {
      isOver: () => false,
      parse(bytes) {
        now += ms_per_slice;
        order.push(name);
        each(bytes, socket);
      },
    });
    return socket;
  };
  return { connect, order, now: () => now };
}

const ended = async (socket: Duplex) => {
  socket.push(null);
  await once(socket, 'end');
};

test('every byte is parsed once, in order, however it comes, before the end is heard', async () => {
  const { connect } = parsing();
  const sent = Buffer.from(Array.from({ length: 100 * KB }, (_, at) => at % 251));
  const heard: Buffer[] = [];
  const socket = connect('a', (bytes) => heard.push(bytes));
  for (const [from, to] of [
    [0, 1],
    [1, 40 * KB],
    [40 * KB, 41 * KB],
    [41 * KB, 100 * KB],
  ]) {
    socket.push(sent.subarray(from, to));
  }
  await ended(socket);
  assert.ok(heard.length > 40, `${heard.length}`);
  assert.deepEqual(Buffer.concat(heard), sent);
});

test('who sends what takes long waits for others, and nobody waits for all of it', async () => {
  const { connect, order } = parsing(2);
  const attackers = Array.from({ length: 20 }, (_, at) => connect(`attacker ${at}`));
  for (const attacker of attackers) attacker.push(Buffer.alloc(64 * KB));
  const somebody = connect('somebody');
  await new Promise(setImmediate);
  somebody.push(Buffer.from('GET /docs'));
  await Promise.all([...attackers, somebody].map(ended));
  assert.equal(order.length, 20 * 32 + 1);
  const before = order.indexOf('somebody');
  assert.ok(before < 60, `${before} of ${order.length} slices were parsed before`);
});

test('a turn has an end: what else is to be done is done between', async () => {
  const { connect, now } = parsing();
  const sockets = Array.from({ length: 50 }, (_, at) => connect(`${at}`));
  for (const socket of sockets) socket.push(Buffer.alloc(20 * KB));
  const all = Promise.all(sockets.map(ended));
  let is_done = false;
  all.then(() => (is_done = true));
  let longest = 0;
  for (let before = now(); !is_done; before = now()) {
    await new Promise(setImmediate);
    longest = Math.max(longest, now() - before);
  }
  assert.ok(longest < 20, `${longest} of ${now()} ms in one turn`);
});

test('a connection that is closed or paused gets no more, until it goes on', async () => {
  const { connect, order } = parsing(0);
  const closed = connect('closed', (_, socket) => socket.destroy());
  const paused = connect('paused', (_, socket) => {
    if (order.length === 2) socket.pause();
  });
  closed.push(Buffer.alloc(10 * KB));
  paused.push(Buffer.alloc(10 * KB));
  await new Promise(setImmediate);
  assert.deepEqual(order, ['closed', 'paused']);
  paused.resume();
  await ended(paused);
  assert.deepEqual(order, ['closed', ...Array(5).fill('paused')]);
});
