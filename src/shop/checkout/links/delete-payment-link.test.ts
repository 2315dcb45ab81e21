import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../../test/harness/cast.ts';
import { linksIn } from '../../../../test/harness/sales/buy-links.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();
const store = await shop.openStore();
const product_id = await store.product();
const { make, look, get, post, filled, pay, sessionAt } = linksIn(shop, store);
const link = (more: object = {}) => make({ product_id, ...more });
const remove = (payment_link_id: string) =>
  store.ask('DELETE /delete-payment-link', { payment_link_id });

test('200: the whole record with status deleted, and who deleted it', async () => {
  const made = await link({ slug: 'gone-soon', max_purchases: 5 });
  const { status, body } = await remove(made.payment_link_id);
  assert.equal(status, 200);
  assert.deepEqual(body, { ...made, status: 'deleted' });
  assert.deepEqual(await look(made.payment_link_id), body);
  const entries = { target: made.payment_link_id, limit: 1 };
  const [entry] = (await store.must('GET /list-audit-entries', entries)).data;
  assert.equal(entry.action, '/delete-payment-link');
  const [{ before, after }] = entry.changes;
  assert.deepEqual([before, after], [{ status: 'active' }, { status: 'deleted' }]);
});

test('200: one that is switched off, has expired or is sold out can be deleted', async () => {
  const off = await link();
  const { payment_link_id } = off;
  await store.must('POST /update-payment-link', { payment_link_id, active: false });
  const sold = await link({ max_purchases: 1 });
  await pay(sold);
  for (const one of [off, sold]) {
    assert.equal((await remove(one.payment_link_id)).body.status, 'deleted');
  }
});

test('200: its slug can be used again, and its address is the new link’s', async () => {
  const first = await link({ slug: 'phoenix' });
  await remove(first.payment_link_id);
  const second = await link({ slug: 'phoenix', quantity: 2 });
  assert.equal(second.url, first.url);
  assert.notEqual(second.payment_link_id, first.payment_link_id);
  assert.match((await get('/test/buy/phoenix')).text, /Pay €40\.00/);
  assert.equal((await look(first.payment_link_id)).status, 'deleted');
  await remove(second.payment_link_id);
  assert.equal((await link({ slug: 'phoenix' })).status, 'active');
});

test('200: a session that it has opened can still be paid, and keeps its identifier', async () => {
  const one = await link({ slug: 'in-time', max_purchases: 1 });
  const declined = await pay(one, {}, cards.declined.number);
  const { checkout_session_id } = await sessionAt(declined);
  await remove(one.payment_link_id);
  const late = await post('/test/buy/in-time/pay', filled());
  assert.equal(late.status, 404);
  assert.match(late.text, /no longer for sale/);
  const paid = await post(`/checkout/${checkout_session_id}/pay`, filled());
  assert.equal(paid.status, 303);
  const session = await store.must('GET /get-checkout', { checkout_session_id });
  const { status, payment_link_id } = session;
  assert.deepEqual([status, payment_link_id], ['completed', one.payment_link_id]);
  assert.equal((await look(one.payment_link_id)).purchases, 1);
  await shop.assertRight();
});

test('404 payment_link_not_found: unknown, deleted, or of another store, whose link stays', async () => {
  const gone = await link();
  await remove(gone.payment_link_id);
  const other = await shop.openStore();
  const theirs = await other.must('POST /create-payment-link', {
    product_id: await other.product(),
  });
  const before = await shop.everything();
  for (const id of ['link_none', gone.payment_link_id, theirs.payment_link_id]) {
    assertRefused(await remove(id), 404, 'payment_link_not_found');
  }
  assert.equal(await shop.everything(), before);
});

test('404 payment_link_not_found: of 32 at once one deletes', async () => {
  const { payment_link_id } = await link();
  const answers = await Promise.all(Array.from({ length: 32 }, () => remove(payment_link_id)));
  const others = answers.filter(({ status }) => status !== 200);
  assert.equal(others.length, 31);
  for (const answer of others) assertRefused(answer, 404, 'payment_link_not_found');
});

test('400 invalid_parameters: without an identifier nothing is deleted', async () => {
  const before = await shop.everything();
  const answer = await store.ask('DELETE /delete-payment-link', {});
  assertRefused(answer, 400, 'invalid_parameters', ['payment_link_id']);
  assert.equal(await shop.everything(), before);
});
