import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, START, startShop } from '../../../test/harness/shop.ts';

const AT_START = '2026-11-14T09:30:00.000Z';
const HOUR_MS = 3_600_000;
const DETAILS = {
  email: 'billing@example.com',
  name: 'Ada Lovelace',
  company: 'Engines Ltd',
  phone: '+49 30 123456',
  tax_id: 'DE123456789',
  address: {
    line1: '1 Main Street',
    line2: 'Second floor',
    city: 'Berlin',
    state: 'Berlin',
    postal_code: '10115',
    country: 'DE',
  },
};
/** The check digit of `tax_id` is wrong. */
const TAX_ID_CHECK = {
  ...{ status: 'malformed', country: null, number: null, checked_at: null, name: null },
  ...{ consultation_number: null, address: null, reason: 'wrong_check_digits' },
};
const NO_DETAILS = {
  email: null,
  name: null,
  company: null,
  phone: null,
  tax_id: null,
  address: null,
};

const shop = await startShop();

const bill = (customer_id: unknown, details: object = {}, key = shop.api_key) =>
  shop.call('POST /create-customer-billing', { customer_id, ...details }, { key });
const get = async (customer_id: string) =>
  (await shop.call('GET /get-customer', { customer_id })).body;
/** As a browser opens it: no key. */
const open = (url: string) => shop.send({ method: 'GET', path: new URL(url).pathname });

test('200: the whole record, which get-customer then shows', async () => {
  await shop.call('POST /create-customer', { customer_id: 'ada' });
  const sent = { ...DETAILS, return_url: 'https://example.com/account' };
  const { status, body } = await bill('ada', sent);
  assert.equal(status, 200);
  const { billing_id, portal_url } = body;
  assert.match(billing_id, /^bill_[0-9a-hjkmnp-tv-z]{28}$/);
  const billing = {
    billing_id,
    object: 'customer_billing',
    customer_id: 'ada',
    ...DETAILS,
    tax_id_check: TAX_ID_CHECK,
    created_at: AT_START,
    updated_at: AT_START,
  };
  assert.deepEqual(body, { ...billing, portal_url, portal_expires_at: '2026-11-14T10:30:00.000Z' });
  assert.deepEqual((await get('ada')).billing, billing);
});

test('200: a new customer_id makes the customer, with customer.created and customer.updated', async () => {
  const before = await shop.events();
  const { status, body } = await bill('new|1', DETAILS);
  assert.equal(status, 200);
  const { portal_url, portal_expires_at, ...billing } = body;
  const customer = await get('new|1');
  assert.deepEqual(customer, {
    customer_id: 'new|1',
    object: 'customer',
    email: 'billing@example.com',
    name: 'Ada Lovelace',
    country: 'DE',
    language: null,
    metadata: {},
    balances: {},
    email_bounced_at: null,
    billing,
    created_at: AT_START,
    updated_at: AT_START,
  });
  assert.deepEqual((await shop.events()).slice(before.length), [
    { sequence: before.length + 1, type: 'customer.created', data: { ...customer, billing: null } },
    { sequence: before.length + 2, type: 'customer.updated', data: customer },
  ]);
});

test('200: an existing customer keeps name, address and country; customer.updated has the billing', async () => {
  const made = (
    await shop.call('POST /create-customer', { customer_id: 'kept', name: 'Kept', country: 'FR' })
  ).body;
  const before = await shop.events();
  const { portal_url, portal_expires_at, ...billing } = (await bill('kept', DETAILS)).body;
  assert.deepEqual(await get('kept'), { ...made, billing });
  assert.deepEqual((await shop.events()).slice(before.length), [
    { sequence: before.length + 1, type: 'customer.updated', data: { ...made, billing } },
  ]);
});

test('200: called again, it replaces all the details; the billing record stays the same one', async () => {
  const first = (await bill('again', DETAILS)).body;
  shop.now = START + 3_000;
  const second = (await bill('again', { phone: '7' })).body;
  shop.now = START;
  assert.deepEqual(second, {
    ...first,
    ...NO_DETAILS,
    tax_id_check: null,
    phone: '7',
    updated_at: '2026-11-14T09:30:03.000Z',
    portal_url: second.portal_url,
    portal_expires_at: '2026-11-14T10:30:03.000Z',
  });
  const { portal_url, portal_expires_at, ...billing } = second;
  assert.deepEqual((await get('again')).billing, billing);
});

test('200: called again without any details, it keeps them and only gives another link', async () => {
  const first = (await bill('link-only', DETAILS)).body;
  const events = (await shop.events()).length;
  shop.now = START + 3_000;
  const second = (await bill('link-only', { return_url: 'https://shop.example/' })).body;
  shop.now = START;
  const { portal_url } = second;
  const portal_expires_at = '2026-11-14T10:30:03.000Z';
  assert.deepEqual(second, { ...first, portal_url, portal_expires_at });
  assert.notEqual(portal_url, first.portal_url);
  assert.equal((await shop.events()).length, events, 'nothing has changed, and nothing is told');
  const nothing = { email: null, phone: null, address: null, return_url: null };
  const third = (await bill('link-only', nothing)).body;
  assert.equal(third.company, first.company, 'null is the same as leaving it out');
  const replaced = (await bill('link-only', { phone: '+49 30 1', company: null })).body;
  assert.equal(replaced.company, null, 'what is left out of new details is gone');
});

test('200: customer_id alone is enough, and null is the same as leaving a detail out', async () => {
  for (const [customer_id, details] of [
    ['bare', {}],
    ['nulls', { ...NO_DETAILS, return_url: null }],
  ] as const) {
    const { status, body } = await bill(customer_id, details);
    assert.equal(status, 200);
    const { billing_id, portal_url, portal_expires_at, tax_id_check, ...rest } = body;
    assert.equal(tax_id_check, null);
    const instants = { created_at: AT_START, updated_at: AT_START };
    assert.deepEqual(rest, { object: 'customer_billing', customer_id, ...NO_DETAILS, ...instants });
  }
});

test('200: each part of address is optional; a missing part is null; the country is answered in upper case', async () => {
  const none = {
    line1: null,
    line2: null,
    city: null,
    state: null,
    postal_code: null,
    country: null,
  };
  for (const [sent, answered] of [
    [{}, none],
    [{ city: 'Paris' }, { ...none, city: 'Paris' }],
    [
      { country: 'fr', line2: null },
      { ...none, country: 'FR' },
    ],
  ]) {
    assert.deepEqual((await bill('address', { address: sent })).body.address, answered);
  }
});

test('200: portal_url opens a page without a key, for one hour of the clock', async () => {
  const { body } = await bill('portal');
  assert(body.portal_url.startsWith(`${shop.app.base_url}/portal/`));
  for (const [at, status] of [
    [0, 200],
    [HOUR_MS - 1, 200],
    [HOUR_MS, 404],
    [24 * HOUR_MS, 404],
  ] as const) {
    shop.now = START + at;
    const page = await open(body.portal_url);
    shop.now = START;
    assert.equal(page.status, status, `after ${at} ms`);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    assert.match(page.text, /^<!doctype html>/i);
  }
});

test('200: each call gives a link of its own, and the earlier ones still work', async () => {
  const first = (await bill('links')).body.portal_url;
  const second = (await bill('links')).body.portal_url;
  assert.notEqual(first, second);
  assert.deepEqual([(await open(first)).status, (await open(second)).status], [200, 200]);
});

test('404: a made-up portal link is a page that says so, and a link has at least 128 random bits', async () => {
  const { portal_url } = (await bill('guess')).body;
  const token: string = portal_url.split('/').at(-1);
  assert.match(token, /^[0-9a-hjkmnp-tv-z]{26,}$/);
  for (const made_up of [
    '',
    'x',
    token.slice(0, -1),
    `${token}0`,
    token.toUpperCase(),
    `${token}/`,
    '%00',
    '..%2f',
  ]) {
    const page = await shop.send({ method: 'GET', path: `/portal/${made_up}` });
    assert.equal(page.status, 404, made_up);
    assert.match(String(page.headers['content-type']), /^text\/html/);
  }
  assert(!(await shop.everything()).includes(token), 'only its hash is stored');
});

test('200: the same customer_id in another store is another customer with another billing', async () => {
  const { api_key } = await shop.makeStore('live');
  const ours = await bill('shared', { company: 'Ours' });
  const theirs = await bill('shared', { company: 'Theirs' }, api_key);
  assert.notEqual(ours.body.billing_id, theirs.body.billing_id);
  assert.equal((await get('shared')).billing.company, 'Ours');
});

test('400 invalid_parameters: what is wrong is named, all in one answer, and nothing is stored', async () => {
  const before = await shop.everything();
  const table: [details: object, ...params: string[]][] = [
    [{ email: 'x' }, 'email'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ company: '' }, 'company'],
    [{ phone: 'x'.repeat(51) }, 'phone'],
    [{ tax_id: 'a\nb' }, 'tax_id'],
    [{ address: 'Berlin' }, 'address'],
    [{ address: { country: 'XX' } }, 'address.country'],
    [
      { address: { line1: '', city: 5, postal_code: 'x'.repeat(21) } },
      'address.line1',
      'address.city',
      'address.postal_code',
    ],
    [{ return_url: 'https:evil' }, 'return_url'],
    [{ return_url: '/account' }, 'return_url'],
    [
      { email: 1, phone: 2, address: [], return_url: '' },
      'email',
      'phone',
      'address',
      'return_url',
    ],
  ];
  for (const [details, ...params] of table) {
    assertRefused(await bill('refused', details), 400, 'invalid_parameters', params);
  }
  for (const wrong of [undefined, '', ' a', 'x'.repeat(256), null, 1]) {
    assertRefused(await bill(wrong), 400, 'invalid_parameters', ['customer_id']);
  }
  assert.equal(await shop.everything(), before);
});

test('400 unknown_parameter: what create-customer-billing does not know is named, also in address', async () => {
  const before = await shop.everything();
  assertRefused(await bill('refused', { vat: '1' }), 400, 'unknown_parameter', ['vat']);
  assertRefused(await bill('refused', { address: { zip: '1' } }), 400, 'unknown_parameter', [
    'address.zip',
  ]);
  assert.equal(await shop.everything(), before);
});
