import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { connectStripe, startStripeShop } from '../../../test/harness/sales/stripe-shop.ts';

suite('GET /get-provider', async () => {
  const { shop, stand_in, store } = await startStripeShop();

  test('200: a test store has the built-in gateway, and a live store has nobody, until one is connected', async () => {
    for (const mode of ['test', 'live'] as const) {
      const { must } = await shop.openStore(await shop.makeStore(mode));
      assert.deepEqual(await must('GET /get-provider'), {
        object: 'provider',
        provider: mode === 'test' ? 'test' : null,
        mode,
        ...{ account_id: null, account_name: null, key_hint: null, webhook_url: null },
        ...{ publishable_key: null, wallets: null },
        ...{ asks_because: null, problem: null, connected_at: null, updated_at: null },
      });
    }
  });

  test('200: the account, and of the key no more than its kind and its last four characters', async () => {
    const shown = await store.must('GET /get-provider');
    const { connected_at, updated_at, webhook_url, ...rest } = shown;
    assert.deepEqual(rest, {
      object: 'provider',
      provider: 'stripe',
      mode: 'test',
      account_id: stand_in.account,
      account_name: 'Photo Works',
      key_hint: `sk_test_…${stand_in.keys.test.slice(-4)}`,
      ...{ publishable_key: null, wallets: null },
      asks_because: null,
      problem: null,
    });
    assert.match(webhook_url, new RegExp(`^https://.*/providers/stripe/${store.store_id}$`));
    assert.equal(connected_at, updated_at);
  });

  test('200: a key that was deleted at Stripe is a problem that is shown, until another is connected', async () => {
    const key = await stand_in.control.addKey();
    const own = await shop.openStore();
    await connectStripe(own, stand_in, key);
    await stand_in.control.expireKey({ key });
    await shop.runJob('provider-events');
    const { problem } = await own.must('GET /get-provider');
    assert.match(problem, /^Stripe does not accept the key of this store/);
    assert.equal((await connectStripe(own, stand_in)).problem, null);
    await shop.runJob('provider-events');
    assert.equal((await own.must('GET /get-provider')).problem, null);
  });
});
