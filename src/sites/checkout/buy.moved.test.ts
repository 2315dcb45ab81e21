import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linksIn } from '../../../test/harness/sales/buy-links.ts';
import { startShop } from '../../../test/harness/shop.ts';

// The addresses of payment links: those of live and of test stores, and those of before.

const shop = await startShop();
const store = await shop.openStore();
const { make, get, post, filled, hiddenIn, sessionAt } = linksIn(shop, store);
const product_id = await store.product();

/** A live store that takes payments, as far as its pages know. */
async function openLive() {
  const { api_key, store_id } = await shop.makeStore('live');
  const sql = "UPDATE stores SET provider = 'stripe' WHERE store_id = :store_id";
  await shop.db.write({ store_id }, async (tx) => tx.run(sql));
  return shop.openStore({ api_key, store_id });
}

/** A test link of the time when these had the addresses of live ones. */
async function makeOld(slug: string) {
  const made = await make({ product_id, slug });
  const sql = `UPDATE payment_link_addresses SET is_at_buy = 1
    WHERE store_id = :store_id AND address = :slug`;
  await shop.db.write(store, async (tx) => tx.run(sql, { slug }));
  return made;
}

test('links of test stores are below /test/buy; where they once were leads there, with the query', async () => {
  const { url } = await makeOld('shared-before');
  assert.equal(new URL(url).pathname, '/test/buy/shared-before');
  for (const [path, there] of [
    ['/buy/shared-before', '/test/buy/shared-before'],
    ['/buy/shared-before/pay', '/test/buy/shared-before'],
    ['/buy/shared-before?email=a%40b.c&x', '/test/buy/shared-before?email=a%40b.c&x'],
  ] as const) {
    const { status, headers } = await get(path);
    assert.deepEqual([status, headers.location], [302, there]);
    assert.equal(headers['cache-control'], 'no-store');
  }
});

test('a test link takes nothing from the live shop: both have the slug, each at its address', async () => {
  const { url: test_url } = await make({ product_id, slug: 'editor' });
  const live = await openLive();
  const sold = { product_id: await live.product({ name: 'Real thing' }), slug: 'editor' };
  const { url } = await live.must('POST /create-payment-link', sold);
  assert.deepEqual(
    [test_url, url].map((one) => new URL(one).pathname),
    ['/test/buy/editor', '/buy/editor'],
  );
  assert.match((await get('/buy/editor')).text, /Real thing/);
  const page = await get('/test/buy/editor');
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.text, /Real thing/);
});

test('an address of a live link leads to no test link, not even after it was deleted', async () => {
  await makeOld('both-had-it');
  const live = await openLive();
  const link = { product_id: await live.product(), slug: 'both-had-it' };
  const { payment_link_id } = await live.must('POST /create-payment-link', link);
  const moved = { payment_link_id, slug: 'real-one' };
  await live.must('POST /update-payment-link', moved);
  assert.equal((await get('/buy/both-had-it')).headers.location, '/buy/real-one');
  await live.must('DELETE /delete-payment-link', { payment_link_id });
  assert.equal((await get('/buy/both-had-it')).status, 404);
  assert.match((await get('/buy/real-one')).text, /no longer for sale/);
  assert.equal((await get('/test/buy/real-one')).status, 404);
});

test('a live address that is forgotten leads into no test shop, whenever the test link was made', async () => {
  await makeOld('price-list-0');
  const live = await openLive();
  const slug = (number: number) => `price-list-${number}`;
  const link = { product_id: await live.product(), slug: slug(0) };
  const { payment_link_id } = await live.must('POST /create-payment-link', link);
  for (let number = 1; number <= 22; number++) {
    shop.now += 1_000;
    await live.must('POST /update-payment-link', { payment_link_id, slug: slug(number) });
  }
  await make({ product_id, slug: slug(1) });
  for (const forgotten of [slug(0), slug(1)]) {
    for (const answer of [
      await get(`/buy/${forgotten}`),
      await post(`/buy/${forgotten}/pay`, filled()),
    ]) {
      assert.equal(answer.status, 404, forgotten);
    }
    assert.equal((await get(`/test/buy/${forgotten}`)).status, 200);
  }
  assert.equal((await get(`/buy/${slug(2)}`)).headers.location, `/buy/${slug(22)}`);
});

test('a test link that is made now was never at an address of live ones, and is not there', async () => {
  await make({ product_id, slug: 'made-today' });
  assert.equal((await get('/buy/made-today')).status, 404);
});

test('a form that was opened before the link moved is paid all the same', async () => {
  const { payment_link_id } = await make({ product_id, slug: 'slow-typist' });
  const form = { ...filled(), ...hiddenIn(await get('/test/buy/slow-typist')) };
  await store.must('POST /update-payment-link', { payment_link_id, slug: 'moved-on' });
  const answer = await post('/test/buy/slow-typist/pay', form);
  assert.equal(answer.status, 303);
  const session = await sessionAt(answer);
  assert.deepEqual([session.status, session.payment_link_id], ['completed', payment_link_id]);
  // One that was opened where test links once were, as well.
  await makeOld('once-at-buy');
  const there = { ...filled(), ...hiddenIn(await get('/test/buy/once-at-buy')) };
  assert.equal((await post('/buy/once-at-buy/pay', there)).status, 303);
});

test('a form never buys what another link sells that has its address by now: it shows that first', async () => {
  const { payment_link_id } = await make({ product_id, slug: 'launch' });
  const form = { ...filled(), ...hiddenIn(await get('/test/buy/launch')) };
  await store.must('POST /update-payment-link', { payment_link_id, slug: 'launch-old' });
  await make({ product_id: await store.product({ name: 'Something else' }), slug: 'launch' });
  const before = await shop.everything();
  const answer = await post('/test/buy/launch/pay', form);
  assert.equal(answer.status, 200);
  assert.match(answer.text, /Something else/);
  assert.equal(await shop.everything(), before);
  const seen = { ...filled(), ...hiddenIn(answer) };
  assert.equal((await post('/test/buy/launch/pay', seen)).status, 303);
});

test('a link that was deleted says so at every address that it had, and stores nothing', async () => {
  const { payment_link_id } = await makeOld('over-now');
  await store.must('POST /update-payment-link', { payment_link_id, slug: 'over-then' });
  await store.must('DELETE /delete-payment-link', { payment_link_id });
  const before = await shop.everything();
  for (const path of ['/test/buy/over-now', '/test/buy/over-then', '/buy/over-now']) {
    for (const answer of [await get(path), await post(`${path}/pay`, filled())]) {
      assert.equal(answer.status, 404, path);
      assert.match(answer.text, /This offer has ended.*no longer for sale/s, path);
    }
  }
  assert.equal(await shop.everything(), before);
});

test('404: an address with the number of a store that has no such link', async () => {
  await make({ product_id, slug: 'numbered' });
  for (const end of ['.1', '.0', '.x', '.', '.1234567890', '.1.1']) {
    assert.equal((await get(`/test/buy/numbered${end}`)).status, 404, end);
  }
});
