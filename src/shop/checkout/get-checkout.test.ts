import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { assertRefused, START, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const create = async (more: object = {}, at = shop) => {
  const product = { name: 'Editor', description: 'Edits', price: 5, currency: 'EUR' };
  const { product_id } = (await at.call('POST /create-product', product)).body;
  const input = { product_id, quantity: 1, customer_id: 'ada', ...more };
  const answer = await at.call('POST /create-checkout', input);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const get = (input: object, key = shop.api_key) => shop.call('GET /get-checkout', input, { key });

test('200: the whole record, in the query string or in a JSON body', async () => {
  const made = await create({ quantity: 2, metadata: { a: '1' } });
  const { checkout_session_id, product_id } = made;
  const answer = await get({ checkout_session_id });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    checkout_session_id,
    object: 'checkout_session',
    status: 'open',
    checkout_url: `${shop.app.base_url}/checkout/${checkout_session_id}`,
    product_id,
    product: { name: 'Editor', description: 'Edits', image_url: null },
    quantity: 2,
    customer_id: 'ada',
    coupon_code: null,
    unit_price: 5,
    subtotal: 10,
    discount: 0,
    ...{ tax: 0, total: 10, tax_breakdown: [], includes_tax: true, balance_change: 0 },
    amount_due: 10,
    currency: 'EUR',
    recurring: null,
    success_url: null,
    cancel_url: null,
    ...{ metadata: { a: '1' }, redirect: false, custom_fields: [], payment_link_id: null },
    request_id: null,
    ...{ adjustable_quantity: null, consent: null },
    last_payment_error: null,
    transaction_id: null,
    subscription_id: null,
    license_keys: [],
    expires_at: '2026-11-15T09:30:00.000Z',
    completed_at: null,
    created_at: '2026-11-14T09:30:00.000Z',
    updated_at: '2026-11-14T09:30:00.000Z',
  });
  const in_body = await shop.call('GET /get-checkout', { checkout_session_id }, { in_body: true });
  assert.deepEqual([in_body.status, in_body.body], [200, made]);
});

test('200: a key that may only read is enough, and reading stores nothing', async () => {
  const made = await create();
  const { checkout_session_id } = made;
  const { api_key } = await shop.makeKey('read');
  const before = await shop.everything();
  assert.deepEqual((await get({ checkout_session_id }, api_key)).body, made);
  assert.equal(await shop.everything(), before);
});

test('200: the record follows the session: declined, completed', async () => {
  const { checkout_session_id } = await create();
  const pay = (number: string) => {
    const payment_method = { ...cards.pays, number };
    return shop.call('POST /complete-checkout', { checkout_session_id, payment_method });
  };
  await pay('4000000000009995');
  const declined = (await get({ checkout_session_id })).body;
  assert.equal(declined.status, 'open');
  assert.deepEqual(declined.last_payment_error, {
    code: 'insufficient_funds',
    message: 'There is not enough money on the card or account. Try another one.',
  });
  const completed = (await pay('4242424242424242')).body;
  assert.equal(completed.status, 'completed');
  assert.deepEqual((await get({ checkout_session_id })).body, completed);
});

test('200: expired from the very millisecond of expires_at, not before', async () => {
  const own = await startShop();
  const look = async (checkout_session_id: string) =>
    (await own.call('GET /get-checkout', { checkout_session_id })).body.status;
  const table: [expires_in_minutes: number, lifetime_ms: number][] = [
    [30, 1_800_000],
    [1440, 86_400_000],
  ];
  for (const [expires_in_minutes, lifetime_ms] of table) {
    own.now = START;
    const { checkout_session_id } = await create({ expires_in_minutes }, own);
    own.now = START + lifetime_ms - 1;
    assert.equal(await look(checkout_session_id), 'open');
    own.now = START + lifetime_ms;
    assert.equal(await look(checkout_session_id), 'expired');
    own.now = START + 10 * lifetime_ms;
    assert.equal(await look(checkout_session_id), 'expired');
  }
});

test('404 checkout_not_found: unknown, or of another store, which is answered the same', async () => {
  const { checkout_session_id } = await create();
  const { api_key } = await shop.makeStore('test');
  const missing = await get({ checkout_session_id: 'cs_nothing' }, api_key);
  const foreign = await get({ checkout_session_id }, api_key);
  for (const answer of [missing, foreign]) assertRefused(answer, 404, 'checkout_not_found', []);
  assert.deepEqual(
    { ...foreign.body.error, request_id: '' },
    { ...missing.body.error, request_id: '' },
  );
});

test('400 invalid_parameters: checkout_session_id is missing or no text', async () => {
  assertRefused(await get({}), 400, 'invalid_parameters', ['checkout_session_id']);
  const number = await shop.call(
    'GET /get-checkout',
    { checkout_session_id: 7 },
    { in_body: true },
  );
  assertRefused(number, 400, 'invalid_parameters', ['checkout_session_id']);
});

test('400 unknown_parameter: what get-checkout does not know is named', async () => {
  const { checkout_session_id } = await create();
  const answer = await get({ checkout_session_id, expand: 'product' });
  assertRefused(answer, 400, 'unknown_parameter', ['expand']);
});
