import { test } from 'node:test';
import { startStripeShop } from '../../../../test/harness/sales/stripe-shop.ts';
import { assertRefused } from '../../../../test/harness/shop.ts';

// What Stripe cannot charge.

const { store } = await startStripeShop();
const create = (product_id: string, more: object = {}) =>
  store.ask('POST /create-payment-link', { product_id, ...more });

test('400 amount_too_small: less than Stripe charges, by the price or by a coupon', async () => {
  const cheap = await store.product({ price: 0.3, currency: 'USD' });
  assertRefused(await create(cheap), 400, 'amount_too_small', ['quantity']);
  const coupon_code = await store.coupon('CUT', { discount_percentage: 99 });
  const dear = await store.product({ price: 10, currency: 'GBP' });
  assertRefused(await create(dear, { coupon_code }), 400, 'amount_too_small', ['coupon_code']);
});

test('400 amount_not_chargeable: a third decimal that is not 0', async () => {
  const odd = await store.product({ price: 10.005, currency: 'KWD' });
  assertRefused(await create(odd), 400, 'amount_not_chargeable', ['product_id']);
});
