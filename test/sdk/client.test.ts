import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Kassa, KassaError } from '../../packages/sdk/src/index.ts';
import { operations } from '../../src/sites/api/operations.ts';
import { cards } from '../harness/cast.ts';
import { addressOf, startTrustedShop } from './trusting.ts';

const shop = await startTrustedShop();
const base_url = addressOf(shop);
const kassa = new Kassa({ api_key: shop.api_key, base_url: `${base_url}/` });

const EDITOR = { name: 'Editor', description: '', price: 20, currency: 'EUR' };

test('every operation is a method, named like its path', async () => {
  for (const { path } of Object.values(operations).flat()) {
    const name = path.slice(1).replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    assert.equal(typeof Reflect.get(kassa, name), 'function', name);
  }
});

test('a purchase from the product to the refund, with the types of the records', async () => {
  const product = await kassa.createProduct({ ...EDITOR, license: { activation_limit: 2 } });
  await kassa.createDiscountCode({ code: 'HALF', discount_percentage: 50 });
  const session = await kassa.createCheckout({
    product_id: product.product_id,
    quantity: 1,
    customer_id: 'ada',
    coupon_code: 'HALF',
    customer_name: null, // the same as leaving it out
  });
  const { checkout_session_id } = session;
  const paid = await kassa.completeCheckout({ checkout_session_id, payment_method: cards.pays });
  assert.equal(paid.status, 'completed');
  const [license_key = ''] = paid.license_keys;
  const answer = await kassa.activateLicense({ license_key, instance_name: 'Laptop' });
  assert.equal(answer.license.activation_usage, 1);
  const transaction_id = paid.transaction_id ?? '';
  const refund = await kassa.refundTransaction({ transaction_id, amount: 5 });
  assert.equal(refund.total, 5);
  const { data } = await kassa.getTransactions({ checkout_session_id });
  assert.deepEqual(
    data.map(({ type, total }) => ({ type, total })),
    [
      { type: 'refund', total: 5 },
      { type: 'purchase', total: 10 },
    ],
  );
  assert.equal((await kassa.deleteDiscountCode({ code: 'HALF' })).status, 'deleted');
});

test('await gives the first page, for await every record of every page', async () => {
  const created: string[] = [];
  for (let n = 0; n < 5; n++) {
    created.push((await kassa.createProduct({ ...EDITOR, currency: 'NOK' })).product_id);
  }
  const query = { currency: 'NOK', limit: 2 };
  const page = await kassa.searchProducts(query);
  assert.equal(page.data.length, 2);
  assert.equal(page.has_more, true);
  const walked: string[] = [];
  for await (const { product_id } of kassa.searchProducts(query)) walked.push(product_id);
  assert.deepEqual(walked.toSorted(), created.toSorted());
  const none: unknown[] = [];
  for await (const product of kassa.searchProducts({ currency: 'SEK' })) none.push(product);
  assert.deepEqual(none, []);
});

test('events are walked through from a sequence on, oldest first', async () => {
  const sequences: number[] = [];
  for await (const event of kassa.listEvents({ after_sequence: 1, limit: 3 })) {
    sequences.push(event.sequence);
    if (event.type === 'checkout.completed') assert.equal(event.data.status, 'completed');
  }
  assert.ok(sequences.length > 5);
  assert.deepEqual(
    sequences,
    sequences.map((_, at) => at + 2),
  );
});

test('a refusal is a KassaError with code, status, details and request_id, tried once', async () => {
  const input = { ...EDITOR, name: '', price: -1 };
  const error = await kassa.createProduct(input).catch((error) => error);
  assert.ok(error instanceof KassaError);
  assert.equal(`${error.status} ${error.code}`, '400 invalid_parameters');
  assert.deepEqual(error.details.map(({ param }) => param).toSorted(), ['name', 'price']);
  assert.match(error.request_id ?? '', /^req_/);
  const walked = (async () => {
    for await (const _ of kassa.listCustomers({ cursor: 'x' })) assert.fail();
  })();
  await assert.rejects(walked, { name: 'KassaError', code: 'invalid_parameters' });
  const missing = kassa.getProduct({ product_id: 'prod_none' });
  await assert.rejects(missing, { code: 'product_not_found', status: 404 });
});

test('a call with a key of the caller is done once, however often it is made', async () => {
  const own = { idempotency_key: 'product-1' };
  const once = await kassa.createProduct(EDITOR, own);
  const again = await kassa.createProduct(EDITOR, own);
  assert.equal(again.product_id, once.product_id);
  const other = await kassa.createProduct(EDITOR);
  assert.notEqual(other.product_id, once.product_id);
});

test('plain http to another machine, and a missing key, are refused before anything is sent', () => {
  const api_key = shop.api_key;
  for (const base_url of ['http://shop.example.com', 'http://localhost.example.com', 'shop']) {
    assert.throws(() => new Kassa({ api_key, base_url }), /base_url must begin with https/);
  }
  assert.throws(() => new Kassa({ api_key: '', base_url }), /api_key missing/);
  // As a program without types may call it.
  const untyped = Kassa as unknown as new (options?: object) => Kassa;
  assert.throws(
    () => new untyped({}),
    /^TypeError: api_key and base_url missing: \{ api_key, base_url \}$/,
  );
  assert.throws(() => new untyped(), /api_key and base_url missing/);
  for (const wrong of ['kassa_test_…', `${api_key}\n${api_key}`]) {
    assert.throws(() => new Kassa({ api_key: wrong, base_url }), /^TypeError: api_key is no key$/);
  }
  new Kassa({ api_key: `${api_key}\n`, base_url }); // As a file has it.
});

test('hooks see every try with its answer, add headers, and the SDK says its name', async () => {
  const seen: string[] = [];
  const names: (string | null)[] = [];
  const flaky: typeof fetch = async (url, init) => {
    names.push(
      new Headers(init?.headers).get('user-agent'),
      new Headers(init?.headers).get('traceparent'),
    );
    if (names.length === 2) throw new TypeError('no network');
    return fetch(url, init);
  };
  const hooked = new Kassa({
    ...{ api_key: shop.api_key, base_url, fetch: flaky },
    on_request(request) {
      request.headers.traceparent = `trace-${request.attempt}`;
      seen.push(`${request.method} ${new URL(request.url).pathname} ${request.attempt}`);
    },
    async on_response({ status, headers, duration_ms, attempt, error }) {
      assert.ok(duration_ms >= 0);
      seen.push(
        `${attempt}: ${status} ${error?.code} ${headers?.get('x-request-id')?.slice(0, 4)}`,
      );
    },
  });
  await assert.rejects(hooked.getProduct({ product_id: 'prod_none' }), { status: 404 });
  assert.deepEqual(seen, [
    'GET /get-product 1',
    '1: 0 connection_failed undefined',
    'GET /get-product 2',
    '2: 404 product_not_found req_',
  ]);
  const { version } = JSON.parse(
    readFileSync(new URL('../../packages/sdk/package.json', import.meta.url), 'utf8'),
  );
  const name = `kassa-sdk/${version}`;
  assert.deepEqual(names, [name, 'trace-1', name, 'trace-2']);
});

test('an injected fetch is used', async () => {
  const asked: string[] = [];
  const own = new Kassa({
    api_key: shop.api_key,
    base_url,
    fetch: (url, init) => {
      asked.push(`${init?.method} ${url}`);
      return fetch(url, init);
    },
  });
  await own.searchProducts({ query: 'ä & b', limit: 1 });
  assert.deepEqual(asked, [`GET ${base_url}/search-products?query=%C3%A4+%26+b&limit=1`]);
});
