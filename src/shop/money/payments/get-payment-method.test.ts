import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const OP = 'GET /get-payment-method';
const store = await openStore(await startShop());

test('200: the card that a customer has saved, or none', async () => {
  await store.must('POST /create-customer', { customer_id: 'ben' });
  const none = { object: 'payment_method', customer_id: 'ben', card: null };
  assert.deepEqual(await store.must(OP, { customer_id: 'ben' }), none);
  await store.subscribe(await store.plan(), { customer_id: 'ada' });
  const { card } = await store.must(OP, { customer_id: 'ada' });
  assert.deepEqual(card, { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099 });
});

test('404 customer_not_found: nobody has this identifier', async () => {
  assertRefused(await store.ask(OP, { customer_id: 'nobody' }), 404, 'customer_not_found');
});
