import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { linksIn } from '../../../test/harness/sales/buy-links.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

// Payment links that sell a limited number of times, or for a limited time.

const shop = await startShop();
const store = await shop.openStore();
const { make, look, post, pay, filled, sessionAt } = linksIn(shop, store);
const product_id = await store.product();
const ENDED = /offer has ended|is sold out/;

/** A session that was made by a link and is not paid yet. */
async function openedBy({ slug }: { slug: string }): Promise<string> {
  const declined = await post(`/test/buy/${slug}/pay`, filled({}, cards.declined.number));
  return (await sessionAt(declined)).checkout_session_id;
}

const statusOf = ({ status }: { status: string }) => status;

const complete = (checkout_session_id: string, more: object = {}) =>
  store.ask('POST /complete-checkout', {
    ...{ checkout_session_id, payment_method: cards.pays },
    ...more,
  });

test('400 payment_link_closed: sold out, switched off or expired before the payment begins', async () => {
  const sold_out = await make({ product_id, max_purchases: 1 });
  const off = await make({ product_id });
  const expires = await make({ product_id, expires_at: '2026-11-14T12:00:00Z' });
  const [first, second, third] = [
    await openedBy(sold_out),
    await openedBy(off),
    await openedBy(expires),
  ];
  assert.equal((await pay(sold_out)).status, 303);
  const { payment_link_id } = off;
  await store.must('POST /update-payment-link', { payment_link_id, active: false });
  await store.moveTo('2026-11-14T12:00:00Z');
  for (const id of [first, second, third]) {
    assertRefused(await complete(id), 400, 'payment_link_closed');
    const { data } = await store.must('GET /get-transactions', { checkout_session_id: id });
    assert.deepEqual(Array.from(data, statusOf), ['declined']);
  }
});

test('200: of 64 buyers at once exactly as many as there are places pay, and nobody else is charged', async () => {
  const link = await make({ product_id, max_purchases: 5 });
  const charged = (await store.charges()).length;
  const answers = await Promise.all(Array.from({ length: 64 }, () => pay(link)));
  const paid = answers.filter(({ status }) => status === 303);
  assert.equal(paid.length, 5);
  assert.equal((await store.charges()).length - charged, 5);
  for (const { text } of answers.filter(({ status }) => status !== 303)) {
    assert.match(text, ENDED);
  }
  const { purchases, status } = await look(link.payment_link_id);
  assert.deepEqual([purchases, status], [5, 'sold_out']);
});

test('200: good and declined cards at once: in the end the last place is sold once', async () => {
  const link = await make({ product_id, max_purchases: 1 });
  const card = (at: number) => (at % 2 ? cards.pays : cards.declined).number;
  await Promise.all(Array.from({ length: 24 }, (_, at) => pay(link, {}, card(at))));
  // Whoever came while a card that was then declined had the place has to come again.
  if ((await look(link.payment_link_id)).purchases === 0) await pay(link);
  const { purchases } = await look(link.payment_link_id);
  assert.equal(purchases, 1);
  assert.notEqual((await pay(link)).status, 303);
});

test('200: a payment that waits for the bank has the place; given up, somebody else gets it', async () => {
  const link = await make({ product_id, max_purchases: 1 });
  const waiting = await pay(link, {}, cards.confirms.number);
  assert.match(String(waiting.headers.location), /test-bank/);
  assert.match((await pay(link)).text, ENDED);
  assert.equal((await look(link.payment_link_id)).purchases, 1);
  const { data } = await store.must('GET /get-transactions', { status: 'pending' });
  await post(`/checkout/${data[0].checkout_session_id}/give-up`, {});
  assert.equal((await look(link.payment_link_id)).purchases, 0);
  const { status, payment_link_id } = await sessionAt(await pay(link));
  assert.deepEqual([status, payment_link_id], ['completed', link.payment_link_id]);
});

test('200: the last place is sold to whoever sends the same form 16 times, once', async () => {
  const link = await make({ product_id, max_purchases: 1 });
  const form = filled({ attempt: '0123456789abcdef' });
  const charged = (await store.charges()).length;
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => post(`/test/buy/${link.slug}/pay`, form)),
  );
  assert.equal(new Set(answers.map(({ headers }) => headers.location)).size, 1);
  assert.equal((await store.charges()).length - charged, 1);
  assert.equal(
    (await sessionAt(await post(`/test/buy/${link.slug}/pay`, form))).status,
    'completed',
  );
});

test('all records agree with each other', () => shop.assertRight());

test('a link that has counted wrong is found by verify', async () => {
  const { store_id } = store;
  const count = (by: number) =>
    shop.db.write({ store_id }, async (tx) =>
      tx.run('UPDATE payment_links SET purchases = purchases + :by WHERE store_id = :store_id', {
        by,
      }),
    );
  await count(1);
  await assert.rejects(() => shop.assertRight(), /purchases are counted/);
  await count(-1);
  await shop.assertRight();
});
