import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const EDITOR = { name: 'Photo editor', description: 'Edits photos', price: 19.99, currency: 'USD' };
const AT_START = '2026-11-14T09:30:00.000Z';

const shop = await startShop();

const create = (change: object = {}) => shop.call('POST /create-product', { ...EDITOR, ...change });

const refused = async (table: [change: object, ...params: string[]][]) => {
  const before = await shop.everything();
  for (const [change, ...params] of table) {
    assertRefused(await create(change), 400, 'invalid_parameters', params);
  }
  assert.equal(await shop.everything(), before);
};

test('200: the required parameters are enough; the rest has its defaults', async () => {
  const { status, body } = await create();
  assert.equal(status, 200);
  assert.match(body.product_id, /^prod_[0-9a-hjkmnp-tv-z]{28}$/);
  assert.deepEqual(body, {
    product_id: body.product_id,
    object: 'product',
    name: 'Photo editor',
    description: 'Edits photos',
    price: 19.99,
    currency: 'USD',
    image_url: null,
    billing_type: 'one_time',
    billing_interval: null,
    billing_interval_count: null,
    trial_days: 0,
    tier: null,
    license: null,
    tax_behavior: null,
    tax_category: 'digital',
    status: 'active',
    metadata: {},
    created_at: AT_START,
    updated_at: AT_START,
  });
  const read = await shop.call('GET /get-product', { product_id: body.product_id });
  assert.deepEqual(read.body, body);
});

test('200: every parameter is kept as it was sent', async () => {
  const everything = {
    name: 'Łódź “Pro” 写真 🖼️ <b>&amp;',
    description: 'Line one\nline two\t"quoted" \\ 0x00 %00 \u2028',
    price: 120,
    currency: 'EUR',
    image_url: 'https://example.com/a%20b.png?size=2&x=ü#top',
    billing_type: 'recurring',
    billing_interval: 'year',
    billing_interval_count: 2,
    trial_days: 30,
    tier: -3,
    license: { activation_limit: 3, valid_days: 365, certificate_days: 90 },
    tax_behavior: 'exclusive',
    tax_category: 'ebook',
    metadata: { order: '1042', constructor: 'yes', 'kéy 🗝️': '', 1: 'one' },
  };
  const { status, body } = await shop.call('POST /create-product', everything);
  assert.equal(status, 200);
  const { product_id } = body;
  const rest = { object: 'product', status: 'active', created_at: AT_START, updated_at: AT_START };
  assert.deepEqual(body, { product_id, ...everything, ...rest });
  assert.deepEqual((await shop.call('GET /get-product', { product_id })).body, body);
});

test('400 invalid_parameters: how the price is meant and what is sold are one of a few words', async () => {
  await refused([
    [{ tax_behavior: 'gross' }, 'tax_behavior'],
    [{ tax_category: 'food', tax_behavior: 1 }, 'tax_behavior', 'tax_category'],
    [{ tax_category: '' }, 'tax_category'],
  ]);
});

test('200: product.created is written with the answered record', async () => {
  const before = await shop.events();
  const { body } = await create();
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(written, [{ sequence: before.length + 1, type: 'product.created', data: body }]);
});

test('200: a currency may be sent in lower case and is answered in upper case', async () => {
  for (const currency of ['usd', 'Usd', 'USD']) {
    assert.equal((await create({ currency })).body.currency, 'USD');
  }
});

test('400 invalid_parameters: a currency that is none', async () => {
  const wrong = [
    'XXX',
    'XAU',
    'US',
    'USDD',
    '',
    ' USD',
    '$',
    'constructor',
    '__proto__',
    'ﬀﬀﬀ',
    'uſd',
    'ıdr',
    840,
    null,
  ];
  await refused(wrong.map((currency) => [{ currency }, 'currency']));
});

test('200: a name has 1 to 200 characters, however many bytes each takes', async () => {
  for (const name of [
    'x',
    'x'.repeat(200),
    '😀'.repeat(200),
    '写'.repeat(200),
    '👩‍👩‍👧‍👦'.repeat(28),
    ' a ',
  ]) {
    const { status, body } = await create({ name });
    assert.equal(status, 200, name);
    assert.equal(body.name, name);
  }
});

test('400 invalid_parameters: a name that is missing, blank, too long or not one line of text', async () => {
  const wrong = [
    undefined,
    '',
    ' ',
    '\t\n',
    '\u00a0\u3000',
    '\u3164\u2800',
    'a\nb',
    'a\u0007b',
    'x'.repeat(201),
    '😀'.repeat(201),
    '👩‍👩‍👧‍👦'.repeat(29),
    null,
    7,
    ['x'],
  ];
  await refused(wrong.map((name) => [{ name }, 'name']));
});

test('200: a description may be empty and have 10,000 characters', async () => {
  for (const description of ['', ' ', 'x'.repeat(10_000), '😀'.repeat(10_000), 'one\ntwo']) {
    const { status, body } = await create({ description });
    assert.equal(status, 200);
    assert.equal(body.description, description);
  }
});

test('400 invalid_parameters: a description that is missing or longer than 10,000 characters', async () => {
  const wrong = [undefined, null, 'x'.repeat(10_001), '😀'.repeat(10_001), 5];
  await refused(wrong.map((description) => [{ description }, 'description']));
});

test('200: image_url is any https address, or null', async () => {
  for (const image_url of [
    'https://localhost:8443/x',
    'HTTPS://Example.com',
    'https://例え.jp/画像.png',
    null,
  ]) {
    const { status, body } = await create({ image_url });
    assert.equal(status, 200, String(image_url));
    assert.equal(body.image_url, image_url);
  }
});

test('400 invalid_parameters: image_url is no https address', async () => {
  const wrong = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:image/png;base64,AAAA',
    'http://example.com/x.png',
    'HTTP://localhost/x',
    'ftp://example.com/x',
    'file:///etc/passwd',
    '//example.com/x',
    '/x.png',
    'example.com',
    'https://',
    'https://*/',
    'https://*.example.com/x.png',
    "https://a;script-src'none'/x.png",
    'https://a b',
    '',
    `https://example.com/${'x'.repeat(2000)}`,
    `https://example.com/${'漢'.repeat(250)}`, // 2,250 characters as it is sent.
    3,
  ];
  await refused(wrong.map((image_url) => [{ image_url }, 'image_url']));
});

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, '']));

test('200: metadata has up to 50 pairs, keys of 40 and values of 500 characters', async () => {
  for (const metadata of [
    {},
    pairs(50),
    { ['k'.repeat(40)]: 'v'.repeat(500) },
    { ['🗝'.repeat(40)]: '😀'.repeat(500) },
  ]) {
    const { status, body, text } = await create({ metadata });
    assert.equal(status, 200, text);
    assert.deepEqual(body.metadata, metadata);
  }
});

test('400 invalid_parameters: metadata beyond its limits, or not of text', async () => {
  const wrong = [
    pairs(51),
    { ['k'.repeat(41)]: '' },
    { '': '' },
    { k: 'v'.repeat(501) },
    { ['🗝'.repeat(41)]: '' },
    { k: '😀'.repeat(501) },
    'text',
    ['a'],
  ];
  await refused(wrong.map((metadata) => [{ metadata }, 'metadata']));
  await refused([1, null, {}, ['a'], true].map((k) => [{ metadata: { k } }, 'metadata.k']));
});

test('400 invalid_parameters: every wrong parameter is listed in one answer', async () => {
  const before = await shop.everything();
  const answer = await shop.call('POST /create-product', {
    name: ' ',
    price: -1,
    currency: 'XXX',
    image_url: 'x',
    billing_type: 'recurring',
    billing_interval_count: 37,
    license: { activation_limit: 0, seats: 1 },
    colour: 'red',
  });
  assertRefused(answer, 400, 'invalid_parameters');
  const listed = answer.body.error.details.map(
    (d: { param: string; code: string }) => `${d.param} ${d.code}`,
  );
  assert.deepEqual(listed.toSorted(), [
    'billing_interval_count too_large',
    'colour unknown_parameter',
    'currency invalid_format',
    'description missing',
    'image_url invalid_format',
    'license.activation_limit too_small',
    'license.seats unknown_parameter',
    'name invalid_format',
    'price too_small',
  ]);
  for (const { param, message } of answer.body.error.details) {
    assert(answer.body.error.message.includes(`${param} ${message}`), answer.body.error.message);
  }
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: a request without parameters names the four that are missing', async () => {
  const answer = await shop.call('POST /create-product');
  assertRefused(answer, 400, 'invalid_parameters', ['name', 'description', 'price', 'currency']);
});

test('400 unknown_parameter: what create-product does not know is named and nothing is stored', async () => {
  const before = await shop.everything();
  for (const unknown of ['colour', 'Name', 'product_id', 'status', 'constructor', 'toString']) {
    assertRefused(await create({ [unknown]: 'x' }), 400, 'unknown_parameter', [unknown]);
  }
  assertRefused(await create({ license: { seats: 1 } }), 400, 'unknown_parameter', [
    'license.seats',
  ]);
  assert.equal(await shop.everything(), before);
});

test('200: products made at the same instant each have their own product_id', async () => {
  const made = await Promise.all(Array.from({ length: 64 }, () => create()));
  assert(made.every(({ status }) => status === 200));
  assert.equal(new Set(made.map(({ body }) => body.product_id)).size, 64);
});
