import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();
const store = await shop.openStore();
const product_id = await store.product();
const link = (more: object = {}) =>
  store.must('POST /create-payment-link', { product_id, ...more });
const { payment_link_id } = await link();
const change = (more: object, id = payment_link_id) =>
  store.ask('POST /update-payment-link', { payment_link_id: id, ...more });

/** Refused, and nothing is changed. */
async function refused(code: string, params: string[], more: object, id?: string) {
  const before = await shop.everything();
  assertRefused(await change(more, id), 400, code, params);
  assert.equal(await shop.everything(), before);
}

test('200: what is sent changes, what is not stays, null clears; nothing new changes nothing', async () => {
  const { payment_link_id: id, ...made } = await link({ max_purchases: 5, metadata: { a: '1' } });
  const { body } = await change({ quantity: 2, max_purchases: null, active: false }, id);
  const { updated_at, ...changed } = body;
  const { updated_at: _, ...before } = made;
  const expected = { quantity: 2, max_purchases: null, status: 'inactive' };
  assert.deepEqual(changed, { ...before, payment_link_id: id, ...expected });
  assert.deepEqual((await change({ quantity: 2 }, id)).body, body);
  assert.equal((await change({ active: true }, id)).body.status, 'active');
});

test('200: one that has expired can be given another date, or be switched off', async () => {
  const own = await shop.openStore();
  const made = await own.must('POST /create-payment-link', {
    product_id: await own.product(),
    expires_at: '2026-11-20',
  });
  await own.advance('P10D');
  const at = { payment_link_id: made.payment_link_id };
  assert.equal((await own.must('GET /get-payment-link', at)).status, 'expired');
  const off = await own.must('POST /update-payment-link', { ...at, active: false });
  assert.equal(off.status, 'inactive');
  const on = { ...at, active: true, expires_at: '2027-01-01' };
  assert.equal((await own.must('POST /update-payment-link', on)).status, 'active');
});

test('200: another slug is another address, and the answer is the same again', async () => {
  const made = await link({ slug: 'before-it' });
  const { payment_link_id: id } = made;
  const { body } = await change({ slug: 'after-it' }, id);
  const url = made.url.replace('before-it', 'after-it');
  assert.deepEqual(body, { ...made, slug: 'after-it', url });
  assert.deepEqual((await change({ slug: 'after-it' }, id)).body, body);
  const { data } = await store.must('GET /list-audit-entries', { target: id, limit: 1 });
  assert.deepEqual(data[0].changes[0].before, { slug: 'before-it', url: made.url });
});

test('400 slug_taken: another link of the store has it', async () => {
  await link({ slug: 'somebodys' });
  await refused('slug_taken', ['slug'], { slug: 'somebodys' });
});

test('404 payment_link_not_found: one that was deleted', async () => {
  const { payment_link_id: id } = await link();
  await store.must('DELETE /delete-payment-link', { payment_link_id: id });
  const before = await shop.everything();
  for (const more of [{}, { active: true }, { slug: 'back-again' }]) {
    assertRefused(await change(more, id), 404, 'payment_link_not_found');
  }
  assert.equal(await shop.everything(), before);
});

test('404 payment_link_not_found: unknown, or of another store, whose link stays as it is', async () => {
  const other = await shop.openStore();
  const theirs = { payment_link_id, active: false };
  const answer = await other.ask('POST /update-payment-link', theirs);
  assertRefused(answer, 404, 'payment_link_not_found');
  assertRefused(await change({ active: false }, 'link_none'), 404, 'payment_link_not_found');
  assert.equal((await store.must('GET /get-payment-link', { payment_link_id })).status, 'active');
});

test('400 coupon_not_found: a code that nobody has made', () =>
  refused('coupon_not_found', ['coupon_code'], { coupon_code: 'NONE' }));

test('400 coupon_expired: a code of yesterday', async () => {
  await store.coupon('OLD', { valid_until: '2026-11-13' });
  await refused('coupon_expired', ['coupon_code'], { coupon_code: 'OLD' });
});

test('400 coupon_not_started: a code of tomorrow', async () => {
  await store.coupon('NEW', { valid_from: '2026-11-15' });
  await refused('coupon_not_started', ['coupon_code'], { coupon_code: 'NEW' });
});

test('400 coupon_exhausted: a code that has been used up', async () => {
  await store.coupon('ONCE', { max_redemptions: 1 });
  await store.buy(product_id, { coupon_code: 'ONCE' });
  await refused('coupon_exhausted', ['coupon_code'], { coupon_code: 'ONCE' });
});

test('400 coupon_not_applicable: a code for other products', async () => {
  await store.coupon('OTHER', { product_ids: [await store.product()] });
  await refused('coupon_not_applicable', ['coupon_code'], { coupon_code: 'OTHER' });
});

test('400 product_unavailable: another quantity of what is no longer sold; switching it off works', async () => {
  const gone = await store.product();
  const { payment_link_id: id } = await link({ product_id: gone });
  await store.must('POST /archive-product', { product_id: gone });
  await refused('product_unavailable', ['product_id'], { quantity: 2 }, id);
  assert.equal((await change({ active: false }, id)).body.status, 'inactive');
});

test('400 amount_too_large: price times quantity is more than can be charged', async () => {
  const { payment_link_id: id } = await link({ product_id: await store.product({ price: 1000 }) });
  await refused('amount_too_large', ['quantity'], { quantity: 1_000_000 }, id);
});

test('400 invalid_parameters: what is wrong is named, and nothing is changed', async () => {
  for (const [name, value] of [
    ['slug', 'A-B'],
    ['quantity', 0],
    ['max_purchases', 0],
    ['expires_at', '2026-11-13'],
    ['redirect', true],
    ['active', 'no'],
    ['custom_fields', [{ key: 'a', label: 'A', type: 'choice' }]],
  ] as const) {
    const before = await shop.everything();
    const { body } = await change({ [name]: value });
    assert.equal(body.error?.details[0].param.split('.')[0], name);
    assert.equal(await shop.everything(), before);
  }
});
