import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Kassa, type KassaError } from '../../packages/sdk/src/index.ts';
import { cards } from '../harness/cast.ts';
import { atEndOfFile } from '../harness/endings.ts';
import { startTrustedShop } from './trusting.ts';

// A bad connection in front of a real shop: it does with each request what the test says, in order,
// and passes on the rest.

const shop = await startTrustedShop();
const store = await shop.openStore(shop);

type Fault =
  | 'busy'
  | 'broken'
  | 'dropped'
  | 'cut'
  | 'lost'
  | 'silent'
  | 'html'
  | 'elsewhere'
  | 'away';

const faults: Fault[] = [];
const seen: { path: string; key: string | undefined; at: number }[] = [];

const line = createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request)).toString();
  const { 'idempotency-key': key, 'content-type': type = 'application/json' } = request.headers;
  const path = request.url ?? '';
  seen.push({ path, key: key?.toString(), at: performance.now() });
  const fault = faults.shift();
  const passOn = () =>
    shop.send(
      {
        method: request.method ?? 'GET',
        path,
        headers: {
          'x-api-key': shop.api_key,
          'content-type': type,
          ...(key && { 'idempotency-key': key }),
        },
      },
      body,
    );
  if (fault !== undefined) return FAULTS[fault](response, passOn);
  const { status, headers, text } = await passOn();
  response.writeHead(status, { 'content-type': `${headers['content-type']}` }).end(text);
});
line.listen(0, '127.0.0.1');
await once(line, 'listening');
atEndOfFile(() => {
  line.closeAllConnections();
  line.close();
});

const FAULTS: Record<Fault, (response: ServerResponse, passOn: () => Promise<unknown>) => unknown> =
  {
    busy: (response) =>
      response
        .writeHead(429, { 'retry-after': '1' })
        .end('{"error":{"status":429,"code":"rate_limited","message":"Slow down","details":[]}}'),
    broken: (response) =>
      response.writeHead(500).end('{"error":{"code":"internal_error","message":""}}'),
    dropped: (response) => response.destroy(),
    /** The work is done, and the connection breaks in the middle of the answer. */
    cut: async (response, passOn) => {
      await passOn();
      response.writeHead(200, { 'content-length': 1000 });
      response.write('{"object":', () => response.destroy());
    },
    /** The work is done, and nothing comes back. */
    lost: async (response, passOn) => {
      await passOn();
      response.destroy();
    },
    silent: () => {},
    html: (response) => response.writeHead(502).end('<h1>Bad gateway</h1>'),
    /** For an hour. */
    away: (response) =>
      response
        .writeHead(503, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() })
        .end('Maintenance'),
    elsewhere: (response) => response.writeHead(307, { location: 'https://localhost:1/' }).end(),
  };

const base_url = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
const kassa = new Kassa({ api_key: shop.api_key, base_url });

async function through(planned: Fault[], options = {}) {
  const product_id = await store.product();
  const { checkout_session_id } = await store.create({ product_id });
  seen.length = 0;
  faults.splice(0, faults.length, ...planned);
  const charges = (await store.charges()).length;
  const payment_method = cards.pays;
  const paid = await kassa.completeCheckout({ checkout_session_id, payment_method }, options);
  const made = (await store.charges()).length - charges;
  return { paid, made, tries: seen.length, keys: new Set(seen.map(({ key }) => key)).size };
}

for (const [planned, options] of [
  [['broken', 'lost']],
  [['cut', 'html', 'dropped']],
  [['silent'], { timeout_ms: 2500 }],
] as [Fault[], object?][]) {
  test(`a purchase is made exactly once: ${planned.join(', ')}, then answered`, async () => {
    const { paid, made, tries, keys } = await through(planned, options);
    assert.equal(paid.status, 'completed');
    assert.deepEqual({ made, keys }, { made: 1, keys: 1 });
    assert.ok(tries > planned.length);
  });
}

test('after 429 it waits as long as Retry-After says', async () => {
  const { made } = await through(['busy']);
  const [first, second] = seen;
  assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 1000);
  assert.equal(made, 1);
});

test('Retry-After may be a date, as proxies say it', async () => {
  await assert.rejects(failing(['away']), (error: KassaError) => {
    const { status, code, retry_after_ms } = error;
    assert.deepEqual({ status, code }, { status: 503, code: 'invalid_answer' });
    return retry_after_ms > 60_000 && retry_after_ms <= 3_600_000;
  });
  assert.equal(seen.length, 1, 'an hour is too long to wait');
});

test('a refund through a bad connection is made once, and so is a deletion', async () => {
  const bought = await store.buy(await store.product());
  faults.push('lost', 'cut');
  const { transaction_id } = bought;
  assert.equal((await kassa.refundTransaction({ transaction_id, amount: 5 })).total, 5);
  await kassa.createDiscountCode({ code: 'BYE', discount_percentage: 10 });
  faults.push('lost');
  assert.equal((await kassa.deleteDiscountCode({ code: 'BYE' })).status, 'deleted');
  const refunds = await store.must('GET /get-transactions', { type: 'refund' });
  assert.equal(refunds.data.length, 1);
});

const failing = (planned: Fault[], options = {}) => {
  seen.length = 0;
  faults.splice(0, faults.length, ...planned);
  return kassa.getStore({}, options);
};

test('after the last try it tells what was wrong: the connection, the time, the answer', async () => {
  const once = { retries: 0 };
  await assert.rejects(failing(['dropped'], once), {
    code: 'connection_failed',
    status: 0,
    message: /^No answer: (?!.*fetch failed)/,
  });
  await assert.rejects(failing(['silent'], { retries: 0, timeout_ms: 50 }), { code: 'timed_out' });
  await assert.rejects(failing(['html'], once), { code: 'invalid_answer', status: 502 });
  await assert.rejects(failing(['broken', 'broken'], { retries: 1 }), { code: 'internal_error' });
  assert.equal(seen.length, 2);
});

test('the key does not follow an answer that leads elsewhere, and it is not tried again', async () => {
  await assert.rejects(failing(['elsewhere']), { code: 'invalid_answer', status: 307 });
  assert.equal(seen.length, 1);
});

test('a signal ends a call: before it, in a try, and in a pause', async () => {
  const reason = new Error('enough');
  await assert.rejects(failing([], { signal: AbortSignal.abort(reason) }), reason);
  assert.equal(seen.length, 0);
  for (const fault of ['silent', 'busy'] as const) {
    const controller = new AbortController();
    const call = failing([fault], { signal: controller.signal });
    while (seen.length === 0) await new Promise(setImmediate);
    setTimeout(() => controller.abort(reason), 50);
    await assert.rejects(call, reason);
    assert.equal(seen.length, 1);
  }
});
