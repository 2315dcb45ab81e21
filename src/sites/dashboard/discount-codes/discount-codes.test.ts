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
});

const FORM = { kind: 'percentage', duration: 'once', currency: 'EUR' };

const created = async (form: object) => {
  const owner = await signedIn(shop);
  const answer = await owner.post('/discount-codes/new', { ...FORM, ...form });
  assert.equal(answer.status, 303, answer.text);
  const [, discount_id] = /(disc_\w+)\?done=created$/.exec(String(answer.headers.location)) ?? [];
  const { body } = await shop.call('GET /get-discount-code', { discount_id });
  return { owner, answer, discount_id, body };
};

test('what the form says is the discount code that the API reads', async () => {
  const some = await created({
    ...{ code: 'Summer', name: 'Heat wave', discount_percentage: '12,5', duration: 'repeating' },
    ...{ duration_months: '3', valid_from: '2030-01-01', valid_until: '2030-12-31' },
    ...{ max_redemptions: '100', max_redemptions_per_customer: '1' },
    [`product_ids.${product_id}`]: 'on',
  });
  const { discount_id, object, redemptions, status, created_at, ...record } = some.body;
  assert.deepEqual(record, {
    ...{ code: 'Summer', name: 'Heat wave', discount_percentage: 12.5 },
    ...{ discount_amount: null, currency: null },
    ...{ duration: 'repeating', duration_months: 3, product_ids: [product_id] },
    ...{ max_redemptions: 100, max_redemptions_per_customer: 1 },
    valid_from: '2030-01-01T00:00:00.000Z',
    valid_until: '2030-12-31T23:59:59.999Z',
  });
  const page = await some.owner.follow(some.answer);
  assert.match(readable(page), /Heat wave.*12\.5 % off.*Editor, €20\.00.*0 of 100/s);
  assert.match(
    await some.owner.page('/discount-codes'),
    new RegExp(`${discount_id}.*Summer.*Heat wave`, 's'),
  );
});

test('an amount has its currency; what is left empty is null', async () => {
  const { body } = await created({ code: 'FIVE', kind: 'amount', discount_amount: '5' });
  assert.equal(body.discount_amount, 5);
  assert.equal(body.currency, 'EUR');
  for (const name of [
    'name',
    'discount_percentage',
    'valid_from',
    'valid_until',
    'max_redemptions',
  ]) {
    assert.equal(body[name], null, name);
  }
  assert.equal(body.product_ids, null);
});

test('400: all mistakes are shown at once, each at its field, with what was typed', async () => {
  const owner = await signedIn(shop);
  const form = { ...FORM, code: 'a b', discount_percentage: 'many', max_redemptions: '0' };
  const { status, text } = await owner.post('/discount-codes/new', {
    ...{ ...form, valid_until: 'tomorrow', 'product_ids.prod_none': 'on' },
    [`product_ids.${product_id}`]: 'on',
  });
  assert.equal(status, 400);
  for (const name of ['code', 'discount_percentage', 'max_redemptions', 'valid_until']) {
    assert.match(text, new RegExp(`<a href="#${name}">`), name);
    assert.match(text, new RegExp(`id="${name}-problem"`), name);
  }
  assert.match(text, /role="alert"/);
  assert.match(text, /name="discount_percentage" value="many"/);
  assert.match(text, new RegExp(`name="product_ids.${product_id}" checked`));
  const { body } = await shop.call('GET /list-discount-codes');
  assert(!body.data.some(({ code }: { code: string }) => code === 'a b'));
});

test('400: a code that is taken is said at its field', async () => {
  await created({ code: 'TWICE', discount_percentage: '10' });
  const owner = await signedIn(shop);
  const form = { ...FORM, code: 'twice', discount_percentage: '10' };
  const { status, text } = await owner.post('/discount-codes/new', form);
  assert.equal(status, 400);
  assert.match(text, /id="code-problem">is already used/);
});

test('a form that is sent twice makes one code', async () => {
  const owner = await signedIn(shop);
  const { attempt } = await owner.hidden('/discount-codes/new');
  const form = { ...FORM, code: 'ONCE', discount_percentage: '10', attempt };
  const first = await owner.post('/discount-codes/new', form);
  const second = await owner.post('/discount-codes/new', form);
  assert.equal(second.status, 303);
  assert.equal(second.headers.location, first.headers.location);
});

test('it is deleted after a confirmation that says what happens', async () => {
  const { owner, discount_id } = await created({ code: 'GONE', discount_percentage: '10' });
  const at = `/discount-codes/${discount_id}`;
  assert.match(await owner.page(at), new RegExp(`${at}/delete`));
  assert.match(readable(await owner.page(`${at}/delete`)), /used 0 times/);
  const page = await owner.follow(await owner.post(`${at}/delete`, {}));
  assert.match(readable(page), /was deleted.*Deleted/s);
  assert.doesNotMatch(page, /\/delete"/);
  const { body } = await shop.call('GET /get-discount-code', { discount_id });
  assert.equal(body.status, 'deleted');
});

test('support and viewer read codes, see no form, and are refused; another store finds nothing', async () => {
  const { discount_id } = await created({ code: 'ROLES', discount_percentage: '10' });
  const at = `/discount-codes/${discount_id}`;
  for (const role of ['support', 'viewer'] as const) {
    const person = await signedIn(shop, { role });
    assert.doesNotMatch(await person.page('/discount-codes'), /discount-codes\/new/);
    assert.doesNotMatch(await person.page(at), /\/delete/);
    const form = { ...FORM, code: role, discount_percentage: '10' };
    assert.equal((await person.post('/discount-codes/new', form)).status, 403);
    assert.equal((await person.post(`${at}/delete`, {})).status, 403);
    assert.equal((await person.get('/discount-codes/new')).status, 403);
    assert.equal((await person.get(`${at}/delete`)).status, 403);
  }
  const admin = await signedIn(shop, { role: 'admin' });
  const form = { ...FORM, code: 'ADMIN', discount_percentage: '10' };
  assert.equal((await admin.post('/discount-codes/new', form)).status, 303);
  const other = await signedIn(shop, { store_id: (await shop.makeStore('test')).store_id });
  for (const path of [at, `${at}/delete`]) assert.equal((await other.get(path)).status, 404, path);
  assert.equal((await other.post(`${at}/delete`, {})).status, 404);
  const { body } = await shop.call('GET /get-discount-code', { discount_id });
  assert.equal(body.status, 'active');
});
