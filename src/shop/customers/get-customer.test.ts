import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const AT_START = '2026-11-14T09:30:00.000Z';

const shop = await startShop();

const create = async (input: object) => (await shop.call('POST /create-customer', input)).body;
const get = (input: object, key = shop.api_key) => shop.call('GET /get-customer', input, { key });

test('200: the whole record with billing, asked for in the query string or in a JSON body', async () => {
  const customer_id = 'ada|1';
  await create({
    customer_id,
    email: 'ada@example.com',
    name: 'Ada',
    country: 'gb',
    metadata: { plan: 'gold' },
  });
  const made = await shop.call('POST /create-customer-billing', {
    customer_id,
    company: 'Engines Ltd',
    address: { line1: '1 Main Street', country: 'GB' },
  });
  for (const [amount, currency] of [
    [20.5, 'EUR'],
    [-3, 'JPY'],
    [7, 'USD'],
    [-7, 'USD'],
  ]) {
    const adjustment = { customer_id, amount, currency, reason: 'goodwill' };
    await shop.call('POST /adjust-customer-balance', adjustment);
  }
  const before = await shop.everything();
  const in_query = await get({ customer_id });
  assert.equal(in_query.status, 200);
  assert.deepEqual(in_query.body, {
    customer_id,
    object: 'customer',
    email: 'ada@example.com',
    name: 'Ada',
    country: 'GB',
    language: null,
    metadata: { plan: 'gold' },
    balances: { EUR: 20.5, JPY: -3 },
    email_bounced_at: null,
    billing: {
      billing_id: made.body.billing_id,
      object: 'customer_billing',
      customer_id,
      email: null,
      name: null,
      company: 'Engines Ltd',
      phone: null,
      tax_id: null,
      tax_id_check: null,
      address: {
        line1: '1 Main Street',
        line2: null,
        city: null,
        state: null,
        postal_code: null,
        country: 'GB',
      },
      created_at: AT_START,
      updated_at: AT_START,
    },
    created_at: AT_START,
    updated_at: AT_START,
  });
  const in_body = await shop.call('GET /get-customer', { customer_id }, { in_body: true });
  assert.equal(in_body.text, in_query.text);
  assert.equal(await shop.everything(), before);
});

test('200: a customer without billing details has billing null', async () => {
  const made = await create({ customer_id: 'plain' });
  assert.deepEqual((await get({ customer_id: 'plain' })).body, made);
  assert.equal(made.billing, null);
});

test('200: an e-mail address finds its customer without regard to case', async () => {
  const made = await create({ email: 'Grace.Hopper@Example.com' });
  for (const email of [
    'Grace.Hopper@Example.com',
    'grace.hopper@example.com',
    'GRACE.HOPPER@EXAMPLE.COM',
  ]) {
    assert.deepEqual((await get({ email })).body, made);
  }
  const in_body = await shop.call(
    'GET /get-customer',
    { email: 'grace.HOPPER@example.com' },
    { in_body: true },
  );
  assert.deepEqual(in_body.body, made);
});

test('200: of customers with one address the newest is answered', async () => {
  await create({ customer_id: 'z-older', email: 'twin@example.com' });
  const newest = await create({ customer_id: 'a-newest', email: 'TWIN@example.com' });
  assert.deepEqual((await get({ email: 'twin@example.com' })).body, newest);
  await shop.call('POST /update-customer', { customer_id: 'z-older', name: 'Changed later' });
  assert.deepEqual((await get({ email: 'twin@example.com' })).body, newest);
  const first = await get({ email: 'twin@example.com', first: true });
  assert.equal(first.body.customer_id, 'z-older');
});

test('200: customer_id and email together must be of the same customer', async () => {
  const made = await create({ customer_id: 'both', email: 'both@example.com' });
  assert.deepEqual((await get({ customer_id: 'both', email: 'BOTH@example.com' })).body, made);
});

test('200: together they find a customer who is not the newest with that address', async () => {
  const older = await create({ customer_id: 'older', email: 'two@example.com' });
  await create({ customer_id: 'newer', email: 'two@example.com' });
  assert.deepEqual((await get({ customer_id: 'older', email: 'two@example.com' })).body, older);
});

test('404 customer_not_found: an identifier or address that no customer has, or of two customers', async () => {
  await create({ customer_id: 'one', email: 'one@example.com' });
  await create({ customer_id: 'no-address' });
  const before = await shop.everything();
  for (const input of [
    { customer_id: 'nobody' },
    { customer_id: 'ONE' },
    { email: 'nobody@example.com' },
    { email: 'one@example.co' },
    { customer_id: 'one', email: 'nobody@example.com' },
    { customer_id: 'nobody', email: 'one@example.com' },
    { customer_id: 'no-address', email: 'one@example.com' },
  ]) {
    assertRefused(await get(input), 404, 'customer_not_found', []);
  }
  assert.equal(await shop.everything(), before);
});

test('404 customer_not_found: the customer of another store is answered like a missing one', async () => {
  await create({ customer_id: 'ours', email: 'ours@example.com' });
  const { api_key } = await shop.makeStore('live');
  const missing = await get({ customer_id: 'nobody' }, api_key);
  for (const input of [{ customer_id: 'ours' }, { email: 'ours@example.com' }]) {
    const theirs = await get(input, api_key);
    assertRefused(theirs, 404, 'customer_not_found');
    assert.deepEqual(
      { ...theirs.body.error, request_id: '' },
      { ...missing.body.error, request_id: '' },
    );
  }
});

test('400 invalid_parameters: neither customer_id nor email', async () => {
  const answer = await get({});
  assertRefused(answer, 400, 'invalid_parameters', ['customer_id']);
  assert.match(answer.body.error.message, /customer_id or email/);
});

test('404 customer_not_found: whatever is no customer_id or e-mail address is nobody', async () => {
  for (const customer_id of ['', 'a b', ' ', 'x'.repeat(3_000)]) {
    assertRefused(await get({ customer_id }), 404, 'customer_not_found');
  }
  for (const email of ['', 'ada', 'ada@example', 'x'.repeat(3_000)]) {
    assertRefused(await get({ email }), 404, 'customer_not_found');
  }
  const numbers = await shop.call(
    'GET /get-customer',
    { customer_id: 1, email: 2 },
    { in_body: true },
  );
  assertRefused(numbers, 400, 'invalid_parameters', ['customer_id', 'email']);
});

test('400 unknown_parameter: what get-customer does not know is named', async () => {
  assertRefused(await get({ customer_id: 'one', id: 'one' }), 400, 'unknown_parameter', ['id']);
});
