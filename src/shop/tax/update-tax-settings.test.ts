import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const update = (settings: object, key = shop.api_key) =>
  shop.call('POST /update-tax-settings', settings, { key });
const get = async (key = shop.api_key) =>
  (await shop.call('GET /get-tax-settings', {}, { key })).body;

const DEFAULTS = {
  ...{ object: 'tax_settings', legal_name: null, email: null, address: null, country: null },
  ...{ tax_number: null, company_number: null, registrations: [], prices_include_tax: true },
  ...{ when_unverified: 'charge', registrations_confirmed: false },
};
const GERMANY = { country: 'DE', since: '2020-01-01', tax_number: 'DE136695976' };

test('200: settings that are not sent stay, null clears, lists are replaced whole', async () => {
  const { api_key } = await shop.makeStore('test');
  assert.deepEqual(await get(api_key), DEFAULTS);
  const sent = {
    ...{ legal_name: 'Engines GmbH', email: 'tax@example.com', country: 'de' },
    ...{ address: { line1: '1 Main Street', city: 'Berlin' }, company_number: 'HRB 1' },
    registrations: [GERMANY, { scheme: 'oss', country: 'de', since: '2026-01-01' }],
  };
  const first = (await update(sent, api_key)).body;
  const plain = { scheme: 'standard', region: null, until: null };
  const german = { ...GERMANY, ...plain };
  const oss = { ...german, scheme: 'oss', since: '2026-01-01', tax_number: null };
  assert.deepEqual(first, {
    ...{ ...DEFAULTS, ...sent, country: 'DE', registrations: [german, oss] },
    registrations_confirmed: true,
    address: { ...sent.address, line2: null, state: null, postal_code: null },
  });
  assert.deepEqual(await get(api_key), first);
  const change = { prices_include_tax: false, when_unverified: 'accept', address: null };
  assert.deepEqual((await update(change, api_key)).body, { ...first, ...change });
  const cleared = {
    ...{ legal_name: null, email: null, company_number: null, registrations: [], country: null },
    ...{ prices_include_tax: true, when_unverified: 'charge' },
  };
  const nowhere = { ...DEFAULTS, registrations_confirmed: true };
  assert.deepEqual((await update(cleared, api_key)).body, nowhere);
  assert.deepEqual((await update({}, api_key)).body, nowhere, 'nothing to change is allowed');
});

test('200: nowhere is an answer, too: an empty list says it, and nothing else does', async () => {
  const { api_key } = await shop.makeStore('test');
  await update({ legal_name: 'Lumen', country: 'DE', prices_include_tax: false }, api_key);
  assert.equal((await get(api_key)).registrations_confirmed, false);
  assert.equal((await update({ registrations: [] }, api_key)).body.registrations_confirmed, true);
  await update({ legal_name: null }, api_key);
  assert.equal((await get(api_key)).registrations_confirmed, true);
});

test('400: a live store keeps its name and address: they can be changed, and not be taken away', async () => {
  const { api_key } = await shop.makeStore('live');
  const before = await shop.everything();
  const cleared: [change: object, param: string][] = [
    [{ legal_name: null }, 'legal_name'],
    [{ country: null }, 'country'],
    [{ address: { line1: '1 Main Street' } }, 'address.city'],
    [{ address: { city: 'Dover' } }, 'address.line1'],
  ];
  for (const [change, param] of cleared) {
    assertRefused(await update(change, api_key), 400, 'invalid_parameters', [param]);
  }
  assert.equal(await shop.everything(), before);
  const other = { legal_name: 'Lumen', address: { line1: '2 Low Street', postal_code: 'CT16' } };
  assert.equal((await update(other, api_key)).status, 200);
});

test('200: regions become codes and numbers are written as on invoices', async () => {
  const { api_key } = await shop.makeStore('live');
  const registrations = [
    { country: 'ca', region: 'Québec', since: '2026-01-01', tax_number: '1234567890 TQ 0001' },
    { country: 'US', region: 'us-ny', since: '2026-01-01', until: '2026-12-31' },
    { country: 'FR', since: '2026-01-01', tax_number: 'fr 40 303 265 045' },
  ];
  const { body } = await update({ country: 'DE', registrations }, api_key);
  const shown = body.registrations.map((one: Record<string, string>) =>
    [one.country, one.region, one.until, one.tax_number].join(' '),
  );
  const expected = ['CA QC  1234567890 TQ 0001', 'US NY 2026-12-31 ', 'FR   FR40303265045'];
  assert.deepEqual(shown, expected);
});

test('200: settings are those of one store, and a key of scope read cannot change them', async () => {
  const [ours, theirs] = [await shop.makeStore('test'), await shop.makeStore('test')];
  await update({ country: 'DE', registrations: [GERMANY] }, ours.api_key);
  assert.deepEqual(await get(theirs.api_key), DEFAULTS);
  const read = (await shop.makeKey('read')).api_key;
  assert.deepEqual(await get(read), DEFAULTS);
  assertRefused(await update({ country: 'FR' }, read), 403, 'api_key_scope', []);
});

test('400 invalid_parameters: what is wrong is named, and nothing is changed', async () => {
  const before = await shop.everything();
  const one = (registration: object) => ({ registrations: [{ ...GERMANY, ...registration }] });
  const table: [settings: object, ...params: string[]][] = [
    [{ registrations: [GERMANY] }, 'country'],
    [{ country: 'XX' }, 'country'],
    [
      { legal_name: ' ', email: 'x', tax_number: 'x'.repeat(51) },
      'legal_name',
      'email',
      'tax_number',
    ],
    [
      { address: { line1: 'x'.repeat(201), postal_code: 1 } },
      'address.line1',
      'address.postal_code',
    ],
    [
      { prices_include_tax: 'yes', when_unverified: 'ask' },
      'prices_include_tax',
      'when_unverified',
    ],
    [{ registrations: {} }, 'registrations'],
    [{ registrations: ['DE'] }, 'registrations.0'],
    [{ registrations: Array(101).fill(GERMANY) }, 'registrations'],
    [{ registrations: [GERMANY, {}] }, 'registrations.1.country', 'registrations.1.since'],
    [one({ scheme: 'ioss' }), 'registrations.0.scheme'],
    [one({ since: '2026-02-30' }), 'registrations.0.since'],
    [one({ since: '2026-02-01T00:00:00Z' }), 'registrations.0.since'],
    [one({ until: '2019-12-31' }), 'registrations.0.until'],
    [one({ tax_number: 'DE136695975' }), 'registrations.0.tax_number'],
    [
      one({ scheme: 'oss', country: 'GB' }),
      'registrations.0.country',
      'registrations.0.tax_number',
    ],
    [one({ country: 'CA', region: 'Bavaria', tax_number: null }), 'registrations.0.region'],
    [{ registrations: [GERMANY, GERMANY] }, 'registrations.1.since'],
  ];
  for (const [settings, ...params] of table) {
    assertRefused(await update(settings), 400, 'invalid_parameters', params);
  }
  assert.equal(await shop.everything(), before);
});

test('400 unknown_parameter: also inside a registration or the address', async () => {
  const registrations = [GERMANY, { ...GERMANY, vat: '1' }];
  for (const [settings, param] of [
    [{ registrations }, 'registrations.1.vat'],
    [{ address: { country: 'DE' } }, 'address.country'],
    [{ vat: 1 }, 'vat'],
  ] as const) {
    assertRefused(await update(settings), 400, 'unknown_parameter', [param]);
  }
});

test('400 invalid_parameters: a country that registrations need cannot be cleared', async () => {
  const { api_key } = await shop.makeStore('test');
  await update({ country: 'DE', registrations: [GERMANY] }, api_key);
  assertRefused(await update({ country: null }, api_key), 400, 'invalid_parameters', ['country']);
  assert.equal((await get(api_key)).country, 'DE');
});
