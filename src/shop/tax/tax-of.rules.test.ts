import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_TAX } from './decide-tax.rules.ts';
import { type KnownTaxNumber, knownTaxNumber } from './known-tax-number.rules.ts';
import {
  asksForCountry,
  asksForRegion,
  type TaxBuyer,
  type TaxRules,
  taxDay,
  taxOf,
} from './tax-of.rules.ts';
import { parseTaxSettings } from './tax-settings.rules.ts';
import { unavailable, type ViesAnswer } from './vies.rules.ts';

const NOW = Date.parse('2026-11-16T23:59:59.999Z');
const day = taxDay(NOW);
const sale = { tax_category: 'digital', day } as const;
const GERMAN = {
  ...{ scheme: 'standard', country: 'DE', region: null, since: '2020-01-01', until: null },
  tax_number: 'DE136695976',
};
const OSS = { ...GERMAN, scheme: 'oss', since: '2026-11-16' };

const rulesOf = (settings: object): TaxRules => ({
  settings: parseTaxSettings(JSON.stringify(settings)),
  own_rates: [],
});
const SELLER = rulesOf({ country: 'DE', registrations: [GERMAN, OSS] });
const from = (country: string) => ({ address: { country }, tax_number: null });

test('a store without settings asks nobody for a country and charges nothing', () => {
  const rules = rulesOf({});
  assert.equal(asksForCountry(rules, day), false);
  assert.equal(taxOf(rules, from('DE'), sale), NO_TAX);
  assert.equal(rules.settings.prices_include_tax, true);
  assert.equal(rules.settings.when_unverified, 'charge');
});

test('registrations count from their first day on, in UTC', () => {
  assert.equal(day, '2026-11-16');
  const rules = rulesOf({ country: 'DE', registrations: [OSS] });
  assert.equal(asksForCountry(rules, '2026-11-15'), false);
  assert.equal(asksForCountry(rules, day), true);
  assert.equal(taxOf(rules, from('FR'), { ...sale, day: '2026-11-15' }), NO_TAX);
  assert.equal(taxOf(rules, from('FR'), sale).rates[0]?.rate_ppm, 200_000);
});

test('a buyer whose country nobody knows pays no tax', () => {
  assert.equal(taxOf(SELLER, { address: null, tax_number: null }, sale), NO_TAX);
});

const FRENCH = 'FR 40 303 265 045';
const said = (status: ViesAnswer['status']): ViesAnswer => ({ ...unavailable('', NOW), status });

test('what VIES says of a number decides, and the setting where it says nothing', () => {
  const number = knownTaxNumber(FRENCH, { country: 'FR', before: null });
  assert.equal(number?.well_formed?.number, 'FR40303265045');
  const accepting = rulesOf({ ...SELLER.settings, when_unverified: 'accept' });
  const table: [ViesAnswer | null, charging: string, accepting: string][] = [
    [null, 'charged', 'reverse_charge'],
    [said('unavailable'), 'charged', 'reverse_charge'],
    [said('invalid'), 'charged', 'charged'],
    [said('valid'), 'reverse_charge', 'reverse_charge'],
  ];
  for (const [answer, when_charging, when_accepting] of table) {
    const buyer: TaxBuyer = {
      address: { country: 'FR' },
      tax_number: number && { ...number, answer },
    };
    assert.equal(taxOf(SELLER, buyer, sale).kind, when_charging);
    assert.equal(taxOf(accepting, buyer, sale).kind, when_accepting);
  }
});

test('the answer about a number is kept while it is the same one, however it is written', () => {
  const valid: KnownTaxNumber = {
    ...{ text: 'x', why_not: null, answer: said('valid') },
    well_formed: { country: 'FR', number: 'FR40303265045', vies: null },
  };
  const again = (text: string) => knownTaxNumber(text, { country: 'FR', before: valid })?.answer;
  assert.equal(again('40303265045')?.status, 'valid');
  assert.equal(again(FRENCH)?.status, 'valid');
  assert.equal(again('FR23334175221'), null);
  assert.equal(again('FR'), null);
  const mistyped = knownTaxNumber('FR41303265045', { country: null, before: valid });
  assert.deepEqual([mistyped?.why_not, mistyped?.answer], ['wrong_check_digits', null]);
  assert.equal(knownTaxNumber('', { country: null, before: valid }), null);
});

test('a region is asked for where the tax depends on it: in Canada, and by the store’s own words', () => {
  const rate = { tax_category: null, tax: 'Sales tax', rate_ppm: 88_750 };
  const held = { valid_from: '2026-01-01', valid_until: null };
  const own_rates = [{ ...rate, ...held, country: 'US', region: 'NY' }];
  assert.ok(asksForRegion(SELLER, 'CA'));
  assert.ok(!asksForRegion(SELLER, 'US'));
  assert.ok(asksForRegion({ ...SELLER, own_rates }, 'US'));
  const texas = rulesOf({
    country: 'US',
    registrations: [{ ...GERMAN, country: 'US', region: 'TX' }],
  });
  assert.ok(asksForRegion(texas, 'US') && !asksForRegion(texas, 'DE'));
});
