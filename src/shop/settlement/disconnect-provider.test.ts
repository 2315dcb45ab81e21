import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  connectStripe,
  leavePending,
  startStripeShop,
} from '../../../test/harness/sales/stripe-shop.ts';
import { assertRefused } from '../../../test/harness/shop.ts';

suite('POST /disconnect-provider', async () => {
  const { shop, stand_in } = await startStripeShop();

  test('200: the key is erased, and the store has the provider that it had without it', async () => {
    for (const mode of ['test', 'live'] as const) {
      const store = await shop.openStore(await shop.makeStore(mode));
      const without = await store.must('GET /get-provider');
      await connectStripe(store, stand_in, stand_in.keys[mode]);
      assert.deepEqual(await store.must('POST /disconnect-provider'), without);
      assert.deepEqual(await store.must('GET /get-provider'), without);
      const [row] = await shop.db
        .reader(store)
        .all('SELECT sealed_credentials FROM provider_connections WHERE store_id = :store_id');
      assert.deepEqual(row, { sealed_credentials: null });
    }
  });

  test('200: of several providers only the one that is named; the one that takes the payments stays', async () => {
    const store = await shop.openStore();
    await connectStripe(store, stand_in);
    await shop.db.write(store, async (tx) => {
      await tx.run(`INSERT INTO provider_connections (store_id, provider, mode, key_hint,
          sealed_credentials, ask_at, connected_at, updated_at)
        SELECT store_id, 'another', mode, key_hint, sealed_credentials, 8000000000000, 0, 0
        FROM provider_connections WHERE store_id = :store_id`);
      await tx.run("UPDATE stores SET provider = 'another' WHERE store_id = :store_id");
    });
    const connected = await store.must('GET /get-provider', { provider: 'stripe' });
    assert.equal(connected.account_id, stand_in.account);
    await store.must('POST /disconnect-provider', { provider: 'stripe' });
    const after = await store.must('GET /get-provider', { provider: 'stripe' });
    assert.equal(after.account_id, null);
    const rows = await shop.db.reader(store).all<{ provider: string }>(
      `SELECT c.provider FROM provider_connections c JOIN stores s ON s.store_id = c.store_id
        AND s.provider = c.provider
        WHERE c.store_id = :store_id AND c.sealed_credentials IS NOT NULL`,
    );
    assert.deepEqual(rows, [{ provider: 'another' }]);
  });

  test('404 provider_not_found: where none is connected, and nothing is stored', async () => {
    const store = await shop.openStore();
    const before = await shop.everything();
    assertRefused(await store.ask('POST /disconnect-provider'), 404, 'provider_not_found');
    assert.equal(await shop.everything(), before);
    await connectStripe(store, stand_in);
    await store.must('POST /disconnect-provider');
    assertRefused(await store.ask('POST /disconnect-provider'), 404, 'provider_not_found');
  });

  test('400 provider_busy: refused while a payment is pending, and nothing is changed', async () => {
    const store = await shop.openStore();
    await leavePending(shop, store);
    await connectStripe(store, stand_in);
    const before = await store.must('GET /get-provider');
    assertRefused(await store.ask('POST /disconnect-provider'), 400, 'provider_busy');
    assert.deepEqual(await store.must('GET /get-provider'), before);
  });
});
