import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const get = (path: string) => ({ method: 'GET', path });

test('/healthz and /readyz need no key; /readyz is 503 when the database is gone, /healthz is not', async () => {
  const shop = await startShop();
  assert.deepEqual((await shop.send(get('/healthz'))).body, { status: 'ok' });
  assert.deepEqual((await shop.send(get('/readyz'))).body, { status: 'ready' });
  await shop.place.takeAway();
  assert.equal((await shop.send(get('/readyz'))).status, 503);
  assert.equal((await shop.send(get('/healthz'))).status, 200);
});

test('500 internal_error: says nothing of the inside; the log has it under the same request_id', async () => {
  const shop = await startShop();
  await shop.db.write(null, async (tx) => tx.run('DROP TABLE event_counters'));
  const secret = 'Ada Lovelace';
  const answer = await shop.call('POST /create-customer', { name: secret });
  assertRefused(answer, 500, 'internal_error');
  assert.doesNotMatch(answer.text, /event_counters|sql|at /i);
  const line = shop.log_lines.find((one) => one.includes('"event":"failure"')) ?? '';
  assert.equal(JSON.parse(line).request_id, answer.body.error.request_id);
  assert.match(line, /event_counters/);
  assert.ok(!line.includes(secret));
});

test('/metrics counts requests by operation and status, in the Prometheus format', async () => {
  const shop = await startShop();
  await shop.call('GET /search-products');
  await shop.call('GET /get-product', { product_id: 'x' });
  await shop.send(get('/made-up-"path'));
  const { text } = await shop.send(get('/metrics'));
  assert.match(text, /^kassa_requests_total\{operation="\/search-products",status="200"\} 1$/m);
  assert.match(text, /^kassa_requests_total\{operation="\/get-product",status="404"\} 1$/m);
  assert.match(text, /^kassa_requests_total\{operation="none",status="404"\} 1$/m);
  assert.match(text, /^kassa_request_duration_seconds_count\{operation="\/search-products"\} 1$/m);
  assert.doesNotMatch(text, /made-up/);
  for (const line of text.trim().split('\n')) {
    assert.match(
      line,
      /^(# (HELP|TYPE) \S+ .+|[a-z_0-9]+(\{[^}]*\})? [0-9.e+-]+|[a-z_0-9]+\{.*\} \d+)$/,
    );
  }
});

test('the log has one JSON line a request, without secrets or personal data', async () => {
  const shop = await startShop();
  const email = 'ada@example.com';
  await shop.call('POST /create-customer', { email, name: 'Ada Lovelace' });
  await shop.call('GET /get-customer', { email });
  await shop.call('GET /list-customers', { query: 'lovelace' });
  await shop.app.close();
  const log = shop.log_lines.join('\n');
  const requests = shop.log_lines
    .map((line) => JSON.parse(line))
    .filter((l) => l.event === 'request');
  assert.deepEqual(
    requests.map((l) => `${l.route} ${l.status}`),
    ['/create-customer 200', '/get-customer 200', '/list-customers 200'],
  );
  for (const field of ['time', 'level', 'request_id', 'duration_ms', 'store_id', 'key_id']) {
    assert.ok(
      requests.every((line) => line[field] !== undefined),
      field,
    );
  }
  for (const secret of [shop.api_key, email, 'ovelace', '127.0.0.1'])
    assert.ok(!log.includes(secret));
  await shop.open();
});
