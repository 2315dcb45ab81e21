import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { readTaxRules } from './read-tax-rules.ts';

const shop = await startShop();

test('the rules of a store are its own settings and rates, and defaults where it has none', async () => {
  const [first, second] = [await shop.makeStore('test'), await shop.makeStore('test')];
  await shop.db.write(first, async (tx) => {
    const settings = JSON.stringify({ country: 'DE', prices_include_tax: false });
    const SET = 'UPDATE stores SET tax_settings = :settings WHERE store_id = :store_id';
    await tx.run(SET, { settings });
    await tx.run(
      `INSERT INTO tax_rates (store_id, tax_rate_id, country, tax, rate_ppm, valid_from, created_at)
       VALUES (:store_id, 'rate_1', 'BR', 'ISS', 50000, '2026-01-01', 0)`,
    );
  });
  const ours = await readTaxRules(shop.db.reader(first));
  assert.equal(ours.settings.country, 'DE');
  assert.equal(ours.settings.prices_include_tax, false);
  assert.equal(ours.settings.when_unverified, 'charge');
  assert.equal(ours.own_rates.length, 1);
  assert.equal(ours.own_rates[0]?.rate_ppm, 50_000);
  const theirs = await readTaxRules(shop.db.reader(second));
  assert.deepEqual([theirs.settings.country, theirs.own_rates], [null, []]);
});
