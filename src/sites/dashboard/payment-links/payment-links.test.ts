import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

let shop: Shop;
let product_id: string;
before(async () => {
  shop = await startShop();
  const product = { name: 'Editor', description: '', price: 20, currency: 'EUR' };
  product_id = (await shop.call('POST /create-product', product)).body.product_id;
  await shop.call('POST /create-discount-code', { code: 'LAUNCH', discount_percentage: 10 });
});

const create = async (form: object) => {
  const owner = await signedIn(shop);
  const answer = await owner.post('/payment-links/new', { product_id, quantity: '1', ...form });
  assert.equal(answer.status, 303, answer.text);
  const [, payment_link_id = ''] = /(link_\w+)\?done/.exec(String(answer.headers.location)) ?? [];
  const at = `/payment-links/${payment_link_id}`;
  return { owner, answer, at, payment_link_id, body: await read(payment_link_id) };
};
const read = async (payment_link_id: string) =>
  (await shop.call('GET /get-payment-link', { payment_link_id })).body;

const FULL = {
  ...{ quantity: '2', is_adjustable: 'on', coupon_code: 'launch', metadata: 'from = blog' },
  ...{ 'adjustable_quantity.minimum': '1', 'adjustable_quantity.maximum': '' },
  ...{ success_url: 'https://example.com/thanks', redirect: 'on' },
  ...{ cancel_url: 'https://example.com/back', max_purchases: '100', expires_at: '2030-12-31' },
  // The first row is empty: the others close up.
  ...{ 'custom_fields.0.key': '', 'custom_fields.0.label': '', 'custom_fields.0.type': 'text' },
  ...{ 'custom_fields.1.key': 'team', 'custom_fields.1.label': 'Team name' },
  ...{ 'custom_fields.1.type': 'text', 'custom_fields.1.optional': 'on' },
  ...{ 'custom_fields.3.key': 'size', 'custom_fields.3.label': 'Size' },
  ...{ 'custom_fields.3.type': 'choice', 'custom_fields.3.options': 'S\r\n\r\nM\r\n' },
};

test('what the form says is the link that the API reads; saving it unchanged changes nothing', async () => {
  const { owner, answer, at, payment_link_id, body } = await create({ ...FULL, slug: 'editor' });
  const { object, url, created_at, updated_at, ...record } = body;
  const nothing = { value: null };
  assert.deepEqual(record, {
    ...{ payment_link_id, slug: 'editor', status: 'active', product_id, quantity: 2 },
    adjustable_quantity: { minimum: 1, maximum: 1_000_000 },
    custom_fields: [
      { key: 'team', label: 'Team name', type: 'text', optional: true, options: null, ...nothing },
      {
        key: 'size',
        label: 'Size',
        type: 'choice',
        optional: false,
        options: ['S', 'M'],
        ...nothing,
      },
    ],
    ...{ coupon_code: body.coupon_code, redirect: true, metadata: { from: 'blog' } },
    ...{ success_url: 'https://example.com/thanks', cancel_url: 'https://example.com/back' },
    ...{ max_purchases: 100, purchases: 0, expires_at: '2030-12-31T23:59:59.999Z' },
  });
  assert.equal(body.coupon_code.toUpperCase(), 'LAUNCH');
  const page = await owner.follow(answer);
  assert.match(page, new RegExp(`<code id="link-url">${url}</code>`));
  assert.match(page, /data-kassa href=&quot;https:\S*\/test\/buy\/editor&quot;&gt;Buy now/);
  assert.match(readable(page), /0 of 100/);
  const edit = await owner.page(`${at}/edit`);
  assert.match(edit, /name="custom_fields.0.key" value="team"/);
  assert.match(edit, /name="custom_fields.1.options"[^>]*>\nS\nM</);
  assert.equal((await owner.post(`${at}/edit`, { ...FULL, slug: 'editor' })).status, 303);
  assert.deepEqual(await read(payment_link_id), body);
});

test('everything that may be cleared can be cleared', async () => {
  const { owner, at, payment_link_id, body } = await create(FULL);
  const { slug } = body;
  const empty = Object.fromEntries(
    Object.keys(FULL).flatMap((name) => (/redirect|is_adj/.test(name) ? [] : [[name, '']])),
  );
  const saved = await owner.post(`${at}/edit`, { ...empty, slug, quantity: '1' });
  assert.equal(saved.status, 303, saved.text);
  const link = await read(payment_link_id);
  for (const name of ['coupon_code', 'success_url', 'cancel_url', 'max_purchases', 'expires_at'])
    assert.equal(link[name], null, name);
  assert.equal(link.adjustable_quantity, null);
  assert.deepEqual([link.custom_fields, link.metadata, link.redirect], [[], {}, false]);
});

test('an end within a day stays as it is when something else is changed', async () => {
  const { owner, at, payment_link_id, body } = await create({});
  const { slug } = body;
  const expires_at = '2030-12-31T12:00:00.000Z';
  await shop.call('POST /update-payment-link', { payment_link_id, expires_at });
  await owner.post(`${at}/edit`, { slug, quantity: '3', expires_at: '2030-12-31' });
  const link = await read(payment_link_id);
  assert.deepEqual([link.quantity, link.expires_at], [3, expires_at]);
  await owner.post(`${at}/edit`, { slug, quantity: '3', expires_at: '2031-01-01' });
  assert.equal((await read(payment_link_id)).expires_at, '2031-01-01T23:59:59.999Z');
});

test('400: all mistakes at once, each at its field, with what was typed', async () => {
  const owner = await signedIn(shop);
  const { status, text } = await owner.post('/payment-links/new', {
    ...{ product_id, quantity: 'two', slug: 'A B', success_url: 'nowhere', max_purchases: '0' },
    ...{ 'custom_fields.4.key': 'Team', 'custom_fields.4.label': 'Team', attempt: 'x' },
    ...{ 'custom_fields.4.type': 'number', 'custom_fields.4.options': 'a' },
  });
  assert.equal(status, 400);
  for (const name of ['quantity', 'slug', 'success_url', 'max_purchases', 'custom_fields.0.key'])
    assert.match(text, new RegExp(`<a href="#${name}">.*id="${name}-problem"`, 's'), name);
  assert.match(text, /name="custom_fields.0.key" value="Team"/);
  const taken = await create({ slug: 'taken' });
  const again = await taken.owner.post('/payment-links/new', {
    ...{ product_id, quantity: '1', slug: 'taken' },
  });
  assert.match(again.text, /id="slug-problem">is already used/);
  const coupon = await owner.post('/payment-links/new', {
    ...{ product_id, quantity: '1', coupon_code: 'NONE' },
  });
  assert.match(coupon.text, /id="coupon_code-problem"/);
  const gone = await owner.post('/payment-links/new', { product_id: 'prod_none', quantity: '1' });
  assert.equal(gone.status, 404);
});

test('a link is switched off and on after a confirmation; then nobody can buy by it', async () => {
  const { owner, at, payment_link_id, body } = await create({});
  const path = new URL(body.url).pathname;
  assert.match(readable(await owner.page(`${at}/off`)), /Nobody begins to pay/);
  await owner.follow(await owner.post(`${at}/off`, {}));
  assert.equal((await read(payment_link_id)).status, 'inactive');
  assert.notEqual((await shop.send({ method: 'GET', path })).status, 200);
  assert.match(await owner.page('/payment-links?status=inactive'), new RegExp(body.slug));
  assert.match(await owner.page(at), new RegExp(`${at}/on"`));
  await owner.follow(await owner.post(`${at}/on`, {}));
  assert.equal((await shop.send({ method: 'GET', path })).status, 200);
});

test('the slug is changed in the form: the page has the new address, and the old one leads there', async () => {
  const { owner, at, payment_link_id } = await create({ slug: 'first-name' });
  assert.match(await owner.page(`${at}/edit`), /name="slug" value="first-name"/);
  const form = { quantity: '1', slug: 'second-name' };
  const page = await owner.follow(await owner.post(`${at}/edit`, form));
  assert.match(page, /<code id="link-url">https:\S*\/test\/buy\/second-name</);
  assert.match(await owner.page('/payment-links'), />\/test\/buy\/second-name</);
  const old = await shop.send({ method: 'GET', path: '/test/buy/first-name' });
  assert.equal(old.headers.location, '/test/buy/second-name');
  await create({ slug: 'third-name' });
  for (const [slug, problem] of [
    ['third-name', 'is already used'],
    ['', 'must'],
    ['A B', 'must be of'],
  ] as const) {
    const { status, text } = await owner.post(`${at}/edit`, { ...form, slug });
    assert.equal(status, 400, slug);
    assert.match(text, new RegExp(`id="slug-problem">${problem}`), slug);
  }
  assert.equal((await read(payment_link_id)).slug, 'second-name');
});

test('a link is deleted after a question that says what happens; then it is in no list but its own', async () => {
  const { owner, at, payment_link_id, body } = await create({ slug: 'over-soon' });
  assert.match(await owner.page(at), new RegExp(`${at}/delete"`));
  const question = readable(await owner.page(`${at}/delete`));
  assert.match(
    question,
    /offer has ended.*can still be paid.*Nothing was bought.*used again.*undone/s,
  );
  const page = await owner.follow(await owner.post(`${at}/delete`, {}));
  assert.match(readable(page), /was deleted.*Deleted/s);
  assert.doesNotMatch(page, /\/delete"|\/edit"|\/off"|data-kassa/);
  assert.equal((await read(payment_link_id)).status, 'deleted');
  assert.doesNotMatch(await owner.page('/payment-links'), /over-soon/);
  assert.match(await owner.page('/payment-links?status=deleted'), /over-soon/);
  assert.equal((await owner.post(`${at}/delete`, {})).status, 404);
  const opened = await shop.send({ method: 'GET', path: new URL(body.url).pathname });
  assert.match(opened.text, /no longer for sale/);
});

test('support and viewer read links, see no form, and are refused; another store finds nothing', async () => {
  const { at, payment_link_id, body } = await create({});
  const forms = [`${at}/edit`, `${at}/off`, `${at}/on`, `${at}/delete`];
  for (const role of ['support', 'viewer'] as const) {
    const person = await signedIn(shop, { role });
    assert.doesNotMatch(await person.page('/payment-links'), /payment-links\/new/);
    assert.doesNotMatch(await person.page(at), /\/edit|\/off|\/delete/);
    for (const path of ['/payment-links/new', ...forms]) {
      assert.equal((await person.get(path)).status, 403, path);
      assert.equal((await person.post(path, { product_id, quantity: '5' })).status, 403, path);
    }
  }
  const other = await signedIn(shop, { store_id: (await shop.makeStore('test')).store_id });
  assert.equal((await other.get(at)).status, 404);
  for (const path of forms) {
    assert.equal((await other.get(path)).status, 404, path);
    assert.equal((await other.post(path, { quantity: '5' })).status, 404, path);
  }
  assert.equal((await other.get(`/payment-links/new?product_id=${product_id}`)).status, 404);
  assert.deepEqual(await read(payment_link_id), body);
  const admin = await signedIn(shop, { role: 'admin' });
  assert.equal((await admin.post(`${at}/off`, {})).status, 303);
});
