import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectPlain, createServer } from 'node:net';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { LIMITS } from '../core/limits.ts';
import { createQuickDoor } from './quick-door.ts';

describe('one connection', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop();
  });

  const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
  const key = () => `x-api-key: ${shop.api_key}`;
  const quick = () => head('GET /search-products HTTP/1.1', 'Host: a', key());
  const byNode = () => head('GET /search-products HTTP/1.1', 'Host: a', key(), 'TE: trailers');
  const made = (customer_id: string, ...more: string[]) => {
    const body = JSON.stringify({ customer_id });
    const length = `Content-Length: ${body.length}`;
    const type = 'Content-Type: application/json';
    return head('POST /create-customer HTTP/1.1', 'Host: a', key(), type, length, ...more) + body;
  };

  async function open(): Promise<TLSSocket> {
    const { port } = shop.app;
    const socket = connect({ host: '127.0.0.1', servername: 'localhost', port, ca: shop.ca });
    await once(socket, 'secureConnect');
    return socket;
  }

  /** Sends one piece after the other, each when the answers to the one before are here. */
  async function talk(...turns: { pieces: string[]; answers: number }[]): Promise<string[]> {
    const socket = await open();
    let heard = '';
    let wanted = 0;
    socket.on('data', (bytes: Buffer) => (heard += bytes.toString('latin1')));
    for (const { pieces, answers } of turns) {
      wanted += answers;
      for (const piece of pieces) {
        socket.write(piece, 'latin1');
        await sleep(1);
      }
      while (answersIn(heard).length < wanted && !socket.destroyed) await sleep(5);
    }
    await sleep(20);
    socket.destroy();
    return answersIn(heard);
  }
  const answersIn = (heard: string) =>
    heard.match(/HTTP\/1\.1 \d+[\s\S]*?\r\n\r\n\{.*?\}(?=HTTP|$)/g) ?? [];
  const statuses = (answers: string[]) => answers.map((text) => text.slice(9, 12));
  const answeredOnce = (...pieces: string[]) => ({ pieces, answers: 1 });

  test('200: plain requests and others in any order', async () => {
    const page = head('GET /healthz HTTP/1.1', 'Host: a');
    const turns = [quick(), made('a1'), byNode(), quick(), page, made('a2'), quick()];
    const answers = await talk(...turns.map((text) => answeredOnce(text)));
    assert.deepEqual(
      statuses(answers),
      turns.map(() => '200'),
    );
  });

  test('200: two in one piece, and three while the first is being answered', async () => {
    const both = await talk(answeredOnce(quick()), {
      pieces: [made('b1') + made('b2')],
      answers: 2,
    });
    assert.deepEqual(statuses(both), ['200', '200', '200']);
    assert.match(both[1] ?? '', /"b1"/);
    assert.match(both[2] ?? '', /"b2"/);
    const three = await talk({ pieces: [made('c1'), made('c2'), made('c3')], answers: 3 });
    assert.deepEqual(
      three.map((text) => /"(c\d)"/.exec(text)?.[1]),
      ['c1', 'c2', 'c3'],
    );
    const count = await shop.call('GET /list-customers', { limit: 100 });
    const found = JSON.stringify(count.body).match(/"customer_id":"[bc]\d"/g) ?? [];
    assert.equal(new Set(found).size, found.length, 'each was made once');
  });

  test('200: in pieces, wherever it is cut', async () => {
    const whole = made('d1');
    for (const at of [1, 5, 18, whole.indexOf('\r\n\r\n') + 2, whole.length - 1]) {
      const pieces = [whole.slice(0, at), whole.slice(at)];
      const answers = await talk(
        answeredOnce(quick()),
        answeredOnce(...pieces),
        answeredOnce(quick()),
      );
      assert.deepEqual(statuses(answers)[0], '200');
      assert.match(answers[1] ?? '', /"d1"|customer_exists|already/);
      assert.deepEqual(statuses(answers)[2], '200');
    }
  });

  test('200: an empty line between requests asks for nothing', async () => {
    const answers = await talk(
      answeredOnce(made('h1'), '\r\n'),
      answeredOnce(quick()),
      { pieces: ['\r\n'], answers: 0 },
      answeredOnce(`\r\n${quick()}`),
    );
    assert.deepEqual(statuses(answers), ['200', '200', '200']);
  });

  test('the same headers as from Node', async () => {
    const [one, other] = await talk(answeredOnce(quick()), answeredOnce(byNode()));
    const names = (text = '') => [...text.matchAll(/^([\w-]+): /gm)].map(([, name]) => name);
    assert.deepEqual(names(one), names(other));
    const same = (text = '') => text.replace(/req_\w+/g, '').replace(/^Date: .*$/m, '');
    assert.equal(same(one), same(other));
    assert.match(one ?? '', /^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r$/m);
  });

  test('refusals: the same as from Node', async () => {
    const wrong = [
      head('GET /search-products HTTP/1.1', 'Host: a'),
      head('GET /search-products?limit=x HTTP/1.1', 'Host: a', key()),
      head('GET /get-product?product_id=none HTTP/1.1', 'Host: a', key()),
      made('e1').replace('application/json', 'text/plain'),
      made('e1').replace('{"', '{{'),
    ];
    for (const text of wrong) {
      const [one, other] = await talk(
        answeredOnce(text),
        answeredOnce(text.replace('Host: a\r\n', 'Host: a\r\nTE: trailers\r\n')),
      );
      const same = (text = '') => text.replace(/req_\w+/g, '').replace(/^Date: .*$/m, '');
      assert.match(one ?? '', /^HTTP\/1\.1 4/);
      assert.equal(same(one), same(other));
    }
  });

  test('200: characters that are no ASCII are counted in bytes', async () => {
    const name = 'Z\u00fcrich \u4e2d \ud83d\ude00';
    const input = { name, description: '', price: 1, currency: 'USD' };
    const { body } = await shop.call('POST /create-product', input);
    const found = await shop.call('GET /get-product', { product_id: body.product_id });
    assert.equal(found.body.name, name);
  });

  test('nothing is done twice and nothing breaks when a client goes while it is answered', async () => {
    for (let time = 0; time < 20; time++) {
      const socket = await open();
      if (time % 2 === 0) socket.end(made(`g${time}`), 'latin1');
      else socket.write(made(`g${time}`), 'latin1', () => socket.destroy());
      socket.resume();
      await once(socket, 'close');
    }
    assert.equal((await shop.call('GET /search-products')).status, 200);
  });
});

describe('a door that closes', () => {
  const large = 'x'.repeat(20_000_000); // More than fits between two programs.
  const get = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';

  test('nothing is performed that cannot be answered any more, and what was answered arrives', async () => {
    const performed: string[] = [];
    const door = createQuickDoor({
      limits: LIMITS,
      answer: async ({ url }) => {
        performed.push(url);
        return { text: large, encoding: 'latin1', is_last: false };
      },
      giveToNode: () => assert.fail('all requests are plain'),
    });
    const server = createServer((socket) => door.welcome(socket))
      .listen(0, '127.0.0.1')
      .unref();
    await once(server, 'listening');
    const address = server.address();
    assert(typeof address === 'object' && address);
    const client = connectPlain(address.port, '127.0.0.1').pause();
    client.write(get);
    while (performed.length === 0) await sleep(1);
    await sleep(20);
    door.closeIdle();
    client.write(get);
    await sleep(50);
    let heard = 0;
    for await (const bytes of client) heard += bytes.length;
    assert.deepEqual([performed.length, heard], [1, large.length]);
    server.close();
  });
});
