import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, type Shop, startShop } from '../../test/harness.ts';

const EDITOR = { name: 'Photo editor', description: 'Edits photos', price: 19.99, currency: 'USD' };
const PLAN = { ...EDITOR, billing_type: 'recurring' };
const AT_START = '2026-11-14T09:30:00.000Z';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

const create = (change: object = {}) => shop.call('POST /create-product', { ...EDITOR, ...change });

/** With the price and currency as these very characters, which JSON.stringify would rewrite. */
const createRaw = (price: string, currency: string) =>
  shop.send(
    {
      method: 'POST',
      path: '/create-product',
      headers: { 'x-api-key': shop.api_key, 'content-type': 'application/json' },
    },
    `{"name":"Photo editor","description":"","price":${price},"currency":"${currency}"}`,
  );

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
    license: { activation_limit: 3, valid_days: 365 },
    metadata: { order: '1042', constructor: 'yes', 'kéy 🗝️': '', 1: 'one' },
  };
  const { status, body } = await shop.call('POST /create-product', everything);
  assert.equal(status, 200);
  const { product_id } = body;
  const rest = { object: 'product', status: 'active', created_at: AT_START, updated_at: AT_START };
  assert.deepEqual(body, { product_id, ...everything, ...rest });
  assert.deepEqual((await shop.call('GET /get-product', { product_id })).body, body);
});

test('200: product.created is written with the answered record', async () => {
  const before = await shop.events();
  const { body } = await create();
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(written, [{ sequence: before.length + 1, type: 'product.created', data: body }]);
});

test('200: prices are exact to the digit in every currency', async () => {
  const table: [currency: string, sent: string, answered: string][] = [
    ['USD', '19.99', '19.99'],
    ['USD', '0.1', '0.1'],
    ['USD', '0.07', '0.07'],
    ['USD', '1.1', '1.1'],
    ['USD', '4.35', '4.35'],
    ['USD', '1e2', '100'],
    ['USD', '1999E-2', '19.99'],
    ['USD', '1.50', '1.5'],
    ['USD', '19.990000000000000000', '19.99'],
    ['USD', '0', '0'],
    ['USD', '-0', '0'],
    ['USD', '-0.00', '0'],
    ['USD', '0.01', '0.01'],
    ['USD', '999999999.99', '999999999.99'],
    ['JPY', '1500', '1500'],
    ['JPY', '1500.0', '1500'],
    ['JPY', '999999999', '999999999'],
    ['BHD', '1.234', '1.234'],
    ['BHD', '0.001', '0.001'],
    ['BHD', '999999999.989', '999999999.989'],
    ['CLF', '1.2345', '1.2345'],
    ['CLF', '0.0001', '0.0001'],
    ['CLF', '999999999.9899', '999999999.9899'],
  ];
  for (const [currency, sent, answered] of table) {
    const made = await createRaw(sent, currency);
    assert.equal(made.status, 200, `${sent} ${currency}: ${made.text}`);
    const price = `"price":${answered},"currency":"${currency}"`;
    assert(made.text.includes(price), made.text);
    const read = await shop.call('GET /get-product', { product_id: made.body.product_id });
    assert.equal(read.text, made.text);
  }
});

test('400 invalid_parameters: a price with more decimals than its currency has, or out of bounds', async () => {
  const before = await shop.everything();
  const table: [currency: string, price: string, detail: string][] = [
    ['USD', '19.999', 'too_many_decimals'],
    ['USD', '0.001', 'too_many_decimals'],
    ['USD', '1e-3', 'too_many_decimals'],
    ['USD', '1e-7', 'too_many_decimals'],
    ['USD', '0.30000000000000004', 'too_many_decimals'],
    ['USD', '999999999.989', 'too_many_decimals'],
    ['JPY', '1.5', 'too_many_decimals'],
    ['JPY', '999999999.99', 'too_many_decimals'],
    ['BHD', '1.2345', 'too_many_decimals'],
    ['CLF', '1.23456', 'too_many_decimals'],
    ['USD', '-1', 'too_small'],
    ['USD', '-0.01', 'too_small'],
    ['USD', '1000000000', 'too_large'],
    ['USD', '1e300', 'too_large'],
    ['BHD', '999999999.991', 'too_large'],
    ['USD', '"19.99"', 'wrong_type'],
    ['USD', 'null', 'wrong_type'],
    ['USD', 'true', 'wrong_type'],
    ['USD', '[1]', 'wrong_type'],
  ];
  for (const [currency, price, detail] of table) {
    const answer = await createRaw(price, currency);
    assertRefused(answer, 400, 'invalid_parameters', ['price']);
    assert.equal(answer.body.error.details[0].code, detail, `${price} ${currency}`);
  }
  assert.equal(await shop.everything(), before);
});

test('400 invalid_json: a price that would become another number is not rounded', async () => {
  const before = await shop.everything();
  for (const price of ['19.990000000000000001', '12345678901234567890', '1e400', '1e-400', '01', '.5', 'NaN']) {
    assertRefused(await createRaw(price, 'USD'), 400, 'invalid_json');
  }
  assert.equal(await shop.everything(), before);
});

test('200: a currency may be sent in lower case and is answered in upper case', async () => {
  for (const currency of ['usd', 'Usd', 'USD']) {
    assert.equal((await create({ currency })).body.currency, 'USD');
  }
});

test('400 invalid_parameters: a currency that is none', async () => {
  const wrong = ['XXX', 'XAU', 'US', 'USDD', '', ' USD', '$', 'constructor', '__proto__', 'ﬀﬀﬀ', 840, null];
  await refused(wrong.map((currency) => [{ currency }, 'currency']));
});

test('200: a name has 1 to 200 characters, however many bytes each takes', async () => {
  for (const name of ['x', 'x'.repeat(200), '😀'.repeat(200), '写'.repeat(200), '👩‍👩‍👧‍👦'.repeat(28), ' a ']) {
    const { status, body } = await create({ name });
    assert.equal(status, 200, name);
    assert.equal(body.name, name);
  }
});

test('400 invalid_parameters: a name that is missing, blank, too long or not one line of text', async () => {
  const wrong = [undefined, '', ' ', '\t\n', '\u00a0\u3000', 'a\nb', 'a\u0007b', 'x'.repeat(201),
    '😀'.repeat(201), '👩‍👩‍👧‍👦'.repeat(29), null, 7, ['x']];
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

test('200: image_url is any http or https address, or null', async () => {
  for (const image_url of ['http://localhost/x', 'HTTPS://Example.com', 'https://例え.jp/画像.png', null]) {
    const { status, body } = await create({ image_url });
    assert.equal(status, 200, String(image_url));
    assert.equal(body.image_url, image_url);
  }
});

test('400 invalid_parameters: image_url is not a web address', async () => {
  const wrong = ['javascript:alert(1)', 'JavaScript:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)',
    'data:image/png;base64,AAAA', 'ftp://example.com/x', 'file:///etc/passwd', '//example.com/x', '/x.png',
    'example.com', 'https://', 'https://a b', '', `https://example.com/${'x'.repeat(2000)}`, 3];
  await refused(wrong.map((image_url) => [{ image_url }, 'image_url']));
});

test('200: a recurring product is billed every month unless it says otherwise', async () => {
  const { billing_interval, billing_interval_count } = (await create(PLAN)).body;
  assert.deepEqual([billing_interval, billing_interval_count], ['month', 1]);
  const weekly = (await create({ ...PLAN, billing_interval: 'week' })).body;
  assert.deepEqual([weekly.billing_interval, weekly.billing_interval_count], ['week', 1]);
  const quarterly = (await create({ ...PLAN, billing_interval_count: 3 })).body;
  assert.deepEqual([quarterly.billing_interval, quarterly.billing_interval_count], ['month', 3]);
});

test('400 invalid_parameters: billing terms and a trial are for recurring products only', async () => {
  await refused([
    [{ billing_interval: 'month' }, 'billing_interval'],
    [{ billing_interval_count: 1 }, 'billing_interval_count'],
    [{ trial_days: 14 }, 'trial_days'],
    [{ billing_type: 'one_time', billing_interval: 'day', trial_days: 1 }, 'billing_interval', 'trial_days'],
  ]);
  assert.equal((await create({ trial_days: 0 })).status, 200);
});

test('200: a billing period lasts up to three years', async () => {
  for (const [billing_interval, most] of [['day', 365], ['week', 156], ['month', 36], ['year', 3]]) {
    const { status, text } = await create({ ...PLAN, billing_interval, billing_interval_count: most });
    assert.equal(status, 200, text);
  }
});

test('400 invalid_parameters: a billing period of more than three years, 365 counts, or none', async () => {
  const terms: [string | undefined, unknown][] = [
    ['day', 366], ['week', 157], ['month', 37], ['year', 4], [undefined, 37],
    ['day', 0], ['day', -1], ['day', 1.5], ['day', '1'],
  ];
  await refused([
    ...terms.map(([billing_interval, billing_interval_count]): [object, string] =>
      [{ ...PLAN, billing_interval, billing_interval_count }, 'billing_interval_count']),
    [{ ...PLAN, billing_interval: 'quarter' }, 'billing_interval'],
    [{ ...PLAN, billing_interval: 'Month' }, 'billing_interval'],
    [{ billing_type: 'monthly' }, 'billing_type'],
    [{ billing_type: null }, 'billing_type'],
  ]);
});

test('200: a trial has up to 730 days', async () => {
  for (const trial_days of [0, 1, 730]) {
    assert.equal((await create({ ...PLAN, trial_days })).body.trial_days, trial_days);
  }
});

test('400 invalid_parameters: trial_days that are negative, too many or not whole', async () => {
  await refused([-1, 731, 1.5, '14', null].map((trial_days) => [{ ...PLAN, trial_days }, 'trial_days']));
});

test('200: each part of license is optional; a missing part is null', async () => {
  const table: [sent: object | null, answered: object | null][] = [
    [null, null],
    [{}, { activation_limit: null, valid_days: null }],
    [{ activation_limit: 3 }, { activation_limit: 3, valid_days: null }],
    [{ valid_days: 365 }, { activation_limit: null, valid_days: 365 }],
    [{ activation_limit: null, valid_days: null }, { activation_limit: null, valid_days: null }],
    [{ activation_limit: 1_000_000, valid_days: 36_500 }, { activation_limit: 1_000_000, valid_days: 36_500 }],
  ];
  for (const [license, answered] of table) {
    const { body } = await create({ license });
    assert.deepEqual(body.license, answered);
    const { product_id } = body;
    assert.deepEqual((await shop.call('GET /get-product', { product_id })).body.license, answered);
  }
});

test('400 invalid_parameters: license names the part that is wrong', async () => {
  await refused([
    [{ license: { activation_limit: 0 } }, 'license.activation_limit'],
    [{ license: { activation_limit: 1_000_001 } }, 'license.activation_limit'],
    [{ license: { activation_limit: 1.5, valid_days: 0 } }, 'license.activation_limit', 'license.valid_days'],
    [{ license: { valid_days: '365' } }, 'license.valid_days'],
    [{ license: true }, 'license'],
    [{ license: [] }, 'license'],
  ]);
});

test('200: tier orders plans and may be any whole number to a million, or null', async () => {
  for (const tier of [0, 1, -1_000_000, 1_000_000, null]) {
    assert.equal((await create({ tier })).body.tier, tier);
  }
});

test('400 invalid_parameters: a tier that is not whole or too large', async () => {
  await refused([1.5, 1_000_001, -1_000_001, '1', true].map((tier) => [{ tier }, 'tier']));
});

const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, '']));

test('200: metadata has up to 50 pairs, keys of 40 and values of 500 characters', async () => {
  for (const metadata of [{}, pairs(50), { ['k'.repeat(40)]: 'v'.repeat(500) }, { ['🗝'.repeat(40)]: '😀'.repeat(500) }]) {
    const { status, body, text } = await create({ metadata });
    assert.equal(status, 200, text);
    assert.deepEqual(body.metadata, metadata);
  }
});

test('400 invalid_parameters: metadata beyond its limits, or not of text', async () => {
  const wrong = [pairs(51), { ['k'.repeat(41)]: '' }, { '': '' }, { k: 'v'.repeat(501) },
    { ['🗝'.repeat(41)]: '' }, { k: '😀'.repeat(501) }, null, 'text', []];
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
  const listed = answer.body.error.details.map((d: { param: string; code: string }) => `${d.param} ${d.code}`);
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
  assertRefused(await create({ license: { seats: 1 } }), 400, 'unknown_parameter', ['license.seats']);
  assert.equal(await shop.everything(), before);
});

test('200: products made at the same instant each have their own product_id', async () => {
  const made = await Promise.all(Array.from({ length: 64 }, () => create()));
  assert(made.every(({ status }) => status === 200));
  assert.equal(new Set(made.map(({ body }) => body.product_id)).size, 64);
});
