import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, type Shop, startShop } from '../../../test/harness/shop.ts';

const AT_START = '2026-11-14T09:30:00.000Z';

let shop: Shop;
let product_id = '';
before(async () => {
  shop = await startShop();
  product_id = await createProduct();
});

let customers = 0;
/** A customer that no other test has. */
const newCustomer = () => `buyer-${customers++}`;

const createProduct = async (more: object = {}, key = shop.api_key): Promise<string> => {
  const product = { name: 'Editor', description: 'Edits', price: 19.99, currency: 'USD', ...more };
  const answer = await shop.call('POST /create-product', product, { key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.product_id;
};
const create = (input: object = {}, key = shop.api_key) =>
  shop.call(
    'POST /create-checkout',
    { product_id, quantity: 1, customer_id: 'ada', ...input },
    { key },
  );
const created = async (input: object = {}) => {
  const { status, body, text } = await create(input);
  assert.equal(status, 200, text);
  return body;
};

test('200: product, quantity and customer are enough; the rest has its defaults', async () => {
  const { status, body } = await create({ customer_id: newCustomer(), quantity: 3 });
  assert.equal(status, 200);
  const { checkout_session_id, customer_id } = body;
  assert.match(checkout_session_id, /^cs_[0-9a-hjkmnp-tv-z]{28}$/);
  assert.deepEqual(body, {
    checkout_session_id,
    object: 'checkout_session',
    status: 'open',
    checkout_url: `${shop.app.base_url}/checkout/${checkout_session_id}`,
    product_id,
    product: { name: 'Editor', description: 'Edits', image_url: null },
    quantity: 3,
    ...{ adjustable_quantity: null, consent: null },
    customer_id,
    coupon_code: null,
    unit_price: 19.99,
    subtotal: 59.97,
    discount: 0,
    ...{ tax: 0, total: 59.97, tax_breakdown: [], includes_tax: true, balance_change: 0 },
    amount_due: 59.97,
    currency: 'USD',
    recurring: null,
    success_url: null,
    cancel_url: null,
    ...{ metadata: {}, redirect: false, custom_fields: [], payment_link_id: null },
    request_id: null,
    last_payment_error: null,
    transaction_id: null,
    subscription_id: null,
    license_keys: [],
    expires_at: '2026-11-15T09:30:00.000Z',
    completed_at: null,
    created_at: AT_START,
    updated_at: AT_START,
  });
  assert.deepEqual((await shop.call('GET /get-checkout', { checkout_session_id })).body, body);
});

test('200: every parameter is kept as it was sent', async () => {
  const image_url = 'https://example.com/picture.png';
  const with_image = await createProduct({ image_url, currency: 'eur' });
  const sent = {
    product_id: with_image,
    quantity: 2,
    customer_id: newCustomer(),
    success_url: 'https://example.com/thanks?a=1#top',
    cancel_url: 'http://localhost:3000/',
    metadata: { order: '1042', note: 'Ä 😀' },
  };
  const body = await created({ ...sent, expires_in_minutes: 45 });
  const { product, currency, expires_at, ...rest } = body;
  assert.deepEqual({ ...rest, ...sent }, rest);
  assert.deepEqual(product, { name: 'Editor', description: 'Edits', image_url });
  assert.deepEqual([currency, expires_at], ['EUR', '2026-11-14T10:15:00.000Z']);
  const { checkout_session_id } = body;
  assert.deepEqual((await shop.call('GET /get-checkout', { checkout_session_id })).body, body);
});

test('200: null is the same as leaving a field out', async () => {
  const body = await created({ coupon_code: null, success_url: null, cancel_url: null });
  const { coupon_code, success_url, cancel_url } = body;
  assert.deepEqual([coupon_code, success_url, cancel_url], [null, null, null]);
});

test('200: a new customer is made with the session, and customer.created tells it', async () => {
  const customer_id = newCustomer();
  const before = await shop.events();
  await created({ customer_id });
  const customer = (await shop.call('GET /get-customer', { customer_id })).body;
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(written, [
    { sequence: before.length + 1, type: 'customer.created', data: customer },
  ]);
  const { email, name, country, metadata, created_at } = customer;
  assert.deepEqual([email, name, country, metadata, created_at], [null, null, null, {}, AT_START]);
});

test('200: a known customer is not made again and stays as they are', async () => {
  const customer_id = newCustomer();
  const known = { customer_id, email: 'ada@example.com', name: 'Ada', metadata: { a: '1' } };
  const customer = (await shop.call('POST /create-customer', known)).body;
  const before = await shop.events();
  await created({ customer_id });
  await created({ customer_id, metadata: { b: '2' } });
  assert.deepEqual(await shop.events(), before);
  assert.deepEqual((await shop.call('GET /get-customer', { customer_id })).body, customer);
});

test('200: 64 sessions at once for one new customer make one customer', async () => {
  const customer_id = newCustomer();
  const before = await shop.events();
  const made = await Promise.all(Array.from({ length: 64 }, () => created({ customer_id })));
  assert.equal(new Set(made.map((body) => body.checkout_session_id)).size, 64);
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(
    written.map(({ type }) => type),
    ['customer.created'],
  );
});

test('200: the identifier of a customer is the seller’s own, up to 255 characters', async () => {
  for (const customer_id of ['a', 'User_1-2.3:4@example|x', 'x'.repeat(255), 'constructor']) {
    assert.equal((await created({ customer_id })).customer_id, customer_id);
  }
});

test('200: the amounts are exact in currencies of no, two, three and four decimals', async () => {
  const table: [price: number, currency: string, quantity: number, subtotal: number][] = [
    [1500, 'JPY', 3, 4500],
    [0.1, 'EUR', 3, 0.3],
    [1.15, 'USD', 7, 8.05],
    [1.234, 'BHD', 3, 3.702],
    [0.001, 'KWD', 999_999, 999.999],
    [1.2345, 'CLF', 2, 2.469],
    [0, 'USD', 1_000_000, 0],
  ];
  for (const [price, currency, quantity, subtotal] of table) {
    const body = await created({ product_id: await createProduct({ price, currency }), quantity });
    const { unit_price, discount, tax, total } = body;
    const amounts = [unit_price, body.subtotal, discount, tax, total, body.currency];
    assert.deepEqual(amounts, [price, subtotal, 0, 0, subtotal, currency]);
  }
});

test('200: what was promised stays, whatever becomes of the product', async () => {
  const own = await createProduct({ price: 10 });
  const body = await created({ product_id: own, quantity: 2 });
  const change = { product_id: own, name: 'Other', description: 'Else', price: 99 };
  assert.equal((await shop.call('POST /update-product', change)).status, 200);
  assert.equal((await shop.call('POST /archive-product', { product_id: own })).status, 200);
  const { checkout_session_id } = body;
  assert.deepEqual((await shop.call('GET /get-checkout', { checkout_session_id })).body, body);
});

test('200: a recurring product tells its interval, its trial and what the next payment is', async () => {
  const plan = { billing_type: 'recurring', price: 12.5 };
  const monthly = await created({ product_id: await createProduct(plan), quantity: 2 });
  const by_month = { interval: 'month', interval_count: 1, trial_days: 0, renewal_total: 25 };
  assert.deepEqual(monthly.recurring, by_month);
  assert.deepEqual([monthly.subtotal, monthly.total], [25, 25]);
  const terms = { billing_interval: 'week', billing_interval_count: 2, trial_days: 14 };
  const on_trial = await created({ product_id: await createProduct({ ...plan, ...terms }) });
  const later = { interval: 'week', interval_count: 2, trial_days: 14, renewal_total: 12.5 };
  assert.deepEqual(on_trial.recurring, later);
  const { unit_price, subtotal, discount, total } = on_trial;
  assert.deepEqual([unit_price, subtotal, discount, total], [12.5, 0, 0, 0]);
});

test('200: a session lives for 30 to 1440 minutes', async () => {
  const half_hour = await created({ expires_in_minutes: 30 });
  assert.equal(half_hour.expires_at, '2026-11-14T10:00:00.000Z');
  const day = await created({ expires_in_minutes: 1440 });
  assert.equal(day.expires_at, '2026-11-15T09:30:00.000Z');
});

test('200: the same Idempotency-Key makes one session', async () => {
  const input = { product_id, quantity: 1, customer_id: newCustomer() };
  const headers = { 'idempotency-key': 'one-session' };
  const ask = () => shop.call('POST /create-checkout', input, { headers });
  const first = await ask();
  const before = await shop.everything();
  const second = await ask();
  assert.deepEqual([second.status, second.text], [200, first.text]);
  assert.equal(second.headers['idempotent-replayed'], 'true');
  assert.equal(await shop.everything(), before);
});

test('400 product_unavailable: unknown, archived or of another store, and nothing is stored', async () => {
  const archived = await createProduct();
  await shop.call('POST /archive-product', { product_id: archived });
  const { api_key } = await shop.makeStore('test');
  const theirs = await createProduct({}, api_key);
  const before = await shop.everything();
  const ask = (id: string) => create({ product_id: id, customer_id: 'never-made' });
  const [missing, foreign] = [await ask('prod_nothing'), await ask(theirs)];
  for (const answer of [missing, foreign, await ask(archived)]) {
    assertRefused(answer, 400, 'product_unavailable', ['product_id']);
  }
  const error = { ...missing.body.error, request_id: '' };
  assert.deepEqual({ ...foreign.body.error, request_id: '' }, error);
  assert.equal(await shop.everything(), before);
});

test('400 amount_too_large: 999,999,999.99 is the most that a session may amount to', async () => {
  const table: [price: number, currency: string, most: number][] = [
    [999_999_999.99, 'USD', 1],
    [500_000_000, 'USD', 1],
    [333_333_333.33, 'USD', 3],
    [1000, 'USD', 999_999],
    [999_999_999, 'JPY', 1],
    [1000, 'JPY', 999_999],
    [999_999_999.99, 'BHD', 1],
  ];
  for (const [price, currency, quantity] of table) {
    const one = await createProduct({ price, currency });
    assert.equal((await created({ product_id: one, quantity })).status, 'open');
    const before = await shop.everything();
    const answer = await create({ product_id: one, quantity: quantity + 1, customer_id: 'no' });
    assertRefused(answer, 400, 'amount_too_large', ['quantity']);
    assert.equal(await shop.everything(), before);
  }
});

test('400 amount_too_large: also when a trial or a coupon makes today’s amount small', async () => {
  const plan = { billing_type: 'recurring', trial_days: 7, price: 1000 };
  const code = { code: 'ALL', discount_percentage: 100 };
  assert.equal((await shop.call('POST /create-discount-code', code)).status, 200);
  const on_trial = { product_id: await createProduct(plan), quantity: 1_000_000 };
  assertRefused(await create(on_trial), 400, 'amount_too_large', ['quantity']);
  const given = { product_id: await createProduct({ price: 1000 }), coupon_code: 'ALL' };
  assertRefused(await create({ ...given, quantity: 1_000_000 }), 400, 'amount_too_large');
});

test('400 gateway_missing: a live store has no payment provider yet, and nothing is stored', async () => {
  const { api_key } = await shop.makeStore('live');
  const theirs = await createProduct({}, api_key);
  const before = await shop.everything();
  assertRefused(await create({ product_id: theirs }, api_key), 400, 'gateway_missing', []);
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: what is missing, of another type or out of bounds is named', async () => {
  const none = await shop.call('POST /create-checkout');
  assertRefused(none, 400, 'invalid_parameters', ['product_id', 'quantity', 'customer_id']);
  const long = `https://example.com/${'x'.repeat(1981)}`;
  const wrong: [name: string, values: unknown[]][] = [
    ['quantity', [0, -1, 1.5, '1', true, null, 1_000_001, [1]]],
    ['product_id', [null, 7, ['prod']]],
    ['customer_id', ['', ' ', ' a', 'a ', 'a\n', 'a\u0007b', 'x'.repeat(256), 7, null]],
    ['coupon_code', [7, ['A']]],
    ['success_url', ['', 'x.org', 'ftp://x.org', 'javascript:alert(1)', 'https:evil', long, 7]],
    ['cancel_url', ['', '/pricing', 'https:/evil', 'https://a:b@example.com', 'data:,x']],
    ['expires_in_minutes', [29, 1441, 30.5, '60', 0, -30]],
    ['metadata', [7, ['a'], { a: 1 }, { '': 'x' }, { a: 'x'.repeat(501) }]],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      const before = await shop.everything();
      const { body } = await create({ customer_id: 'never-made', [name]: value });
      assert.equal(body.error?.code, 'invalid_parameters', `${name} ${JSON.stringify(value)}`);
      const [{ param }] = body.error.details;
      assert.equal(param.split('.')[0], name);
      assert.equal(await shop.everything(), before);
    }
  }
  const all = { quantity: 0, expires_in_minutes: 1, success_url: 'x', colour: 1 };
  assertRefused(await create(all), 400, 'invalid_parameters', Object.keys(all));
});

test('400 unknown_parameter: what create-checkout does not know is named and nothing is stored', async () => {
  const before = await shop.everything();
  for (const unknown of ['coupon', 'price', 'total', 'currency', 'status']) {
    const answer = await create({ customer_id: 'never-made', [unknown]: 1 });
    assertRefused(answer, 400, 'unknown_parameter', [unknown]);
  }
  assert.equal(await shop.everything(), before);
});

test('403 api_key_scope: a key that may only read makes no session', async () => {
  const { api_key } = await shop.makeKey('read');
  const before = await shop.everything();
  assertRefused(await create({ customer_id: 'never-made' }, api_key), 403, 'api_key_scope');
  assert.equal(await shop.everything(), before);
});
