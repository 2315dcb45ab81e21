import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PICTURES } from '../../../test/harness/pictures.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import { signedIn } from '../../../test/harness/visits/dashboard.ts';
import { makeApiKey, makeStore } from '../store/make-store.ts';

const OP = 'POST /copy-store';
const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });

/** A key to a store that was just made: copies have none. */
async function enter(store_id: string, mode: 'test' | 'live' = 'test') {
  const options = { store_id, mode, scope: 'full', expires_at: null, now: shop.now } as const;
  const { api_key } = await shop.db.write(null, (tx) => makeApiKey(tx, options));
  return shop.openStore({ store_id, api_key });
}

type Store = Awaited<ReturnType<typeof enter>>;

/** What a seller has made, and buyers have done. */
async function fill({ must, product, plan, coupon, subscribe }: Store) {
  await must('POST /update-store', { name: 'Lumen', logo: PICTURES.png, accent_color: '#5b4bdb' });
  const product_id = await product({ image: PICTURES.png, license: { activation_limit: 2 } });
  const plan_id = await plan();
  const archived = await product({ name: 'Old' });
  const { payment_link_id } = await must('POST /create-payment-link', {
    ...{ product_id, slug: `editor-${product_id.slice(-6)}`, coupon_code: await coupon('LAUNCH') },
  });
  await must('POST /create-payment-link', { product_id: archived });
  await coupon('PRO', { product_ids: [plan_id, archived], max_redemptions: 3 });
  await coupon('OLD', { product_ids: [archived] });
  await must('POST /archive-product', { product_id: archived });
  await must('POST /create-tax-rate', { country: 'US', region: 'CA', tax: 'Tax', rate: 7.25 });
  await must('POST /update-tax-settings', { legal_name: 'Lumen Ltd', country: 'GB' });
  await must('POST /update-store-settings', { retry_days: [1], cancel_offer: 'LAUNCH' });
  await must('POST /update-invoice-settings', { notes: ['Thank you.'] });
  const kinds = { purchase: { subject: { en: 'Here it is' } } };
  await must('POST /update-mail-settings', { enabled: false, kinds });
  await must('POST /create-webhook', { url: 'https://example.com/hook', name: 'Fulfilment' });
  await must('POST /create-webhook', { url: 'http://127.0.0.1:9/hook' });
  await subscribe(plan_id, { coupon_code: 'PRO' });
  return { product_id, plan_id, payment_link_id };
}

test('200: all that is sold, and how; nothing of those who bought', async () => {
  const source = await shop.openStore();
  const { must, store_id } = source;
  const { product_id, plan_id, payment_link_id } = await fill(source);
  const viewer = await signedIn(shop, { role: 'viewer', store_id });
  const made = await must(OP, { mode: 'test', name: 'Lumen, tried out' });
  assert.deepEqual(made.copied, {
    ...{ products: 2, payment_links: 1, discount_codes: 2, tax_rates: 1, webhooks: 2, members: 1 },
  });
  const copy = await enter(made.store_id);

  const { data } = await copy.must('GET /search-products', { status: 'all' });
  const before = (await must('GET /search-products')).data;
  const same = ({ created_at, updated_at, ...rest }: Record<string, unknown>) => rest;
  assert.deepEqual(data.map(same), before.map(same), 'with identifiers and pictures');
  const picture = new URL(data.find((one: Record<string, string>) => one.image_url).image_url);
  assert.equal((await shop.send({ method: 'GET', path: picture.pathname })).status, 200);
  const found = await copy.must('GET /search-products', { query: 'Editor' });
  assert.deepEqual(
    found.data.map(({ product_id }: { product_id: string }) => product_id),
    [product_id],
  );

  const link = await copy.must('GET /get-payment-link', { payment_link_id });
  assert.equal(link.slug, `editor-${product_id.slice(-6)}`);
  assert.match(link.url, /\/test\/buy\/editor-\w{6}\.\d+$/, 'the address is that of the first');
  assert.equal(link.purchases, 0);
  assert.equal((await shop.send({ method: 'GET', path: new URL(link.url).pathname })).status, 200);

  const codes = (await copy.must('GET /list-discount-codes')).data;
  assert.deepEqual(
    codes.map((one: Record<string, unknown>) => [one.code, one.product_ids, one.redemptions]),
    [
      ['PRO', [plan_id], 0],
      ['LAUNCH', null, 0],
    ],
  );
  const settings = await copy.must('GET /get-store-settings');
  assert.deepEqual([settings.retry_days, settings.cancel_offer], [[1], 'LAUNCH']);
  assert.equal((await copy.must('GET /get-tax-settings')).legal_name, 'Lumen Ltd');
  assert.deepEqual((await copy.must('GET /get-invoice-settings')).notes, ['Thank you.']);
  const mails = await copy.must('GET /get-mail-settings');
  assert.deepEqual([mails.enabled, mails.kinds.purchase.subject.en], [true, 'Here it is']);
  assert.equal((await copy.must('GET /list-tax-rates')).data[0].region, 'CA');
  const store = await copy.must('GET /get-store');
  assert.equal(store.accent_color, '#5b4bdb');
  assert.equal(
    (await shop.send({ method: 'GET', path: new URL(store.logo_url).pathname })).status,
    200,
  );
  const webhooks = (await copy.must('GET /list-webhooks')).data;
  assert.deepEqual(
    webhooks.map((one: Record<string, unknown>) => [one.status, one.disabled_reason]),
    [
      ['disabled', 'seller'],
      ['disabled', 'seller'],
    ],
  );
  const team = (await copy.must('GET /list-members')).data;
  assert.ok(team.some((one: Record<string, string>) => one.member_id === viewer.person_id));

  for (const list of ['list-customers', 'get-transactions', 'list-subscriptions']) {
    assert.deepEqual((await copy.must(`GET /${list}`)).data, [], list);
  }
  for (const list of ['list-licenses', 'list-invoices', 'list-mails']) {
    assert.deepEqual((await copy.must(`GET /${list}`)).data, [], list);
  }
  const events = (await copy.must('GET /list-events')).data;
  assert.deepEqual(
    events.map(({ sequence, type }: { sequence: number; type: string }) => [sequence, type]),
    [
      ...[4, 3].map((at) => [at, 'discount_code.created']),
      ...[2, 1].map((at) => [at, 'product.created']),
    ],
  );
  assert.deepEqual(
    events[3].data,
    await copy.must('GET /get-product', { product_id: events[3].data.product_id }),
  );
  assert.deepEqual(
    events[0].data,
    await copy.must('GET /get-discount-code', { discount_id: events[0].data.discount_id }),
  );
  const [entry, ...others] = (await copy.must('GET /list-audit-entries')).data.toReversed();
  assert.deepEqual([entry.action, entry.target, others], ['/copy-store', made.store_id, []]);
  const [own] = (await must('GET /list-audit-entries')).data;
  assert.deepEqual([own.action, own.target], ['/copy-store', made.store_id]);
  await shop.assertRight();
});

test('200: what is copied sells, with the same identifiers, and neither store sees the other', async () => {
  const source = await shop.openStore();
  const { product_id } = await fill(source);
  const copy = await enter((await source.must(OP, { mode: 'test', name: 'Sells' })).store_id);
  const bought = await copy.buy(product_id, { coupon_code: 'LAUNCH' });
  assert.equal(bought.status, 'completed');
  assert.equal(bought.license_keys.length, 1);
  await copy.must('POST /update-product', { product_id, price: 99 });
  assert.equal((await source.must('GET /get-product', { product_id })).price, 20);
  assert.equal((await copy.must('GET /get-product', { product_id })).price, 99);
  assert.equal((await source.must('GET /get-discount-code', { code: 'LAUNCH' })).redemptions, 0);
  await shop.assertRight();
});

test('200: a repeat with the same mode and name is the same store, also of several at once', async () => {
  const source = await shop.openStore();
  await fill(source);
  const input = { mode: 'test', name: 'Once' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => source.must(OP, input)));
  assert.equal(new Set(answers.map(({ store_id }) => store_id)).size, 1);
  await source.product({ name: 'Made later' });
  const again = await source.must(OP, input);
  assert.deepEqual(again, answers[0]);
  await shop.db.write(null, async (tx) =>
    tx.run('UPDATE stores SET name = :name WHERE store_id = :of_store', {
      ...{ name: 'Called so today', of_store: again.store_id },
    }),
  );
  assert.equal((await source.must(OP, input)).name, 'Called so today');
  const other = await source.must(OP, { ...input, name: 'Twice' });
  assert.notEqual(other.store_id, again.store_id);
  assert.equal(other.copied.products, 3);
  const entries = (await source.must('GET /list-audit-entries', { action: '/copy-store' })).data;
  assert.equal(entries.length, 2);
});

test('200: two stores that are copied at once are two copies, each with its number', async () => {
  const sources = [await shop.openStore(), await shop.openStore(), await shop.openStore()];
  for (const { product } of sources) await product();
  const made = await Promise.all(sources.map(({ must }) => must(OP, { mode: 'test' })));
  const numbers = made.map(({ dashboard_url }) => dashboard_url.split('/').at(-1));
  assert.equal(new Set(numbers).size, 3);
  for (const { copied } of made) assert.equal(copied.products, 1);
  await shop.assertRight();
});

test('200: a key of a live store copies it; links take nothing from those that are there', async () => {
  const source = await shop.openStore();
  const product_id = await source.product();
  await source.must('POST /create-payment-link', { product_id, slug: 'of-live' });
  const owner = await signedIn(shop, { store_id: source.store_id });
  await owner.follow(await owner.post('/go-live', { name: 'Of live' }));
  const [made] = (await source.must('GET /preview-store-copy')).copies;
  const live = await enter(made.store_id, 'live');
  const urlIn = async (one: Store) =>
    new URL((await one.must('GET /list-payment-links')).data[0].url);
  assert.equal((await urlIn(live)).pathname, '/buy/of-live');

  const tried = await live.must(OP, { mode: 'test' });
  assert.equal(tried.name, 'Of live');
  assert.match((await urlIn(await enter(tried.store_id))).pathname, /^\/test\/buy\/of-live\.\d+$/);
  assertRefused(await live.ask(OP, { mode: 'live', name: 'Second' }), 403, 'owners_only');
  await owner.follow(await owner.post('/go-live', { name: 'Second' }));
  const { copies } = await source.must('GET /preview-store-copy');
  const second = copies.find((one: { name: string }) => one.name === 'Second');
  const other = await enter(second.store_id, 'live');
  assert.match((await urlIn(other)).pathname, /^\/buy\/of-live\.\d+$/);
  const link = await live.must('GET /list-payment-links');
  await live.must('DELETE /delete-payment-link', {
    payment_link_id: link.data[0].payment_link_id,
  });
  assert.match((await urlIn(other)).pathname, /^\/buy\/of-live\.\d+$/, 'it stays where it was');
});

test('200: a store of live mode has no webhook that only a test store may have', async () => {
  const source = await shop.openStore();
  await fill(source);
  const owner = await signedIn(shop, { store_id: source.store_id });
  await owner.follow(await owner.post('/go-live', { name: 'Live at last' }));
  const found = await shop.db.reader(null).all<{ url: string; disabled: number }>(
    `SELECT w.url, w.disabled_at AS disabled FROM webhooks w JOIN stores s
      ON s.store_id = w.store_id WHERE s.name = 'Live at last'`,
  );
  assert.deepEqual(
    found.map(({ url, disabled }) => [url, disabled !== null]),
    [['https://example.com/hook', true]],
  );
});

test('403 owners_only: a key of a test store makes no live store, and nothing is stored', async () => {
  const source = await shop.openStore();
  await source.product();
  const before = await shop.everything();
  assertRefused(await source.ask(OP), 403, 'owners_only');
  assert.equal(await shop.everything(), before);
});

test('403 owners_only: an admin of the test store neither sees the way nor can go it', async () => {
  const { store_id } = await shop.openStore();
  const admin = await signedIn(shop, { role: 'admin', store_id });
  assert.equal((await admin.get('/go-live')).status, 403);
  assert.equal((await admin.post('/go-live', { name: 'Mine' })).status, 403);
  assert.doesNotMatch(await admin.page(), /go-live/);
});

test('400 store_too_large: what would hold everybody up is not begun', async () => {
  const { ask, store_id } = await shop.openStore();
  await shop.db.write(null, async (tx) =>
    tx.run(
      `INSERT INTO tax_rates (store_id, tax_rate_id, country, region, tax_category, tax, rate_ppm,
        valid_from, valid_until, created_at)
      WITH RECURSIVE count_up (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count_up WHERE n < 10001)
      SELECT CAST(:of_store AS text), 'rate_' || CAST(n AS text), 'US', NULL, NULL, 'Tax', 1,
        '2026-01-01', NULL, 0 FROM count_up`,
      { of_store: store_id },
    ),
  );
  assertRefused(await ask(OP, { mode: 'test' }), 400, 'store_too_large');
});

test('400 store_limit: with 100 stores there is no copy any more', async () => {
  const { ask } = await shop.openStore();
  await shop.db.write(null, async (tx) => {
    const found = await tx.maybe<{ stores: number }>('SELECT COUNT(*) AS stores FROM stores');
    for (let at = found?.stores ?? 0; at < 100; at++) {
      await makeStore(tx, { name: `Number ${at}`, mode: 'test', now: shop.now });
    }
  });
  assertRefused(await ask(OP, { mode: 'test' }), 400, 'store_limit');
});
