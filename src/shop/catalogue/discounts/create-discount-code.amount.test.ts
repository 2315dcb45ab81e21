import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /create-discount-code';

test('200: a code for an amount of a currency, instead of a percentage', async () => {
  const { must } = await shop.openStore();
  const body = await must(OP, { code: 'FIVE', discount_amount: 5.5, currency: 'eur' });
  assert.deepEqual(
    [body.discount_percentage, body.discount_amount, body.currency],
    [null, 5.5, 'EUR'],
  );
  assert.deepEqual(await must('GET /get-discount-code', { code: 'FIVE' }), body);
});

test('200: it is taken off the price once, however many are bought, and never below nothing', async () => {
  const { must, create } = await shop.openStore();
  await must(OP, { code: 'FIVE', discount_amount: 5, currency: 'EUR' });
  const product = { name: 'Book', description: '', price: 4, currency: 'EUR' };
  const { product_id } = await must('POST /create-product', product);
  for (const [quantity, discount, total] of [
    [1, 4, 0],
    [2, 5, 3],
    [100, 5, 395],
  ]) {
    const session = await create({ product_id, quantity, coupon_code: 'FIVE' });
    assert.deepEqual([session.discount, session.total], [discount, total]);
  }
});

test('400 coupon_not_applicable: an amount of another currency is refused, with both named, and never converted', async () => {
  const { must, ask, plan, subscribe } = await shop.openStore();
  await must(OP, { code: 'FIVE', discount_amount: 5, currency: 'USD' });
  const product_id = await plan();
  const subscription_id = await subscribe(product_id);
  const before = await shop.everything();
  const purchase = { product_id, quantity: 1, customer_id: 'ada', coupon_code: 'FIVE' };
  for (const answer of [
    await ask('POST /create-checkout', purchase),
    await ask('POST /apply-coupon', { subscription_id, coupon_code: 'FIVE' }),
  ]) {
    assertRefused(answer, 400, 'coupon_not_applicable', ['coupon_code']);
    const [{ message }] = answer.body.error.details;
    assert.equal(message, 'takes off an amount in USD, and the price is in EUR');
  }
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: a percentage or an amount with its currency, and not both', async () => {
  const { ask } = await shop.openStore();
  const before = await shop.everything();
  for (const [input, param] of [
    [{}, 'discount_percentage'],
    [{ discount_percentage: null }, 'discount_percentage'],
    [{ discount_percentage: 10, discount_amount: 5, currency: 'EUR' }, 'discount_amount'],
    [{ discount_percentage: 10, currency: 'EUR' }, 'currency'],
    [{ discount_amount: 5 }, 'currency'],
    [{ discount_amount: 0, currency: 'EUR' }, 'discount_amount'],
    [{ discount_amount: -5, currency: 'EUR' }, 'discount_amount'],
    [{ discount_amount: 5.001, currency: 'EUR' }, 'discount_amount'],
    [{ discount_amount: 5.5, currency: 'JPY' }, 'discount_amount'],
    [{ discount_amount: 1.1255, currency: 'KWD' }, 'discount_amount'],
    [{ discount_amount: 1_000_000_000, currency: 'EUR' }, 'discount_amount'],
    [{ discount_amount: '5', currency: 'EUR' }, 'discount_amount'],
    [{ discount_percentage: null, discount_amount: null, currency: 'EUR' }, 'discount_percentage'],
    [{ discount_amount: 5, currency: 'EURO' }, 'currency'],
  ] as const) {
    const answer = await ask(OP, { code: 'X', ...input });
    assertRefused(answer, 400, 'invalid_parameters', [param]);
  }
  assert.equal(await shop.everything(), before);
});
