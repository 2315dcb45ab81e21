import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  connectStripe,
  leavePending,
  startStripeShop,
} from '../../../test/harness/sales/stripe-shop.ts';
import { assertRefused } from '../../../test/harness/shop.ts';
import { keyFormUrl } from '../money/payments/stripe/permissions.ts';

suite('POST /connect-provider', async () => {
  const { shop, stand_in } = await startStripeShop();
  const { control, keys } = stand_in;
  const newStore = async (mode: 'test' | 'live' = 'test') =>
    shop.openStore(await shop.makeStore(mode));
  const STRIPE = { provider: 'stripe' };

  test('200: a live store takes a live key, a test store a test key', async () => {
    const live = await newStore('live');
    const shown = await connectStripe(live, stand_in, keys.live);
    assert.equal(shown.mode, 'live');
    assert.equal(shown.provider, 'stripe');
    assert.deepEqual(await live.must('GET /get-provider'), shown);
    assert.equal((await connectStripe(await newStore(), stand_in)).mode, 'test');
  });

  test('200: the key is in no row, event, log line or answer', async () => {
    const store = await newStore();
    const headers = { 'idempotency-key': 'once' };
    const answer = await store.ask(
      'POST /connect-provider',
      { ...STRIPE, key: keys.test },
      headers,
    );
    const again = await store.ask('POST /connect-provider', { ...STRIPE, key: keys.test }, headers);
    assert.equal(answer.status, 200);
    assert.equal(again.text, answer.text);
    const secret = keys.test.slice('sk_test_'.length, -4);
    const everything = `${await shop.everything()} ${shop.log_lines.join(' ')} ${answer.text}`;
    assert.equal(everything.includes(secret), false);
    assert.doesNotMatch(everything, /whsec_/);
  });

  test('200: another key of the same account replaces the first', async () => {
    const store = await newStore();
    const first = await connectStripe(store, stand_in);
    const second = await connectStripe(store, stand_in, await control.addKey());
    assert.equal(second.connected_at, first.connected_at);
    assert.notEqual(second.key_hint, first.key_hint);
    assert.equal(second.account_id, first.account_id);
  });

  test('400: what is no key of Stripe is refused by its looks, and nothing is stored', async () => {
    const store = await newStore();
    const before = await shop.everything();
    const wrong = ['', 'pk_test_4242424242424242', 'whsec_123456789', 'hello', 'sk_test_', 42];
    for (const key of wrong) {
      const answer = await store.ask('POST /connect-provider', { ...STRIPE, key });
      assertRefused(answer, 400, 'invalid_parameters', ['key']);
    }
    const other = await store.ask('POST /connect-provider', { provider: 'other', key: keys.test });
    assertRefused(other, 400, 'invalid_parameters', ['provider']);
    assert.equal(await shop.everything(), before);
  });

  test('400 provider_mode: a test key is refused in a live store and a live key in a test store', async () => {
    for (const [mode, key] of [
      ['live', keys.test],
      ['test', keys.live],
    ] as const) {
      const store = await newStore(mode);
      const before = await shop.everything();
      const answer = await store.ask('POST /connect-provider', { ...STRIPE, key });
      assertRefused(answer, 400, 'provider_mode', ['key']);
      assert.equal(await shop.everything(), before);
    }
  });

  test('400 provider_key: a key that Stripe refuses is not kept', async () => {
    const store = await newStore();
    const expired = await control.addKey();
    await control.expireKey({ key: expired });
    const before = await shop.everything();
    for (const key of [expired, 'sk_test_neverheardofthisone']) {
      const answer = await store.ask('POST /connect-provider', { ...STRIPE, key });
      assertRefused(answer, 400, 'provider_key');
    }
    assert.equal(await shop.everything(), before);
  });

  test('400 provider_key: what Stripe says about a key for other addresses is in the answer', async () => {
    const key = await control.addKey();
    await control.moveKey({ key });
    const answer = await (await newStore()).ask('POST /connect-provider', { ...STRIPE, key });
    assertRefused(answer, 400, 'provider_key', ['key']);
    assert.match(answer.body.error.message, /does not allow requests from your IP address/);
  });

  test('200: an account that Stripe opens no page for is connected, and the problem is Stripe’s sentence', async () => {
    const store = await newStore('live');
    await control.changeAccount({ business_name: null, charges_enabled: false });
    const shown = await connectStripe(store, stand_in, keys.live);
    assert.match(shown.problem, /takes no live payments for this account yet/);
    assert.match(shown.problem, /you must set an account or business name at https:/);
    await control.changeAccount({ business_name: 'Photo Works', charges_enabled: true });
    assert.equal((await connectStripe(store, stand_in, keys.live)).problem, null);
  });

  test('200: what was seen when it was connected is asked again until it is mended, without a buyer', async () => {
    const store = await newStore('live');
    await control.changeAccount({ business_name: null, charges_enabled: false });
    await connectStripe(store, stand_in, keys.live);
    const problem = async () => (await store.must('GET /get-provider')).problem;
    const later = async () => {
      await shop.db.write(store, async (tx) =>
        tx.run(`UPDATE provider_connections SET refused_at = refused_at - 300000
          WHERE store_id = :store_id`),
      );
      await shop.runJob('provider-events');
    };
    await later();
    assert.match(await problem(), /charges_enabled is false.*set an account or business name/);
    await control.changeAccount({ business_name: 'Photo Works' });
    await later();
    assert.match(await problem(), /charges_enabled is false\): see \S+$/);
    await control.changeAccount({ charges_enabled: true });
    await shop.runJob('provider-events');
    assert.match(await problem(), /charges_enabled/, 'no more often than every few minutes');
    await later();
    assert.equal(await problem(), null);
  });

  test('400 provider_permissions: a restricted key that lacks permissions is refused, and they are named', async () => {
    const store = await newStore();
    const key = await control.addKey({ permissions: ['rak_accounts_kyc_basic_read'] });
    const answer = await store.ask('POST /connect-provider', { ...STRIPE, key });
    assertRefused(answer, 400, 'provider_permissions', ['key']);
    const { message } = answer.body.error;
    assert.match(message, /Charges and Refunds: Write \(rak_charge_write\)/);
    assert.ok(message.includes(keyFormUrl('test')), message);
  });

  test('400 provider_busy: a key of another account is refused while payments are pending', async () => {
    const store = await newStore();
    const first = await connectStripe(store, stand_in);
    const { id: account } = await control.addAccount();
    const key = await control.addKey({ account });
    assert.equal((await connectStripe(store, stand_in, key)).account_id, account);
    const busy = await newStore();
    await leavePending(shop, busy);
    await connectStripe(busy, stand_in);
    const before = await busy.must('GET /get-provider');
    const answer = await busy.ask('POST /connect-provider', { ...STRIPE, key });
    assertRefused(answer, 400, 'provider_busy');
    assert.deepEqual(await busy.must('GET /get-provider'), before);
    const same = await connectStripe(busy, stand_in, await control.addKey());
    assert.equal(same.account_id, first.account_id);
  });

  test('500 provider_unanswered: when Stripe does not answer, nothing is changed', async () => {
    const store = await newStore();
    const before = await shop.everything();
    await control.fault({ call: 'GET /v1/account', kind: 'error_503', times: 1 });
    const answer = await store.ask('POST /connect-provider', { ...STRIPE, key: keys.test });
    assertRefused(answer, 500, 'provider_unanswered');
    assert.equal(await shop.everything(), before);
  });
});
