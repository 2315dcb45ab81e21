import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startStripeShop } from '../../../../test/harness/sales/stripe-shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';
import { keyFormUrl } from '../../../shop/money/payments/stripe/permissions.ts';

suite('/provider', async () => {
  const { shop, stand_in } = await startStripeShop();
  const { keys } = stand_in;
  const newStore = async (mode: 'test' | 'live' = 'test') => {
    const made = await shop.makeStore(mode);
    return { store_id: made.store_id, store: await shop.openStore(made) };
  };

  test('a key is connected, never shown again, and disconnected after a confirmation', async () => {
    const { store_id, store } = await newStore();
    const owner = await signedIn(shop, { store_id });
    assert.match(readable(await owner.page('/provider')), /built-in test gateway.*No money moves/s);
    const key = keys.test;
    const connected = await owner.post('/provider/connect', { key });
    const page = await owner.follow(connected);
    assert.match(readable(page), /Connected\..*Stripe.*Takes test payments/s);
    const provider = await store.must('GET /get-provider');
    assert.equal(provider.provider, 'stripe');
    assert.match(page, new RegExp(provider.key_hint));
    assert.equal(page.includes(key), false);
    assert.equal((await owner.page('/provider/connect')).includes(key), false);
    assert.match(readable(await owner.page('/provider/disconnect')), /erased.*do not renew/s);
    const after = await owner.follow(await owner.post('/provider/disconnect', {}));
    assert.match(readable(after), /Disconnected\. The key was erased/);
    assert.equal((await store.must('GET /get-provider')).provider, 'test');
  });

  test('a publishable key is shown, stands in the form for another key, and is removed by emptying its field', async () => {
    const { store_id, store } = await newStore();
    const owner = await signedIn(shop, { store_id });
    const key = keys.test;
    const publishable_key = stand_in.publishable_keys.test;
    const page = await owner.follow(
      await owner.post('/provider/connect', {
        key,
        publishable_key: stand_in.publishable_keys.test,
      }),
    );
    assert.match(readable(page), new RegExp(`Publishable key.*${publishable_key}`, 's'));
    assert.ok((await owner.page('/provider/connect')).includes(`value="${publishable_key}"`));
    const { status, text } = await owner.post('/provider/connect', { key, publishable_key: key });
    assert.equal(status, 400);
    assert.match(text, /<a href="#publishable_key">/);
    await owner.post('/provider/connect', { key, publishable_key: '' });
    assert.equal((await store.must('GET /get-provider')).publishable_key, null);
  });

  test('what Stripe refuses is Stripe’s sentence, with the page where it is mended as a link', async () => {
    const { store_id } = await newStore();
    const owner = await signedIn(shop, { store_id });
    await stand_in.control.changeAccount({ business_name: null });
    const page = await owner.follow(await owner.post('/provider/connect', { key: keys.test }));
    await stand_in.control.changeAccount({ business_name: 'Photo Works' });
    assert.match(readable(page), /Something is wrong.*Problem.*set an account or business name/s);
    for (const text of [page, await owner.page()]) {
      assert.match(text, /<a href="https:\/\/dashboard\.stripe\.com\/account" target="_blank"/);
    }
  });

  test('400: a key that is none, or of the other mode, is said at its field and not shown', async () => {
    const { store_id, store } = await newStore();
    const owner = await signedIn(shop, { store_id });
    for (const key of ['pk_test_1234567890', 'sk_live_1234567890', keys.live]) {
      const { status, text } = await owner.post('/provider/connect', { key });
      assert.equal(status, 400, key);
      assert.match(text, /<a href="#key">.*id="key-problem"/s, key);
      assert.equal(text.includes(key), false);
    }
    assert.equal((await store.must('GET /get-provider')).provider, 'test');
  });

  test('the form leads to Stripe’s, with the permissions chosen; what Stripe refuses is shown in its words', async () => {
    const { store_id } = await newStore();
    const owner = await signedIn(shop, { store_id });
    const link = keyFormUrl('test').replaceAll('&', '&amp;');
    assert.ok((await owner.page('/provider/connect')).includes(`href="${link}"`), link);
    await stand_in.control.changeAccount({ business_name: null });
    const page = await owner.follow(await owner.post('/provider/connect', { key: keys.test }));
    const words = /In order to use Checkout, you must set an account or business name at https:/;
    assert.match(readable(page), words);
    assert.match(readable(await owner.page('')), words, 'it needs a person: the overview says so');
    await stand_in.control.changeAccount({ business_name: 'Photo Works' });
  });

  test('whoever has not proved lately who they are does so first; nothing is done', async () => {
    const { store_id, store } = await newStore();
    const owner = await signedIn(shop, { store_id });
    await shop.db.write(null, async (tx) => tx.run('UPDATE seats SET confirmed_at = 0'));
    for (const path of ['/provider/connect', '/provider/disconnect']) {
      for (const answer of [await owner.get(path), await owner.post(path, { key: keys.test })]) {
        assert.equal(answer.status, 303);
        assert.match(String(answer.headers.location), /^\/account\/confirm\?back=/);
      }
    }
    assert.equal((await store.must('GET /get-provider')).provider, 'test');
  });

  test('support and viewer read it, without a button, and are refused', async () => {
    const { store_id, store } = await newStore();
    for (const role of ['support', 'viewer'] as const) {
      const person = await signedIn(shop, { store_id, role });
      assert.doesNotMatch(await person.page('/provider'), /provider\/(?:dis)?connect/);
      for (const path of ['/provider/connect', '/provider/disconnect']) {
        assert.equal((await person.get(path)).status, 403);
        assert.equal((await person.post(path, { key: keys.test })).status, 403);
      }
    }
    assert.equal((await store.must('GET /get-provider')).provider, 'test');
  });
});
