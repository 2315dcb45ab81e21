import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const create = (rate: object, key = shop.api_key) =>
  shop.call('POST /create-tax-rate', rate, { key });
const NEW_YORK = { country: 'US', region: 'NY', tax: 'Sales tax', rate: 8.875 };

test('200: the whole record; a rate holds from today unless it says otherwise', async () => {
  const { status, body } = await create(NEW_YORK);
  assert.equal(status, 200);
  assert.match(body.tax_rate_id, /^rate_[0-9a-hjkmnp-tv-z]{28}$/);
  assert.deepEqual(body, {
    ...{ tax_rate_id: body.tax_rate_id, object: 'tax_rate', ...NEW_YORK, tax_category: null },
    ...{ valid_from: '2026-11-14', valid_until: null, created_at: '2026-11-14T09:30:00.000Z' },
  });
  const given = {
    ...{ country: 'br', rate: 0.1234, tax_category: 'ebook', region: ' são paulo ' },
    ...{ valid_from: '2026-01-01', valid_until: '2026-12-31' },
  };
  const second = (await create(given)).body;
  const { tax_rate_id, created_at } = second;
  const shown = { ...given, country: 'BR', region: 'SAO PAULO', tax: 'VAT' };
  assert.deepEqual(second, { tax_rate_id, object: 'tax_rate', ...shown, created_at });
});

test('200: a rate of a tax may begin while another holds; other taxes of the place are beside it', async () => {
  const key = (await shop.makeStore('test')).api_key;
  for (const rate of [
    NEW_YORK,
    { ...NEW_YORK, valid_from: '2027-01-01', rate: 9 },
    { ...NEW_YORK, tax: 'City tax' },
    { ...NEW_YORK, tax_category: 'ebook' },
    { ...NEW_YORK, region: 'new jersey' },
    { ...NEW_YORK, region: null },
  ]) {
    assert.equal((await create(rate, key)).status, 200);
  }
});

test('400 invalid_parameters: what is wrong is named, and nothing is stored', async () => {
  const key = (await shop.makeStore('test')).api_key;
  const first = { country: 'FR', rate: 5 };
  await create(first, key);
  for (const tax of ['A', 'B', 'C', 'D']) await create({ ...first, tax }, key);
  const before = await shop.everything();
  const table: [rate: object, ...params: string[]][] = [
    [{}, 'country', 'rate'],
    [{ ...first, country: 'XX' }, 'country'],
    [{ ...first, country: 'MC' }, 'country'],
    [{ ...first, region: '971' }, 'country'],
    [{ ...first, country: 'CA', region: 'BY' }, 'region'],
    [{ ...NEW_YORK, region: 'Springfield' }, 'region'],
    [{ ...first, rate: -1 }, 'rate'],
    [{ ...first, rate: 100.01 }, 'rate'],
    [{ ...first, rate: 1.23456 }, 'rate'],
    [{ ...first, rate: '5' }, 'rate'],
    [{ ...first, tax_category: 'exempt' }, 'tax_category'],
    [{ ...first, tax: ' ' }, 'tax'],
    [{ ...first, tax: 'x'.repeat(31) }, 'tax'],
    [{ ...first, tax: 'E' }, 'tax'],
    [{ ...first, valid_from: 'today' }, 'valid_from'],
    [{ ...first, valid_from: '2026-01-01T00:00:00Z' }, 'valid_from'],
    [{ ...first, tax: 'A', valid_from: '2027-01-02', valid_until: '2027-01-01' }, 'valid_until'],
    [first, 'valid_from'],
  ];
  for (const [rate, ...params] of table) {
    assertRefused(await create(rate, key), 400, 'invalid_parameters', params);
  }
  assertRefused(await create({ ...first, percent: 5 }, key), 400, 'unknown_parameter', ['percent']);
  assert.equal(await shop.everything(), before);
});

test('400 tax_rate_limit: a store has at most 1,000 rates, also when several come at once', async () => {
  const { store_id, api_key } = await shop.makeStore('test');
  await shop.db.write({ store_id }, async (tx) => {
    for (let i = 0; i < 998; i++) {
      await tx.run(
        `INSERT INTO tax_rates (store_id, tax_rate_id, country, tax, rate_ppm, valid_from, created_at)
         VALUES (:store_id, :tax_rate_id, 'AR', :tax_rate_id, 1, '2026-01-01', 0)`,
        { tax_rate_id: `rate_${i}` },
      );
    }
  });
  const regions = ['NY', 'NJ', 'CA', 'TX', 'WA'];
  const answers = await Promise.all(
    regions.map((region) => create({ ...NEW_YORK, region }, api_key)),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  assert.equal(refused.length, 3);
  for (const answer of refused) assertRefused(answer, 400, 'tax_rate_limit', []);
});
