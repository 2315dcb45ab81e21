import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();
const store = await shop.openStore();
const product_id = await store.product();
const create = (more: object = {}) =>
  store.ask('POST /create-payment-link', { product_id, ...more });

/** Refused, and nothing is stored. */
async function refused(code: string, params: string[], more: object) {
  const before = await shop.everything();
  assertRefused(await create(more), 400, code, params);
  assert.equal(await shop.everything(), before);
}

test('200: a product is enough; the rest has its defaults', async () => {
  const { status, body } = await create();
  assert.equal(status, 200);
  const { payment_link_id, slug } = body;
  assert.match(payment_link_id, /^link_[0-9a-z]{28}$/);
  assert.match(slug, /^[0-9a-z]{16}$/);
  const at = '2026-11-14T09:30:00.000Z';
  assert.deepEqual(body, {
    payment_link_id,
    object: 'payment_link',
    url: `${shop.app.base_url}/test/buy/${slug}`,
    slug,
    status: 'active',
    product_id,
    quantity: 1,
    adjustable_quantity: null,
    coupon_code: null,
    custom_fields: [],
    success_url: null,
    cancel_url: null,
    redirect: false,
    metadata: {},
    max_purchases: null,
    purchases: 0,
    expires_at: null,
    created_at: at,
    updated_at: at,
  });
});

test('200: every parameter is kept as it was sent; a plain date counts whole', async () => {
  await store.coupon('LAUNCH');
  const sent = {
    quantity: 3,
    adjustable_quantity: { minimum: 1, maximum: 5 },
    slug: 'editor-launch',
    coupon_code: 'launch',
    success_url: 'https://example.com/thanks',
    cancel_url: 'https://example.com/',
    redirect: true,
    metadata: { campaign: 'spring' },
    max_purchases: 10,
  };
  const custom_fields = [
    { key: 'team', label: 'Team', type: 'text' },
    { key: 'size', label: 'Size', type: 'choice', options: ['S', 'L'], optional: true },
  ];
  const { body } = await create({ ...sent, custom_fields, expires_at: '2026-12-31' });
  for (const [name, value] of Object.entries(sent)) assert.deepEqual(body[name], value, name);
  assert.equal(body.expires_at, '2026-12-31T23:59:59.999Z');
  const none = { optional: false, options: null, value: null };
  assert.deepEqual(body.custom_fields, [
    { ...custom_fields[0], ...none },
    { ...custom_fields[1], value: null },
  ]);
});

test('400 slug_taken: a store has one link with a slug, also one that is switched off', async () => {
  const { body } = await create({ slug: 'mine-alone' });
  await refused('slug_taken', ['slug'], { slug: 'mine-alone' });
  const { payment_link_id } = body;
  await store.must('POST /update-payment-link', { payment_link_id, active: false });
  await refused('slug_taken', ['slug'], { slug: 'mine-alone' });
});

test('200: another store has the slug too, at an address with its number', async () => {
  const first = (await create({ slug: 'for-both' })).body;
  const other = await shop.openStore();
  const theirs = { product_id: await other.product(), slug: 'for-both' };
  const made = await other.must('POST /create-payment-link', theirs);
  assert.equal(made.slug, 'for-both');
  assert.match(made.url, /\/test\/buy\/for-both\.[1-9]\d*$/);
  for (const { url, product_id: sold } of [first, made]) {
    const page = await shop.send({ method: 'GET', path: new URL(url).pathname });
    assert.equal(page.status, 200);
    assert.equal(sold, url === first.url ? product_id : theirs.product_id);
  }
});

test('200: 16 links with one slug at once: one has it', async () => {
  const answers = await Promise.all(Array.from({ length: 16 }, () => create({ slug: 'the-one' })));
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 15 }, () => 400)]);
});

test('400 product_unavailable: unknown, archived or of another store', async () => {
  const archived = await store.product();
  await store.must('POST /archive-product', { product_id: archived });
  const other = await (await shop.openStore()).product();
  for (const one of ['prod_none', archived, other]) {
    await refused('product_unavailable', ['product_id'], { product_id: one });
  }
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

test('400 amount_too_large: price times quantity is more than can be charged', async () => {
  const dear = await store.product({ price: 1000 });
  await refused('amount_too_large', ['quantity'], { product_id: dear, quantity: 1_000_000 });
});

test('400 gateway_missing: a live store without a payment provider sells nothing', async () => {
  const { api_key: key } = await shop.makeStore('live');
  const product = { name: 'Editor', description: '', price: 20, currency: 'EUR' };
  const { body } = await shop.call('POST /create-product', product, { key });
  const link = { product_id: body.product_id };
  assertRefused(
    await shop.call('POST /create-payment-link', link, { key }),
    400,
    'gateway_missing',
  );
});

test('400 invalid_parameters: what is wrong is named, and nothing is stored', async () => {
  const field = { key: 'team', label: 'Team', type: 'text' };
  const choice = { ...field, type: 'choice' };
  const wrong: [name: string, values: unknown[]][] = [
    ['slug', ['', 'ab', 'A-B', 'a_b', '-ab', 'ab-', 'a/b', 'ä-b', 'x'.repeat(65), 7]],
    ['quantity', [0, 1.5, '1', 1_000_001]],
    ['max_purchases', [0, -1, 1.5, 1_000_001]],
    ['expires_at', ['yesterday', '2026-11-13', '2026-11-14T09:30:00.000Z', 7]],
    ['redirect', [true, 'yes']],
    ['success_url', ['javascript:alert(1)']],
    [
      'custom_fields',
      [7, [7], Array.from({ length: 6 }, (_, at) => ({ ...field, key: `k${at}` }))],
    ],
    [
      'custom_fields',
      [[{ ...field, key: '1a' }], [{ ...field, key: '__proto__' }], [field, field]],
    ],
    ['custom_fields', [[{ ...field, label: ' ' }], [{ ...field, type: 'date' }]]],
    [
      'custom_fields',
      [[choice], [{ ...choice, options: [] }], [{ ...choice, options: ['a', 'a'] }]],
    ],
    ['custom_fields', [[{ ...field, options: ['a'] }], [{ ...field, colour: 1 }]]],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      const before = await shop.everything();
      const { body } = await create({ [name]: value });
      assert.match(body.error?.code, /^(invalid_parameters|unknown_parameter)$/, name);
      assert.equal(body.error.details[0].param.split('.')[0], name, JSON.stringify(value));
      assert.equal(await shop.everything(), before);
    }
  }
});
