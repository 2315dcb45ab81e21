import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const AT_START = '2026-11-14T09:30:00.000Z';

const shop = await startShop();

const create = (input: object, key = shop.api_key) =>
  shop.call('POST /create-customer', input, { key });

const refused = async (table: [input: object, ...params: string[]][]) => {
  const before = await shop.everything();
  for (const [input, ...params] of table) {
    assertRefused(await create(input), 400, 'invalid_parameters', params);
  }
  assert.equal(await shop.everything(), before);
};

test('200: the whole record, under the identifier of the seller, and customer.created', async () => {
  const before = await shop.events();
  const sent = {
    customer_id: 'user_42',
    email: 'Ada@Example.com',
    name: 'Ada Lovelace',
    country: 'GB',
    language: 'de',
    metadata: { plan: 'gold' },
  };
  const answer = await create(sent);
  assert.equal(answer.status, 200);
  const rest = { object: 'customer', billing: null, created_at: AT_START, updated_at: AT_START };
  assert.deepEqual(answer.body, { ...sent, ...rest, balances: {}, email_bounced_at: null });
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(written, [
    { sequence: before.length + 1, type: 'customer.created', data: answer.body },
  ]);
  assert.deepEqual(
    (await shop.call('GET /get-customer', { customer_id: 'user_42' })).body,
    answer.body,
  );
});

test('200: without parameters there is a customer under a generated identifier', async () => {
  const { status, body } = await create({});
  assert.equal(status, 200);
  assert.match(body.customer_id, /^cus_[0-9a-hjkmnp-tv-z]{28}$/);
  assert.deepEqual(body, {
    customer_id: body.customer_id,
    object: 'customer',
    email: null,
    name: null,
    country: null,
    language: null,
    metadata: {},
    balances: {},
    email_bounced_at: null,
    billing: null,
    created_at: AT_START,
    updated_at: AT_START,
  });
  assert.notEqual((await create({})).body.customer_id, body.customer_id);
});

test('200: null is the same as leaving a field out', async () => {
  const { status, body } = await create({ email: null, name: null, country: null });
  assert.equal(status, 200);
  assert.deepEqual([body.email, body.name, body.country], [null, null, null]);
});

test('200: an identifier has 1 to 255 letters, digits and _ - . : @ |', async () => {
  const all = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:@|';
  for (const customer_id of [
    all,
    'x'.repeat(255),
    '0',
    '.',
    '..',
    '-',
    '|',
    'auth0|5f7c8ec7',
    'ada@example.com',
    'urn:user:1',
    'constructor',
    'null',
  ]) {
    const { status, body, text } = await create({ customer_id });
    assert.equal(status, 200, text);
    assert.equal(body.customer_id, customer_id);
    assert.deepEqual((await shop.call('GET /get-customer', { customer_id })).body, body);
    const in_body = await shop.call('GET /get-customer', { customer_id }, { in_body: true });
    assert.deepEqual(in_body.body, body);
  }
});

test('400 invalid_parameters: an identifier with control characters or outer blanks, none, or more than 255', async () => {
  const blank = ['', ' ', ' a', 'a ', '\u00a0a', 'a\u3000', '\ufeffa'];
  const control = ['a\n', '\n', 'a\tb', 'a\u0007b', 'a\u007fb', 'a\u0085b'];
  const wrong = [...blank, ...control, 'x'.repeat(256), '😀'.repeat(256), 42, ['a']];
  await refused(wrong.map((customer_id) => [{ customer_id }, 'customer_id']));
});

test('200: identifiers are told apart by case', async () => {
  const lower = await create({ customer_id: 'case' });
  const upper = await create({ customer_id: 'CASE' });
  assert.deepEqual([lower.status, upper.status], [200, 200]);
});

test('200: a country may be sent in lower case and is answered in upper case', async () => {
  assert.equal((await create({ country: 'de' })).body.country, 'DE');
});

test('400 invalid_parameters: an e-mail address, name or country that is none', async () => {
  await refused([
    ...[
      'ada',
      'ada@',
      '@example.com',
      'ada@example',
      'a b@example.com',
      'ada@@example.com',
      'ada@example.com\n',
      'ada@exa mple.com',
      '',
      `${'x'.repeat(250)}@a.de`,
      5,
    ].map((email): [object, string] => [{ email }, 'email']),
    ...['', ' ', 'a\nb', 'x'.repeat(201), 5].map((name): [object, string] => [{ name }, 'name']),
    ...['XX', 'UK', 'DEU', 'Germany', '', 'ß', 'ﬁ', 'ıt', 49].map((country): [object, string] => [
      { country },
      'country',
    ]),
    [{ metadata: { k: 1 } }, 'metadata.k'],
    [{ metadata: { k: 'v'.repeat(501) } }, 'metadata'],
    [
      { customer_id: ' a', email: 'x', name: ' ', country: 'XX' },
      'customer_id',
      'email',
      'name',
      'country',
    ],
  ]);
});

test('200: several customers may share an e-mail address and a name', async () => {
  const twin = { email: 'twin@example.com', name: 'Twin' };
  const [one, two] = [await create(twin), await create(twin)];
  assert.deepEqual([one.status, two.status], [200, 200]);
  assert.notEqual(one.body.customer_id, two.body.customer_id);
});

test('400 customer_exists: an identifier that is taken is refused and nothing is stored', async () => {
  const customer_id = 'taken';
  const first = await create({ customer_id, name: 'First' });
  const before = await shop.everything();
  assertRefused(await create({ customer_id, name: 'Second' }), 400, 'customer_exists');
  assertRefused(await create({ customer_id }), 400, 'customer_exists');
  assert.equal(await shop.everything(), before);
  assert.deepEqual((await shop.call('GET /get-customer', { customer_id })).body, first.body);
});

test('400 customer_exists: of 64 at once with one identifier, one makes the customer', async () => {
  const before = await shop.events();
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, i) => create({ customer_id: 'rush', name: `Number ${i}` })),
  );
  const made = answers.filter(({ status }) => status === 200);
  assert.equal(made.length, 1);
  const others = answers.filter(({ status }) => status !== 200);
  for (const answer of others) assertRefused(answer, 400, 'customer_exists');
  const read = await shop.call('GET /get-customer', { customer_id: 'rush' });
  assert.deepEqual(read.body, made[0]?.body);
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(
    written.map(({ type, data }) => ({ type, data })),
    [{ type: 'customer.created', data: made[0]?.body }],
  );
});

test('200: the same identifier in another store is another customer', async () => {
  const { api_key, store_id } = await shop.makeStore('live');
  await create({ customer_id: 'shared', name: 'Ours' });
  const theirs = await create({ customer_id: 'shared', name: 'Theirs' }, api_key);
  assert.equal(theirs.status, 200);
  assert.equal((await shop.call('GET /get-customer', { customer_id: 'shared' })).body.name, 'Ours');
  assert.deepEqual(await shop.events(store_id), [
    { sequence: 1, type: 'customer.created', data: theirs.body },
  ]);
});

test('400 unknown_parameter: what create-customer does not know is named and nothing is stored', async () => {
  const before = await shop.everything();
  assertRefused(await create({ mail: 'ada@example.com' }), 400, 'unknown_parameter', ['mail']);
  assertRefused(await create({ billing: null }), 400, 'unknown_parameter', ['billing']);
  assert.equal(await shop.everything(), before);
});
