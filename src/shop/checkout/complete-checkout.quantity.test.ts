import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { card, type openStore } from '../../../test/harness/cast.ts';
import { startShop } from '../../../test/harness/shop.ts';

// A quantity that the buyer may change: adjustable_quantity.

let store: Awaited<ReturnType<typeof openStore>>;
let product_id: string;
before(async () => {
  const shop = await startShop();
  store = await shop.openStore();
  product_id = await store.product({ price: 20 });
});

const open = (more: object) => store.must('POST /create-checkout', terms(more));
const terms = (more: object) => ({ product_id, quantity: 2, customer_id: 'ada', ...more });
const complete = (checkout_session_id: string, more: object = {}) =>
  store.ask('POST /complete-checkout', { checkout_session_id, payment_method: card(), ...more });

test('200: the limits are part of the session; without them, null', async () => {
  const limited = await open({ adjustable_quantity: { maximum: 5 } });
  assert.deepEqual(limited.adjustable_quantity, { minimum: 1, maximum: 5 });
  assert.equal((await open({})).adjustable_quantity, null);
  assert.equal((await open({ adjustable_quantity: null })).adjustable_quantity, null);
});

test('400 invalid_parameters: limits that exclude the quantity, and nothing is stored', async () => {
  for (const [adjustable_quantity, param] of [
    [{ minimum: 3 }, 'quantity'],
    [{ maximum: 1 }, 'quantity'],
    [{ minimum: 4, maximum: 3 }, 'adjustable_quantity.maximum'],
    [{ minimum: 0 }, 'adjustable_quantity.minimum'],
    [{ enabled: true }, 'adjustable_quantity.enabled'],
  ] as const) {
    const { status, body } = await store.ask(
      'POST /create-checkout',
      terms({ adjustable_quantity }),
    );
    assert.equal(status, 400);
    assert.equal(body.error.details[0].param, param);
  }
});

test('200: paid for another quantity: price, coupon, payment and session follow', async () => {
  const coupon_code = await store.coupon('TENTH', { discount_percentage: 10 });
  const limits = { adjustable_quantity: { minimum: 2, maximum: 10 } };
  const { checkout_session_id } = await open({ coupon_code, ...limits });
  const paid = await complete(checkout_session_id, { quantity: 5, total: 90 });
  assert.equal(paid.status, 200, paid.text);
  const { quantity, subtotal, discount, total, transaction_id } = paid.body;
  assert.deepEqual([quantity, subtotal, discount, total], [5, 100, 10, 90]);
  const { data } = await store.must('GET /get-transactions', { transaction_id });
  assert.deepEqual([data[0].quantity, data[0].total], [5, 90]);
});

test('400 invalid_parameters: outside the limits, or where it is fixed; nothing is charged', async () => {
  const limited = await open({ adjustable_quantity: { minimum: 2, maximum: 10 } });
  const fixed = await open({});
  for (const [session, quantity, code] of [
    [limited, 1, 'out_of_range'],
    [limited, 11, 'out_of_range'],
    [fixed, 3, 'not_adjustable'],
  ] as const) {
    const { checkout_session_id } = session;
    const { status, body } = await complete(checkout_session_id, { quantity });
    assert.equal(status, 400);
    const [detail] = body.error.details;
    assert.deepEqual([detail.param, detail.code], ['quantity', code]);
    assert.deepEqual(await store.must('GET /get-checkout', { checkout_session_id }), session);
  }
  assert.equal((await complete(fixed.checkout_session_id, { quantity: 2 })).status, 200);
});

test('400 price_changed: the total of another quantity is not paid by accident', async () => {
  const { checkout_session_id } = await open({ adjustable_quantity: {} });
  const { status, body } = await complete(checkout_session_id, { quantity: 3, total: 40 });
  assert.deepEqual([status, body.error.code], [400, 'price_changed']);
});
