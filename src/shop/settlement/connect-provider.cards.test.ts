import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  buyAtStripe,
  connectStripe,
  startStripeShop,
} from '../../../test/harness/sales/stripe-shop.ts';

suite('a card belongs to the account in which it was saved', async () => {
  const { shop, stand_in } = await startStripeShop();
  const { control } = stand_in;

  const lastOf = async (store: Awaited<ReturnType<typeof shop.openStore>>, id: string) => {
    const [{ type, status, decline_code }] = await store.transactions(id);
    return `${type} ${status} ${decline_code}`;
  };

  test('a card of the test gateway is not charged while Stripe is connected, and is again after that', async () => {
    const store = await shop.openStore();
    const subscription_id = await store.subscribe(await store.plan());
    await connectStripe(store, stand_in);
    await store.advance('P1M');
    assert.equal(await lastOf(store, subscription_id), 'renewal declined payment_method_missing');
    assert.equal((await store.get(subscription_id)).status, 'past_due');
    const { portal_url } = await store.must('POST /create-customer-billing', {
      customer_id: 'ada',
    });
    const portal = await shop.send({ method: 'GET', path: new URL(portal_url).pathname });
    assert.equal(portal.status, 200);
    assert.doesNotMatch(portal.text, /ending in 4242/);
    await store.must('POST /disconnect-provider');
    await store.advance('P7D');
    assert.equal(await lastOf(store, subscription_id), 'renewal paid null');
    assert.equal((await store.get(subscription_id)).status, 'active');
  });

  test('a card of one account at Stripe is not charged in another, and is again in its own', async () => {
    const store = await shop.openStore();
    await connectStripe(store, stand_in);
    const { session, checkout } = await buyAtStripe(shop, store, {
      product_id: await store.plan(),
    });
    await control.pay({ session });
    await control.quiet();
    const { subscription_id } = await checkout();
    const { id: account } = await control.addAccount();
    await connectStripe(store, stand_in, await control.addKey({ account }));
    await store.advance('P1M');
    assert.equal(await lastOf(store, subscription_id), 'renewal declined payment_method_missing');
    await connectStripe(store, stand_in);
    await store.advance('P7D');
    assert.equal(await lastOf(store, subscription_id), 'renewal paid null');
    const { totals } = await control.books({ account });
    assert.deepEqual(totals, {});
  });
});
