import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { openPlainDoor } from './plain-door.ts';

const MOST = 3;
let door: Awaited<ReturnType<typeof openPlainDoor>>;
before(async () => {
  const options = {
    base_url: 'https://shop.example.com/kassa',
    answerTo: async (token: string) => (token === 'known' ? 'known.print' : undefined),
    clock: Date.now,
    connections_per_address: MOST,
  };
  door = await openPlainDoor(options, { port: 0, host: '127.0.0.1' });
});
after(() => door.close());

/** Sends exactly this, and returns all that comes back until the connection is closed. */
async function send(text: string): Promise<string> {
  const socket = connect(door.port, '127.0.0.1');
  socket.on('error', () => {}); // Whoever is refused may be cut off while writing.
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

const ask = (target: string) => send(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\n\r\n`);
const statusOf = (answer: string) => answer.slice(9, 12);
const locationOf = (answer: string) => /^location: (.*)$/im.exec(answer)?.[1];

test('whoever asks for whatever host or path is sent to the shop and nowhere else', async () => {
  for (const path of ['/', '//evil.example/x', '/\\evil.example', '/a%0d%0aSet-Cookie:%20x']) {
    assert.equal(locationOf(await ask(path)), `https://shop.example.com${path}`);
  }
  for (const target of ['http://evil.example/', '@evil.example', '.evil.example', '*']) {
    assert.equal(statusOf(await ask(target)), '400', target);
  }
});

test('one connection gets one answer, and what follows it is not read', async () => {
  const answer = await send(
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nGET /other HTTP/1.1\r\nHost: x\r\n\r\n',
  );
  assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, 1);
});

test('only the token that was asked for is answered', async () => {
  assert.match(await ask('/.well-known/acme-challenge/known'), /known\.print\r/);
  for (const name of ['other', '..%2fknown', '../known', 'known/', 'known?x']) {
    assert.equal(statusOf(await ask(`/.well-known/acme-challenge/${name}`)), '301', name);
  }
});

test('one address cannot hold more than its share of connections', async () => {
  const held: Socket[] = [];
  for (let n = 0; n < MOST; n++) {
    const socket = connect(door.port, '127.0.0.1');
    held.push(socket);
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\n');
  }
  assert.equal(await ask('/'), '');
  for (const socket of held) socket.end('\r\n');
  await Promise.all(held.map((socket) => once(socket.resume(), 'close')));
  assert.equal(statusOf(await ask('/')), '301');
});
