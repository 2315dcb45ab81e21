import { test } from 'node:test';
import { openStore } from '../../../../test/harness/cast.ts';
import { connectStripe, startStripeShop } from '../../../../test/harness/sales/stripe-shop.ts';
import { assertRefused } from '../../../../test/harness/shop.ts';

// What Stripe cannot charge, or cannot charge any more.

const { shop, store, stand_in } = await startStripeShop();
const link = async (product_id: string, quantity: number): Promise<string> =>
  (await store.must('POST /create-payment-link', { product_id, quantity })).payment_link_id;
const change = (payment_link_id: string, more: object) =>
  store.ask('POST /update-payment-link', { payment_link_id, ...more });

test('400 amount_too_small: a quantity that leaves less than Stripe charges', async () => {
  const few = await link(await store.product({ price: 0.3, currency: 'USD' }), 2);
  assertRefused(await change(few, { quantity: 1 }), 400, 'amount_too_small', ['quantity']);
});

test('400 amount_not_chargeable: a quantity that leaves a third decimal', async () => {
  const odd = await link(await store.product({ price: 10.005, currency: 'KWD' }), 2);
  assertRefused(await change(odd, { quantity: 1 }), 400, 'amount_not_chargeable', ['product_id']);
});

test('400 gateway_missing: in a live store whose provider was disconnected', async () => {
  const live = await openStore(shop, await shop.makeStore('live'));
  await connectStripe(live, stand_in, stand_in.keys.live);
  const wanted = { product_id: await live.product() };
  const { payment_link_id } = await live.must('POST /create-payment-link', wanted);
  await live.must('POST /disconnect-provider');
  const more = { payment_link_id, quantity: 2 };
  assertRefused(await live.ask('POST /update-payment-link', more), 400, 'gateway_missing');
});
