import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../test/harness.ts';
import { LIMITS } from '../core/limits.ts';

const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;

test('pages that are asked for at once are answered one after another, in their order', async () => {
  const shop = await startShop();
  const paths = ['/', '/style.css', '/docs', '/healthz', '/.well-known/jwks.json'];
  const heard = await shop.raw([
    ...paths.map((path) => ask(path)),
    ask('/openapi.json', 'Connection: close\r\n'),
  ]);
  const statuses = heard.match(/HTTP\/1\.1 \d+/g);
  assert.deepEqual(statuses, Array(6).fill('HTTP/1.1 200'));
  const order = ['Kassa is running', 'box-sizing', 'API reference</h1>', '"status":"ok"', '"keys"'];
  const places = [...order, '"openapi"'].map((words) => heard.indexOf(words));
  assert.ok(!places.includes(-1), String(places));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
});

test('a connection that asks for thousands of pages at once is cut off, and few are made', async () => {
  const shop = await startShop();
  const heard = await shop.raw([ask('/docs').repeat(5_000)]);
  const made = shop.log_lines.filter((line) => /"route":"\/docs","status":200/.test(line)).length;
  assert.ok(made <= 2 + LIMITS.pages_waiting, `${made} were made`);
  assert.ok((heard.match(/HTTP\/1\.1 200/g) ?? []).length <= made);
  assert.equal((await shop.send({ method: 'GET', path: '/docs' })).status, 200, 'others go on');
});
