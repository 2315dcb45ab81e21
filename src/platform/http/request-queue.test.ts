import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { until } from '../../../test/harness/until.ts';
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
  const order = ['Kassa is running', 'box-sizing', 'Documentation</h1>', '"status":"ok"', '"keys"'];
  const places = [...order, '"openapi"'].map((words) => heard.indexOf(words));
  assert.ok(!places.includes(-1), String(places));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
});

const anything = {
  pages: ask('/docs'),
  operations: ask('/get-product'),
  'paths that are not there': ask('/nothing'),
  preflights: ask(
    '/get-product',
    'Origin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n',
  ).replace('GET', 'OPTIONS'),
};
for (const [name, asked] of Object.entries(anything)) {
  test(`a connection that asks for thousands of ${name} at once is cut off, and few are answered`, async () => {
    const shop = await startShop();
    const heard = await shop.raw([asked.repeat(5_000)]);
    const workedOn = () => shop.log_lines.filter((line) => line.includes('"event":"request"'));
    const answers = heard.match(/HTTP\/1\.1 \d/g) ?? [];
    // A line of the log is written after its answer.
    await until(() => workedOn().length >= answers.length, 'all that was answered is in the log');
    assert.ok(workedOn().length <= 1 + LIMITS.requests_waiting, `${workedOn().length} were`);
    assert.equal((await shop.send({ method: 'GET', path: '/docs' })).status, 200, 'others go on');
  });
}

test('as many requests as may wait are all answered, in their order', async () => {
  const shop = await startShop();
  const paths = Array.from(
    { length: LIMITS.requests_waiting },
    (_, at) => `/get-product?limit=${at}`,
  );
  const last = ask('/nothing', 'Connection: close\r\n');
  const heard = await shop.raw([paths.map((path) => ask(path)).join('') + last]);
  const statuses = heard.match(/HTTP\/1\.1 \d+/g);
  assert.deepEqual(statuses, [...paths.map(() => 'HTTP/1.1 401'), 'HTTP/1.1 404']);
});
