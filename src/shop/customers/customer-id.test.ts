import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { exampleInput } from '../../platform/operation/examples.ts';
import { operations } from '../../sites/api/operations.ts';

// The specification lets a seller name customers: whatever name they have elsewhere must do here.

const CUSTOMER_IDS = [
  'ada+shop@example.com',
  'aGVsbG8gd29ybGQ/Pz8+Pg==',
  '{6F9619FF-8B86-D011-B42D-00C04FC964FF}',
  'auth0|5f7c8ec7c33c6c004bbafe82',
  'Ada Lovelace & Söhne <b>"x"</b>',
  "Robert'); DROP TABLE customers;--",
  '../../etc/passwd?x=1#y%00%2F',
  '用户/42',
  '😀'.repeat(255),
  'a',
  'null',
  '__proto__',
];

let shop: Shop;
let plan_id: string;
before(async () => {
  shop = await startShop();
  const plan = { name: 'Pro', description: '', price: 5, currency: 'EUR', license: {} };
  plan_id = (await must('POST /create-product', { ...plan, billing_type: 'recurring' })).product_id;
});

async function must(operation: string, input: object, options = {}) {
  const answer = await shop.call(operation, input, options);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

test('any text of 1 to 255 characters names a customer, in every operation and on every page', async () => {
  for (const customer_id of CUSTOMER_IDS) {
    const order = { product_id: plan_id, quantity: 1, customer_id };
    const { checkout_session_id, checkout_url } = await must('POST /create-checkout', order);
    const page = await shop.send({ method: 'GET', path: new URL(checkout_url).pathname });
    assert.equal(page.status, 200);
    const paid = await must('POST /complete-checkout', {
      checkout_session_id,
      payment_method: cards.pays,
    });
    assert.equal(paid.customer_id, customer_id);
    for (const in_body of [true, false]) {
      const found = await must('GET /get-customer', { customer_id }, { in_body });
      assert.equal(found.customer_id, customer_id);
      for (const list of ['get-transactions', 'list-licenses', 'list-subscriptions']) {
        const { data } = await must(`GET /${list}`, { customer_id }, { in_body });
        assert.deepEqual(
          data.map((one: { customer_id: string }) => one.customer_id),
          [customer_id],
          list,
        );
      }
    }
    const changed = await must('POST /update-customer', { customer_id, name: 'Ada' });
    assert.equal(changed.customer_id, customer_id);
    const card = { customer_id, payment_method: cards.pays };
    assert.equal((await must('POST /update-payment-method', card)).customer_id, customer_id);
    const { portal_url } = await must('POST /create-customer-billing', { customer_id });
    const portal = await shop.send({ method: 'GET', path: new URL(portal_url).pathname });
    assert.equal(portal.status, 200);
    assert.match(portal.text, /Pro/);
    assert.doesNotMatch(portal.text, /<b>"x"<\/b>/);
  }
});

test('such customers are listed page by page, and found by the words of their names', async () => {
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await must('GET /list-customers', { limit: 5, cursor });
    seen.push(...page.data.map((one: { customer_id: string }) => one.customer_id));
    if (!page.has_more) break;
    cursor = page.next_cursor;
  }
  assert.deepEqual(seen, CUSTOMER_IDS.toReversed());
  for (const [query, customer_id] of [
    ['ada+shop@example.com', 'ada+shop@example.com'],
    ['6F9619FF', '{6F9619FF-8B86-D011-B42D-00C04FC964FF}'],
    ['用户', '用户/42'],
  ]) {
    const { data } = await must('GET /list-customers', { query });
    assert.deepEqual(
      data.map((one: { customer_id: string }) => one.customer_id),
      [customer_id],
    );
  }
});

test('they are told apart letter by letter', async () => {
  const alike = ['case', 'Case', 'caf\u00e9', 'cafe\u0301', 'a b', 'a  b', 'x', 'ｘ'];
  for (const customer_id of alike) await must('POST /create-customer', { customer_id });
  for (const customer_id of alike) {
    assert.equal((await must('GET /get-customer', { customer_id })).customer_id, customer_id);
  }
});

test('no operation with a customer_id finds fault with one', async () => {
  for (const operation of Object.values(operations).flat()) {
    if (!('customer_id' in operation.input.properties)) continue;
    for (const customer_id of CUSTOMER_IDS) {
      const input = { ...exampleInput(operation), customer_id };
      const call = `${operation.method} ${operation.path}`;
      const { body, text } = await shop.call(call, input, { in_body: true });
      const params = body.error?.details.map(({ param }: { param: string }) => param) ?? [];
      assert.ok(!params.includes('customer_id'), `${call} ${text}`);
    }
  }
});
