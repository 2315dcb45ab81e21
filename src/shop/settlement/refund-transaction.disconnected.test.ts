import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  buyAtStripe,
  connectStripe,
  startStripeShop,
} from '../../../test/harness/sales/stripe-shop.ts';
import { assertRefused } from '../../../test/harness/shop.ts';

suite('refunds of a store that is disconnected', async () => {
  const { shop, stand_in, store } = await startStripeShop();
  const { control } = stand_in;

  test('400 provider_disconnected: nothing is stored; connected to the same account again, it is refunded', async () => {
    const { session, checkout } = await buyAtStripe(shop, store);
    await control.pay({ session });
    await control.quiet();
    const { transaction_id } = await checkout();
    await store.must('POST /disconnect-provider');
    const before = await shop.everything();
    const answer = await store.ask('POST /refund-transaction', { transaction_id });
    assertRefused(answer, 400, 'provider_disconnected');
    assert.equal(await shop.everything(), before);
    await connectStripe(store, stand_in);
    assert.equal((await store.refund(transaction_id)).status, 'paid');
    const { totals } = await control.books();
    assert.deepEqual(totals.eur, { charged: 2000, refunded: 2000, lost_in_disputes: 0 });
  });

  test('400 refund_declined: another account cannot refund it; connected to the first again, it is refunded', async () => {
    const { session, checkout } = await buyAtStripe(shop, store);
    await control.pay({ session });
    await control.quiet();
    const { transaction_id } = await checkout();
    const { id: account } = await control.addAccount({});
    await connectStripe(store, stand_in, await control.addKey({ account }));
    const answer = await store.ask('POST /refund-transaction', { transaction_id });
    assertRefused(answer, 400, 'refund_declined');
    await connectStripe(store, stand_in);
    assert.equal((await store.refund(transaction_id)).status, 'paid');
    await shop.assertRight();
  });

  test('what the test gateway took before is refunded there while Stripe is connected', async () => {
    const other = await shop.openStore();
    const { transaction_id } = await other.buy(await other.product());
    await connectStripe(other, stand_in);
    assert.equal((await other.refund(transaction_id)).status, 'paid');
  });
});
