import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { linksIn } from '../../../test/harness/sales/buy-links.ts';
import { startShop } from '../../../test/harness/shop.ts';

// The page of a payment link.

const shop = await startShop();
const store = await shop.openStore();
const { make, look, get, post, filled, pay, sessionAt, hiddenIn } = linksIn(shop, store);
const product_id = await store.product();
const link = await make({ product_id, slug: 'editor', success_url: 'https://example.com/thanks' });

test('opening it stores nothing, however often and with whatever query', async () => {
  const before = await shop.everything();
  for (const query of ['', '?email=ada@example.com', '?utm_source=x&utm_source=y', '?%zz', '?a']) {
    const { status, text } = await get(`/test/buy/editor${query}`);
    assert.equal(status, 200);
    assert.match(text, /Pay €20\.00/);
  }
  await Promise.all(Array.from({ length: 50 }, () => get('/test/buy/editor')));
  assert.equal((await get('/test/buy/editor/pay')).status, 200);
  assert.equal(await shop.everything(), before);
});

test('the e-mail address of the query is filled in, as text', async () => {
  const typed = 'a"><script>@example.com';
  const { text } = await get(`/test/buy/editor?email=${encodeURIComponent(typed)}`);
  assert.match(text, /value="a&quot;&gt;&lt;script&gt;@example\.com"/);
  assert.doesNotMatch(text, /<script>@/);
});

test('sending the form makes the session, pays it, and leads to its receipt', async () => {
  const page = await get('/test/buy/editor');
  const form = { ...filled({ name: 'Grace' }), ...hiddenIn(page) };
  const answer = await post('/test/buy/editor/pay', form);
  assert.equal(answer.status, 303);
  const session = await sessionAt(answer);
  assert.deepEqual([session.status, session.total], ['completed', 20]);
  assert.equal(session.payment_link_id, link.payment_link_id);
  assert.equal(session.success_url, 'https://example.com/thanks');
  const customer = await store.must('GET /get-customer', { customer_id: session.customer_id });
  assert.deepEqual([customer.email, customer.name], [form.email, 'Grace']);
  // The same form again, perhaps by the back button: the receipt, and no second charge.
  const again = await post('/test/buy/editor/pay', form);
  assert.equal(again.headers.location, answer.headers.location);
});

test('a mistake or a decline: the page goes on with the session that was made', async () => {
  const wrong = await pay(link, { email: 'nobody' });
  assert.equal(wrong.status, 400);
  const [path = ''] = /\/checkout\/cs_[0-9a-z]{28}/.exec(wrong.text) ?? [];
  assert.match(wrong.text, new RegExp(`action="${path}/pay"`));
  const declined = await pay(link, {}, cards.declined.number);
  const session = await sessionAt(declined);
  assert.deepEqual([session.status, session.customer_id === null], ['open', false]);
  assert.equal((await post(`${path}/pay`, filled())).status, 303);
});

test('a promotion code on the page of a link makes the session too, and is applied', async () => {
  const coupon = await store.coupon('TEN', { discount_percentage: 10 });
  const answer = await post('/test/buy/editor/coupon', { coupon });
  const text =
    answer.status === 303 ? (await get(String(answer.headers.location))).text : answer.text;
  assert.match(text, /Pay €18\.00/);
});

test('the coupon of a link counts as long as it can be used; then the price is the full one', async () => {
  const coupon_code = await store.coupon('LAST', { max_redemptions: 1 });
  const { slug } = await make({ product_id, coupon_code });
  assert.match((await get(`/test/buy/${slug}`)).text, /Pay €10\.00/);
  const form = { ...filled(), ...hiddenIn(await get(`/test/buy/${slug}`)) };
  assert.equal((await sessionAt(await pay({ slug }))).total, 10);
  assert.match((await get(`/test/buy/${slug}`)).text, /Pay €20\.00/);
  // Whoever saw the old price is asked again.
  const late = await post(`/test/buy/${slug}/pay`, form);
  assert.notEqual(late.status, 303);
  assert.match(late.text, /total has changed/);
});

test('404: unknown, switched off, expired, sold out, or no longer on sale: the page says so', async () => {
  for (const path of [
    '/test/buy/nothing-here',
    '/test/buy/',
    '/test/buy/UPPER',
    '/test/buy/editor/nonsense',
  ]) {
    assert.equal((await get(path)).status, 404, path);
    assert.equal((await post(path, filled())).status, 404, path);
  }
  const off = await make({ product_id });
  const { payment_link_id } = off;
  await store.must('POST /update-payment-link', { payment_link_id, active: false });
  const sold = await make({ product_id, max_purchases: 1 });
  await pay(sold);
  const archived = await store.product();
  const gone = await make({ product_id: archived });
  await store.must('POST /archive-product', { product_id: archived });
  for (const [{ slug }, words] of [
    [off, /not on sale right now/],
    [sold, /sold out/],
    [gone, /not on sale right now/],
  ] as const) {
    const before = await shop.everything();
    for (const answer of [
      await get(`/test/buy/${slug}`),
      await post(`/test/buy/${slug}/pay`, filled()),
    ]) {
      assert.equal(answer.status, 404);
      assert.match(answer.text, words);
    }
    assert.equal(await shop.everything(), before);
  }
  assert.equal((await look(sold.payment_link_id)).status, 'sold_out');
});

test('a form of another site makes nothing', async () => {
  const before = await shop.everything();
  const answer = await post('/test/buy/editor/pay', filled(), { 'sec-fetch-site': 'cross-site' });
  assert.equal(answer.status, 400);
  assert.equal(await shop.everything(), before);
});

test('somebody who types the address of a customer is shown nothing of theirs, declined or not', async () => {
  const email = 'ada@example.com';
  await store.must('POST /create-customer', { customer_id: 'ada', email, name: 'Ada Lovelace' });
  const address = { line1: '12 St James', city: 'London', country: 'GB' };
  const billing = { customer_id: 'ada', company: 'Analytical Engines', address };
  await store.must('POST /create-customer-billing', billing);
  const credit = { customer_id: 'ada', amount: 5, currency: 'EUR', reason: 'sorry' };
  await store.must('POST /adjust-customer-balance', credit);
  const pages: string[] = [(await get(`/test/buy/editor?email=${email}`)).text];
  const declined = await pay(link, { email }, cards.declined.number);
  const path = `/checkout/${(await sessionAt(declined)).checkout_session_id}`;
  pages.push(declined.text, (await get(path)).text);
  assert.equal((await post(`${path}/pay`, filled({ email }))).status, 303);
  pages.push((await get(path)).text);
  assert.equal((await sessionAt(declined)).customer_id, 'ada');
  for (const page of pages) {
    assert.doesNotMatch(page, /Lovelace|Analytical|James|London|balance|€15\.00/i);
  }
});

test('too many sessions from one address: one moment, and nothing is stored', async () => {
  const limited = await startShop({ rate_limit: { rate_per_second: 100, burst: 200 } });
  const own = await limited.openStore();
  const there = linksIn(limited, own);
  const { slug } = await there.make({ product_id: await own.product() });
  const statuses = new Set<number>();
  for (let at = 0; at < 61; at++) {
    statuses.add((await there.post(`/test/buy/${slug}/coupon`, { coupon: 'NONE' })).status);
  }
  const before = await limited.everything();
  const answer = await there.post(`/test/buy/${slug}/pay`, there.filled());
  assert.equal(answer.status, 429);
  assert.equal(await limited.everything(), before);
});

test('where the seller allows it, the buyer of a link chooses the quantity, and pays for it', async () => {
  const { slug } = await make({ product_id, adjustable_quantity: { minimum: 1, maximum: 3 } });
  const page = await get(`/test/buy/${slug}`);
  const changed = await post(`/test/buy/${slug}/quantity`, {
    ...{ ...filled(), ...hiddenIn(page), quantity: '2', step: 'more' },
  });
  assert.match(changed.text, /Pay €60\.00/);
  const [path = ''] = /\/checkout\/cs_[0-9a-z]{28}/.exec(changed.text) ?? [];
  const form = { ...filled(), ...hiddenIn(changed), quantity: '3' };
  const { quantity, total } = await sessionAt(await post(`${path}/pay`, form));
  assert.deepEqual([quantity, total], [3, 60]);
});
