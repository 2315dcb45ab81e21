import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { assertRefused, type Shop, startShop } from '../../../test/harness/shop.ts';

let shop: Shop;
let product_id = '';
before(async () => {
  shop = await startShop();
  product_id = await createProduct();
});

let numbers = 0;
const newCode = () => `CODE-${numbers++}`;
const newCustomer = () => `buyer-${numbers++}`;

const createProduct = async (more: object = {}, key = shop.api_key): Promise<string> => {
  const product = { name: 'Editor', description: '', price: 20, currency: 'EUR', ...more };
  const answer = await shop.call('POST /create-product', product, { key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.product_id;
};
const createCode = async (more: object = {}, key = shop.api_key): Promise<string> => {
  const code = { code: newCode(), discount_percentage: 25, ...more };
  const answer = await shop.call('POST /create-discount-code', code, { key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.code;
};
const create = (input: object = {}) =>
  shop.call('POST /create-checkout', { product_id, quantity: 1, customer_id: 'ada', ...input });
const created = async (input: object = {}) => {
  const { status, body, text } = await create(input);
  assert.equal(status, 200, text);
  return body;
};
const buy = async (input: object = {}) => {
  const { checkout_session_id } = await created(input);
  const paid = { checkout_session_id, payment_method: cards.pays };
  assert.equal((await shop.call('POST /complete-checkout', paid)).status, 200);
};
const redemptions = async (code: string): Promise<number> =>
  (await shop.call('GET /get-discount-code', { code })).body.redemptions;

/** Each input is refused with this code, names the coupon, and leaves nothing behind. */
const refused = async (code: string, ...inputs: object[]) => {
  const before = await shop.everything();
  for (const input of inputs) {
    const answer = await create({ customer_id: 'never-made', ...input });
    assertRefused(answer, 400, code, ['coupon_code']);
    assert.equal(answer.body.error.details[0].code, code);
  }
  assert.equal(await shop.everything(), before);
};

test('200: a coupon takes its percentage off, is found in any case and shown as written', async () => {
  await createCode({ code: 'Launch20', discount_percentage: 20 });
  for (const coupon_code of ['Launch20', 'LAUNCH20', 'launch20']) {
    const body = await created({ coupon_code, quantity: 3 });
    assert.equal(body.coupon_code, 'Launch20');
    const { unit_price, subtotal, discount, tax, total } = body;
    assert.deepEqual([unit_price, subtotal, discount, tax, total], [20, 60, 12, 0, 48]);
  }
});

test('200: making sessions takes no redemption, so more may be made than can be paid', async () => {
  const code = await createCode({ max_redemptions: 1, max_redemptions_per_customer: 1 });
  for (let n = 0; n < 3; n++) await created({ coupon_code: code });
  assert.equal(await redemptions(code), 0);
});

test('200: a discount is rounded half to even, in the smallest unit of the currency', async () => {
  const table: [
    price: number,
    currency: string,
    percentage: number,
    discount: number,
    total: number,
  ][] = [
    [0.05, 'USD', 50, 0.02, 0.03],
    [0.15, 'USD', 50, 0.08, 0.07],
    [0.25, 'USD', 50, 0.12, 0.13],
    [9.99, 'EUR', 33.33, 3.33, 6.66],
    [0.01, 'EUR', 0.01, 0, 0.01],
    [19.99, 'EUR', 100, 19.99, 0],
    [5, 'JPY', 50, 2, 3],
    [7, 'JPY', 50, 4, 3],
    [1.001, 'BHD', 50, 0.5, 0.501],
    [1.003, 'BHD', 50, 0.502, 0.501],
    [999_999_999.99, 'USD', 12.34, 123_400_000, 876_599_999.99],
  ];
  for (const [price, currency, discount_percentage, discount, total] of table) {
    const own = await createProduct({ price, currency });
    const body = await created({
      product_id: own,
      coupon_code: await createCode({ discount_percentage }),
    });
    const amounts = [body.subtotal, body.discount, body.total, body.currency];
    assert.deepEqual(amounts, [price, discount, total, currency]);
  }
});

test('200: the next payment is discounted as long as the duration of the coupon lasts', async () => {
  const once = { duration: 'once' };
  const forever = { duration: 'forever' };
  const repeating = (duration_months: number) => ({ duration: 'repeating', duration_months });
  const table: [interval: string, count: number, duration: object, renewal_total: number][] = [
    ['month', 1, once, 20],
    ['month', 1, forever, 15],
    ['month', 1, repeating(1), 20],
    ['month', 1, repeating(2), 15],
    ['month', 3, repeating(3), 20],
    ['month', 3, repeating(4), 15],
    ['year', 1, once, 20],
    ['year', 1, forever, 15],
    ['year', 1, repeating(12), 20],
    ['year', 1, repeating(13), 15],
    ['week', 1, once, 20],
    ['week', 1, repeating(1), 15],
    ['day', 1, repeating(1), 15],
  ];
  for (const [billing_interval, billing_interval_count, duration, renewal_total] of table) {
    const terms = { billing_type: 'recurring', billing_interval, billing_interval_count };
    const body = await created({
      product_id: await createProduct(terms),
      coupon_code: await createCode(duration),
    });
    const about = `${billing_interval} ${JSON.stringify(duration)}`;
    assert.deepEqual([body.discount, body.total], [5, 15], about);
    assert.equal(body.recurring.renewal_total, renewal_total, about);
  }
});

test('200: with a trial nothing is due today and the coupon counts for the first payment', async () => {
  const terms = { billing_type: 'recurring', trial_days: 7 };
  const on_trial = await createProduct(terms);
  for (const duration of [
    { duration: 'once' },
    { duration: 'forever' },
    { duration: 'repeating', duration_months: 1 },
  ]) {
    const coupon_code = await createCode(duration);
    const body = await created({ product_id: on_trial, coupon_code });
    assert.deepEqual([body.subtotal, body.discount, body.total], [0, 0, 0]);
    assert.equal(body.coupon_code, coupon_code);
    assert.deepEqual(body.recurring, {
      interval: 'month',
      interval_count: 1,
      trial_days: 7,
      renewal_total: 15,
    });
  }
});

test('200: a coupon is good from its first to its last millisecond', async () => {
  const instants = ['2026-11-14T09:30:00.000Z', '2026-11-14T10:30:00+01:00', '2026-11-14'];
  for (const at of instants) {
    await created({ coupon_code: await createCode({ valid_from: at, valid_until: at }) });
  }
});

test('200: a coupon for certain products is good for each of them', async () => {
  const [one, other] = [await createProduct(), await createProduct()];
  const coupon_code = await createCode({ product_ids: [one, other] });
  for (const own of [one, other]) {
    assert.equal((await created({ product_id: own, coupon_code })).discount, 5);
  }
});

test('200: what was promised stays when the code is deleted or made anew with more', async () => {
  const coupon_code = await createCode();
  const body = await created({ coupon_code });
  await shop.call('DELETE /delete-discount-code', { code: coupon_code });
  await createCode({ code: coupon_code, discount_percentage: 90 });
  const { checkout_session_id } = body;
  assert.deepEqual((await shop.call('GET /get-checkout', { checkout_session_id })).body, body);
  assert.equal((await created({ coupon_code })).total, 2);
});

test('400 coupon_not_found: unknown, deleted or of another store, and nothing is stored', async () => {
  const deleted = await createCode();
  await shop.call('DELETE /delete-discount-code', { code: deleted });
  const { api_key } = await shop.makeStore('test');
  const theirs = await createCode({}, api_key);
  const coupons = ['NOTHING', deleted, theirs].map((coupon_code) => ({ coupon_code }));
  await refused('coupon_not_found', ...coupons);
});

test('400 coupon_expired: an expired coupon is refused and nothing is stored', async () => {
  for (const valid_until of ['2026-11-14T09:29:59.999Z', '2026-11-13', '2020-01-01']) {
    await refused('coupon_expired', { coupon_code: await createCode({ valid_until }) });
  }
});

test('400 coupon_not_started: a coupon of tomorrow is refused and nothing is stored', async () => {
  for (const valid_from of ['2026-11-14T09:30:00.001Z', '2026-11-15', '2030-01-01']) {
    await refused('coupon_not_started', { coupon_code: await createCode({ valid_from }) });
  }
});

test('400 coupon_exhausted: redeemed as often as it may be, and nothing is stored', async () => {
  const coupon_code = await createCode({ max_redemptions: 2 });
  await buy({ coupon_code, customer_id: newCustomer() });
  await buy({ coupon_code, customer_id: newCustomer() });
  await refused('coupon_exhausted', { coupon_code }, { coupon_code, customer_id: 'ada' });
  assert.equal(await redemptions(coupon_code), 2);
});

test('400 coupon_exhausted: a customer who has used it up; others still may', async () => {
  const coupon_code = await createCode({ max_redemptions_per_customer: 2 });
  const customer_id = newCustomer();
  await buy({ coupon_code, customer_id });
  await buy({ coupon_code, customer_id });
  await refused('coupon_exhausted', { coupon_code, customer_id });
  assert.equal((await created({ coupon_code, customer_id: newCustomer() })).discount, 5);
});

test('400 coupon_not_applicable: a coupon for other products is refused and nothing is stored', async () => {
  const coupon_code = await createCode({ product_ids: [await createProduct()] });
  await refused('coupon_not_applicable', { coupon_code });
});

test('400 product_unavailable: is said before anything is said of the coupon', async () => {
  const answer = await create({ product_id: 'prod_nothing', coupon_code: 'NOTHING' });
  assertRefused(answer, 400, 'product_unavailable', ['product_id']);
});
