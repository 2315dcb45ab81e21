import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { until } from '../../../../test/harness/until.ts';
import { startReceiver } from '../../../../test/stand-ins/receiver.ts';
import { allowedRanges } from '../../../platform/core/public-address.rules.ts';
import type { Resolve } from './resolve-name.ts';
import { createSender } from './send.ts';

const LOOPBACK = allowedRanges(['127.0.0.0/8']);
const TIMEOUT_MS = 400;
const LATE = { status: null, error: 'no answer within 0.4 s' };

const saying =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address }));

const message = (url: string) => ({ url, headers: { 'webhook-id': 'evt_1' }, body: '{}' });

const send = createSender(LOOPBACK, { timeout_ms: TIMEOUT_MS });
/** For those who do not keep it waiting, however busy the machine is. */
const sendPatiently = createSender(LOOPBACK, { timeout_ms: 60_000 });

test('a name that is not found, has no address or is never answered is told in words', async () => {
  const failing = (resolve: Resolve) =>
    createSender(LOOPBACK, { resolve, timeout_ms: TIMEOUT_MS })(message('https://x.example.com/'));
  const missing = Object.assign(new Error('getaddrinfo ENOTFOUND x'), { code: 'ENOTFOUND' });
  const not_found = { status: null, error: 'ENOTFOUND: getaddrinfo ENOTFOUND x' };
  assert.partialDeepStrictEqual(await failing(() => Promise.reject(missing)), not_found);
  assert.partialDeepStrictEqual(await failing(saying()), {
    status: null,
    error: 'its name has no address',
  });
  assert.partialDeepStrictEqual(await failing(() => new Promise(() => {})), LATE);
  const long = await failing(() => Promise.reject(new Error('x'.repeat(5_000))));
  assert.equal(long.error?.length, 300);
});

test('a receiver that takes its time is given up, and its connection is closed', async () => {
  const receiver = await startReceiver();
  const timers: NodeJS.Timeout[] = [];
  after(() => timers.forEach(clearInterval));
  const drip = (write: () => unknown) => timers.push(setInterval(write, 20));
  const slow: Record<string, typeof receiver.answer> = {
    'never answers': () => {},
    'drips its headers': ({ socket }) => {
      socket?.write('HTTP/1.1 200 OK\r\nx: ');
      drip(() => socket?.write('x'));
    },
    'drips its body': (response) => {
      response.writeHead(200);
      drip(() => response.write('x'));
    },
    'never ends its body': (response) => response.writeHead(200).write('ok'),
    'promises more than it sends': (response) =>
      response.writeHead(200, { 'content-length': '10' }).write('ok'),
    'goes on promising an answer': ({ socket }) =>
      drip(() => socket?.write('HTTP/1.1 102 Processing\r\n\r\n')),
    'changes the protocol': ({ socket }) =>
      socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      ),
  };
  for (const [name, answer] of Object.entries(slow)) {
    let is_closed = false;
    receiver.received = [];
    receiver.answer = (response, received) => {
      response.socket
        ?.on('error', () => {})
        .on('close', () => {
          is_closed = true;
        });
      return answer(response, received);
    };
    // On a busy machine the time may be over before it is reached.
    while (receiver.received.length === 0) {
      const { status, error } = await send(message(receiver.url));
      assert.equal(status, null, name);
      assert.match(error ?? '', /^(no answer within 0\.4 s|ECONN\w+: .+)$/, name);
    }
    await until(() => is_closed, `one that ${name} is hung up on`);
  }
});

test('an answer of megabytes is not read to its end', async () => {
  const receiver = await startReceiver();
  let written = 0;
  let is_closed = false;
  receiver.answer = (response) => {
    response.on('close', () => {
      is_closed = true;
    });
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
    };
    response.on('drain', more);
    more();
  };
  assert.partialDeepStrictEqual(await sendPatiently(message(receiver.url)), {
    status: 200,
    error: null,
  });
  await until(() => is_closed, 'it is hung up on');
  assert.ok(written < 20_000_000, `${written} bytes`);
});

test('a connection that is reset, closed, refused or speaks nonsense fails with a reason', async () => {
  const receiver = await startReceiver();
  const failures: [name: string, answer: typeof receiver.answer, error: RegExp][] = [
    ['resets', ({ socket }) => socket?.resetAndDestroy(), /^ECONNRESET: \w+/],
    ['closes', ({ socket }) => socket?.destroy(), /^ECONNRESET: socket hang up$/],
    ['ends', ({ socket }) => socket?.end(), /^ECONNRESET: socket hang up$/],
    [
      'speaks nonsense',
      ({ socket }) => socket?.end('220 mail.example.com ESMTP\r\n'),
      /^HPE_\w+: Parse/,
    ],
    [
      'has endless headers',
      ({ socket }) => socket?.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(99_999)}`),
      /^HPE_HEADER_OVERFLOW: /,
    ],
    [
      'stops in the middle',
      (response) => {
        response.writeHead(200, { 'content-length': '10' }).write('ok');
        setTimeout(() => response.socket?.destroy(), 20);
      },
      /^ECONNRESET: aborted$/,
    ],
  ];
  for (const [name, answer, wanted] of failures) {
    receiver.answer = answer;
    const { status, error } = await sendPatiently(message(receiver.url));
    assert.equal(status, null, name);
    assert.match(error ?? '', wanted, name);
  }
  receiver.close();
  const refused = await sendPatiently(message(receiver.url));
  assert.match(refused.error ?? '', /^ECONNREFUSED: connect ECONNREFUSED 127\.0\.0\.1:\d+$/);
});

test('a server that accepts and does not shake hands is given up', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket));
  after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  assert.partialDeepStrictEqual(await send(message(`https://127.0.0.1:${address.port}/`)), LATE);
});
