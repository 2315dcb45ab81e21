import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PICTURES } from '../../../test/harness/pictures.ts';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { signedIn } from '../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';

const look = (shop: Shop, path = '/', headers: Record<string, string> = {}) =>
  shop.send({ method: 'GET', path, headers });
const numberOf = (url: string) => new URL(url).pathname;
const linksIn = (page: string) =>
  [...page.matchAll(/"(?:\/test)?\/buy\/([^"]*)"/g)].map(([, slug]) => slug);

test('before somebody owns a test shop, `/` leads to setting it up', async () => {
  const shop = await startShop();
  const { status, text } = await look(shop);
  assert.equal(status, 200);
  assert.match(text, /Kassa is running/);
  assert.match(text, /<a href="\/dashboard">go to the dashboard<\/a>/);
  await signedIn(shop);
  assert.doesNotMatch((await look(shop)).text, /Kassa is running/);
});

test('`/` is the first live store: its brand and its portal, and the dashboard for its people alone', async () => {
  const shop = await startShop();
  await shop.makeStore('live');
  const live = await shop.openStore(await shop.makeStore('live'));
  await live.must('POST /update-store', { name: 'Second shop' });
  const first = await look(shop);
  assert.equal(first.status, 200);
  assert.match(readable(first.text), /live \w{8}/);
  assert.match(first.text, /href="\/portal\/store\/2">Manage your purchases</);
  assert.doesNotMatch(first.text, /\/dashboard|\/docs|<script/);
  assert.equal(first.headers['x-robots-tag'], 'noindex');
  const owner = await signedIn(shop, { store_id: live.store_id });
  const own = await look(shop, '/', { cookie: owner.cookie });
  assert.match(own.text, /<a class="to-dashboard" href="\/dashboard">Dashboard<\/a>/);
  const stale = await look(shop, '/', { cookie: owner.cookie.replace(/.$/, '_') });
  assert.doesNotMatch(stale.text, /\/dashboard/);

  const { storefront_url, portal_url } = await live.must('GET /get-store');
  assert.equal(numberOf(storefront_url), '/store/3');
  assert.match(readable((await look(shop, '/store/3')).text), /Second shop/);
  assert.equal((await look(shop, numberOf(portal_url))).status, 200);
  assert.equal((await look(shop, '/store/9')).status, 404);
  assert.equal((await look(shop, '/store/3/more')).status, 404);
});

test('a storefront lists what can be bought, if the seller wants it, in pages', async () => {
  const shop = await startShop();
  const { must, product, plan } = await shop.openStore(shop);
  await must('POST /create-payment-link', { product_id: await product(), slug: 'editor' });
  assert.doesNotMatch((await look(shop, '/store/1')).text, /\/buy\//, 'off by default');
  await must('POST /update-store', { storefront_enabled: true });

  const description = '**Edits** photos\n\nMore of it.';
  const plan_id = await plan({ name: 'Pro <b>', description, image: PICTURES.png, trial_days: 14 });
  const link = (slug: string, more: object = {}) =>
    must('POST /create-payment-link', { product_id: plan_id, slug, ...more });
  await link('pro');
  const archived = await product();
  await link('archived', { product_id: archived });
  await must('POST /archive-product', { product_id: archived });
  const { payment_link_id } = await link('off');
  await must('POST /update-payment-link', { payment_link_id, active: false });
  const gone = await link('gone');
  await must('DELETE /delete-payment-link', { payment_link_id: gone.payment_link_id });
  await link('past', { expires_at: '2026-12-01' });
  shop.now = Date.parse('2026-12-03T00:00:00Z');

  const { text, headers } = await look(shop, '/store/1');
  assert.deepEqual(linksIn(text), ['pro', 'editor']);
  assert.match(readable(text), /Pro (<b>|&lt;b&gt;) Edits photos €20\.00 a month/);
  assert.match(text, /<img src="\/files\/\d+\/[\da-f]{32}\.png" alt=""/);
  assert.equal(headers['x-robots-tag'], 'noindex', 'of a test store');
  assert.equal((await look(shop, '/test/buy/pro')).status, 200);

  const product_id = await product({ name: 'Many' });
  for (let at = 0; at < 30; at++) await must('POST /create-payment-link', { product_id });
  const first = await look(shop, '/store/1');
  assert.ok(first.bytes.length < 40_000, `${first.bytes.length} bytes`);
  const [, more = ''] = /href="(\?after=link_\w{28})" rel="next"/.exec(first.text) ?? [];
  const second = await look(shop, `/store/1${more}`);
  assert.deepEqual([linksIn(first.text).length, linksIn(second.text).length], [24, 8]);
  assert.equal(new Set([...linksIn(first.text), ...linksIn(second.text)]).size, 32);
  assert.doesNotMatch(second.text, /rel="next"/);
  for (const odd of ['?after=link_x', '?after=%00%ff', '?after=']) {
    assert.deepEqual(linksIn((await look(shop, `/store/1${odd}`)).text), linksIn(first.text));
  }
});

/** A live store of the shop's own, with what it sells. */
async function goLive(shop: Shop): Promise<{ live_id: string }> {
  const { must, product, store_id } = await shop.openStore(shop);
  await must('POST /update-tax-settings', {
    ...{ legal_name: 'Lumen Ltd', country: 'GB' },
    address: { line1: '1 Main Street', city: 'Dover' },
  });
  await must('POST /update-store', { storefront_enabled: true });
  await must('POST /create-payment-link', { product_id: await product(), slug: 'editor' });
  const owner = await signedIn(shop, { store_id });
  await owner.follow(await owner.post('/go-live', { name: 'Lumen' }));
  const [copy] = (await must('GET /preview-store-copy')).copies;
  return { live_id: copy.store_id };
}

test('that of a live store is there to be found, and lists nothing before it says who sells', async () => {
  const shop = await startShop();
  const { live_id } = await goLive(shop);
  const { text, headers } = await look(shop);
  assert.deepEqual(linksIn(text), ['editor']);
  assert.match(text, /href="\/buy\/editor"/);
  assert.equal(headers['x-robots-tag'], undefined);
  await shop.db.write(null, async (tx) =>
    tx.run(`UPDATE stores SET tax_settings = '{}' WHERE store_id = :of_store`, {
      of_store: live_id,
    }),
  );
  assert.deepEqual(linksIn((await look(shop)).text), [], 'nobody could buy');
});

test('the page speaks the language of whoever looks, in twelve', async () => {
  const shop = await startShop();
  await goLive(shop);
  const BUY = { de: 'Kaufen', ar: 'شراء', ja: '購入する', pl: 'Kup', fr: 'Acheter', en: 'Buy' };
  for (const [language, word] of Object.entries(BUY)) {
    const { text } = await look(shop, '/', { 'accept-language': language });
    assert.match(text, new RegExp(`lang="${language}"`));
    assert.ok(text.includes(`>${word}</a>`), language);
  }
});
