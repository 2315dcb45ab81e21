import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  connectStripe,
  leavePending,
  startStripeShop,
} from '../../../test/harness/sales/stripe-shop.ts';
import { assertRefused } from '../../../test/harness/shop.ts';
import { keyFormUrl, PERMISSIONS } from '../money/payments/stripe/permissions.ts';

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

  const PUBLISHABLE = stand_in.publishable_keys;

  test('200: a publishable key of the same account is kept and shown, stays with another key, and goes with null', async () => {
    const store = await newStore();
    const both = { ...STRIPE, key: keys.test, publishable_key: PUBLISHABLE.test };
    const shown = await store.must('POST /connect-provider', both);
    assert.equal(shown.publishable_key, PUBLISHABLE.test);
    assert.deepEqual(await store.must('GET /get-provider'), shown);
    const other = await connectStripe(store, stand_in, await control.addKey());
    assert.equal(other.publishable_key, PUBLISHABLE.test);
    const without = await store.must('POST /connect-provider', { ...both, publishable_key: null });
    assert.equal(without.publishable_key, null);
    await store.must('POST /connect-provider', both);
    const { id: account } = await control.addAccount();
    const elsewhere = await connectStripe(store, stand_in, await control.addKey({ account }));
    assert.equal(elsewhere.publishable_key, null, 'it was of the other account');
    const live = await newStore('live');
    const live_keys = { ...STRIPE, key: keys.live, publishable_key: PUBLISHABLE.live };
    await live.must('POST /connect-provider', live_keys);
    await live.must('POST /disconnect-provider', {});
    assert.equal((await live.must('GET /get-provider')).publishable_key, null);
    assert.equal((await connectStripe(live, stand_in, keys.live)).publishable_key, null);
  });

  test('200: what a publishable key is checked with cannot be paid, and is canceled', async () => {
    await control.forgetCalls();
    const both = { ...STRIPE, key: keys.test, publishable_key: PUBLISHABLE.test };
    await (await newStore()).must('POST /connect-provider', both);
    const made = (await control.calls()).filter(({ call }) => call === 'POST /v1/payment_intents');
    const [one] = made;
    assert.ok(one && made.length === 1);
    const { id } = one.answer as { id: string };
    assert.equal(((await control.object({ id })) as { status: string }).status, 'canceled');
  });

  test('400: a publishable key that is none, of another mode or account, or expired; nothing is stored', async () => {
    const store = await newStore();
    const { id: account } = await control.addAccount();
    const expired = await control.addPublishableKey({});
    await control.expireKey({ key: expired });
    const before = await shop.everything();
    const wrong: [publishable_key: string, code: string][] = [
      ['', 'invalid_parameters'],
      ['hello', 'invalid_parameters'],
      [keys.test, 'invalid_parameters'],
      [PUBLISHABLE.live, 'provider_mode'],
      [expired, 'provider_key'],
      ['pk_test_neverheardofthisone', 'provider_key'],
      [await control.addPublishableKey({ account }), 'provider_key'],
    ];
    for (const [publishable_key, code] of wrong) {
      const input = { ...STRIPE, key: keys.test, publishable_key };
      const answer = await store.ask('POST /connect-provider', input);
      assertRefused(answer, 400, code, ['publishable_key']);
    }
    assert.equal(await shop.everything(), before);
  });

  test('400 provider_permissions: with a publishable key, a key needs what cards on our page need', async () => {
    const { names } = PERMISSIONS.tokens;
    const all = Object.values(PERMISSIONS).flatMap((one): string[] => [...one.names]);
    const key = await control.addKey({
      permissions: all.filter((name) => !names.some((one) => one === name)),
    });
    const store = await newStore();
    await connectStripe(store, stand_in, key);
    const input = { ...STRIPE, key, publishable_key: PUBLISHABLE.test };
    const answer = await store.ask('POST /connect-provider', input);
    assertRefused(answer, 400, 'provider_permissions', ['key']);
    assert.match(answer.body.error.message, /Confirmation Tokens: Read/);
    assert.equal((await store.must('GET /get-provider')).publishable_key, null);
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
