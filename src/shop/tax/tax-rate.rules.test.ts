import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES } from '../../platform/core/countries.ts';
import { parseInstant } from '../../platform/core/time.ts';
import { BUILT_IN_RATES, SOURCES } from './built-in-rates.rules.ts';
import { EU_STATES, placeOf, type TaxAddress } from './place.rules.ts';
import { type OwnRate, percentText, ppmOf, ratesFor, ratesText } from './tax-rate.rules.ts';

const TODAY = '2026-11-16';

const rates = (
  address: TaxAddress,
  { day = TODAY, tax_category = 'digital' as const, own_rates = [] as OwnRate[] } = {},
): string => ratesText(ratesFor({ place: placeOf(address), day, tax_category, own_rates }));

const ebooks = (country: string, day = TODAY): string =>
  ratesText(ratesFor({ place: placeOf({ country }), day, tax_category: 'ebook', own_rates: [] }));

test('every place of the list has a rate today, and a country that is not on it has none', () => {
  const others = 'GB CH NO IS TR AU NZ JP KR SG IN ZA AE SA CA'.split(' ');
  const without = [...EU_STATES, ...others].filter((country) => rates({ country }) === '');
  assert.deepEqual(without, []);
  assert.deepEqual(
    ['US', 'BR', 'AX', 'GP', 'GI', 'JE', 'AD'].filter((country) => rates({ country }) !== ''),
    [],
  );
});

test('the standard rates are those of 2026', () => {
  const known = `AT 20, BE 21, BG 20, CY 19, CZ 21, DE 19, DK 25, EE 24, ES 21, FI 25.5, FR 20, GR 24,
    HR 25, HU 27, IE 23, IT 22, LT 21, LU 17, LV 21, MT 18, NL 21, PL 23, PT 23, RO 21, SE 25, SI 22,
    SK 23, GB 20, CH 8.1, NO 25, IS 24, TR 20, KR 10, ZA 15, AE 5, SA 15`;
  for (const pair of known.split(/,\s+/)) {
    const [country = '', percent] = pair.split(' ');
    assert.equal(rates({ country }), `VAT ${percent} %`, country);
  }
  assert.equal(rates({ country: 'AU' }), 'GST 10 %');
  assert.equal(rates({ country: 'NZ' }), 'GST 15 %');
  assert.equal(rates({ country: 'SG' }), 'GST 9 %');
  assert.equal(rates({ country: 'JP' }), 'JCT 10 %');
  assert.equal(rates({ country: 'IN' }), 'IGST 18 %');
});

test('Canada has the federal tax everywhere, and a province’s own beside it or one instead of both', () => {
  const of = (region: string) => rates({ country: 'CA', region });
  assert.deepEqual(
    Object.fromEntries(
      'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ').map((one) => [one, of(one)]),
    ),
    {
      AB: 'GST 5 %',
      BC: 'GST 5 % + PST 7 %',
      MB: 'GST 5 % + PST 7 %',
      NB: 'HST 15 %',
      NL: 'HST 15 %',
      NS: 'HST 14 %',
      NT: 'GST 5 %',
      NU: 'GST 5 %',
      ON: 'HST 13 %',
      PE: 'HST 15 %',
      QC: 'GST 5 % + QST 9.975 %',
      SK: 'GST 5 % + PST 6 %',
      YT: 'GST 5 %',
    },
  );
  assert.equal(rates({ country: 'CA' }), 'GST 5 %');
});

test('a rate that changes on a day counts from that day', () => {
  const changes: [TaxAddress, string, string, string][] = [
    [{ country: 'EE' }, '2025-07-01', 'VAT 22 %', 'VAT 24 %'],
    [{ country: 'EE' }, '2024-01-01', 'VAT 20 %', 'VAT 22 %'],
    [{ country: 'SK' }, '2025-01-01', 'VAT 20 %', 'VAT 23 %'],
    [{ country: 'FI' }, '2024-09-01', 'VAT 24 %', 'VAT 25.5 %'],
    [{ country: 'RO' }, '2025-08-01', 'VAT 19 %', 'VAT 21 %'],
    [{ country: 'LU' }, '2024-01-01', 'VAT 16 %', 'VAT 17 %'],
    [{ country: 'CH' }, '2024-01-01', 'VAT 7.7 %', 'VAT 8.1 %'],
    [{ country: 'SG' }, '2024-01-01', 'GST 8 %', 'GST 9 %'],
    [{ country: 'CA', region: 'NS' }, '2025-04-01', 'HST 15 %', 'HST 14 %'],
  ];
  for (const [address, day, before, after] of changes) {
    const eve = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
    assert.equal(rates(address, { day: eve }), before, `${address.country} before ${day}`);
    assert.equal(rates(address, { day }), after, `${address.country} on ${day}`);
  }
});

test('electronic books have the reduced rate where there is one, else the standard rate', () => {
  assert.equal(ebooks('DE'), 'VAT 7 %');
  assert.equal(ebooks('FR'), 'VAT 5.5 %');
  assert.equal(ebooks('IE'), 'VAT 0 %');
  assert.equal(ebooks('FI'), 'VAT 13.5 %');
  assert.equal(ebooks('FI', '2025-12-31'), 'VAT 14 %');
  assert.equal(ebooks('CH'), 'VAT 2.6 %');
  assert.equal(ebooks('HU'), 'VAT 27 %');
  assert.equal(ebooks('AU'), 'GST 10 %');
});

test('the Azores and Madeira have their own rates, the Canary Islands none', () => {
  assert.equal(rates({ country: 'PT', postal_code: '9500-150' }), 'VAT 16 %');
  assert.equal(rates({ country: 'PT', postal_code: '9000-001' }), 'VAT 22 %');
  assert.equal(rates({ country: 'ES', postal_code: '35001' }), '');
});

const own = (given: Partial<OwnRate>): OwnRate => ({
  ...{ country: 'DE', region: null, tax_category: null, tax: 'VAT', rate_ppm: 160_000 },
  ...{ valid_from: '2026-01-01', valid_until: '2026-12-31', ...given },
});

test('own rates win while they hold, and those of a region win over those of the country', () => {
  const germany = [own({})];
  assert.equal(rates({ country: 'DE' }, { own_rates: germany }), 'VAT 16 %');
  assert.equal(rates({ country: 'DE' }, { own_rates: germany, day: '2026-12-31' }), 'VAT 16 %');
  assert.equal(rates({ country: 'DE' }, { own_rates: germany, day: '2027-01-01' }), 'VAT 19 %');
  assert.equal(rates({ country: 'DE' }, { own_rates: germany, day: '2025-12-31' }), 'VAT 19 %');
  assert.equal(rates({ country: 'FR' }, { own_rates: germany }), 'VAT 20 %');
  const states = [
    own({ country: 'US', region: 'NY', tax: 'Sales tax', rate_ppm: 88_750 }),
    own({ country: 'US', tax: 'Sales tax', rate_ppm: 10_000 }),
    own({ country: 'ES', rate_ppm: 1 }),
    own({ country: 'ES', region: 'CN', tax: 'IGIC', rate_ppm: 70_000 }),
  ];
  assert.equal(rates({ country: 'US', region: 'NY' }, { own_rates: states }), 'Sales tax 8.875 %');
  assert.equal(rates({ country: 'US', region: 'CA' }, { own_rates: states }), 'Sales tax 1 %');
  assert.equal(rates({ country: 'ES', postal_code: '38001' }, { own_rates: states }), 'IGIC 7 %');
  assert.equal(
    rates({ country: 'ES', postal_code: '51001' }, { own_rates: states }),
    '',
    'not Spain’s',
  );
});

test('of two own rates of one tax, the one that began last holds', () => {
  const own_rates = [
    own({ valid_until: null }),
    own({ valid_from: '2026-07-01', rate_ppm: 170_000, valid_until: '2026-12-31' }),
  ];
  const on = (day: string) => rates({ country: 'DE' }, { own_rates, day });
  assert.equal(on('2026-06-30'), 'VAT 16 %');
  assert.equal(on('2026-07-01'), 'VAT 17 %');
  assert.equal(on('2027-01-01'), 'VAT 16 %', 'the later one has ended');
});

test('own rates may be for one category, and several of one place are charged together', () => {
  const books = [own({ tax_category: 'ebook', rate_ppm: 50_000 })];
  assert.equal(rates({ country: 'DE' }, { own_rates: books }), 'VAT 19 %', 'not for all else');
  const asked = { place: placeOf({ country: 'DE' }), day: TODAY, own_rates: books };
  assert.equal(ratesText(ratesFor({ ...asked, tax_category: 'ebook' })), 'VAT 5 %');
  const two = [own({ rate_ppm: 1_234 }), own({ tax: 'City', rate_ppm: 5_000 })];
  assert.equal(rates({ country: 'DE' }, { own_rates: two }), 'VAT 0.1234 % + City 0.5 %');
});

test('the data is sound: days are days, newest first, and every figure has a source', () => {
  for (const { country, region, standard, ebook, sources } of BUILT_IN_RATES) {
    const name = `${country} ${region}`;
    assert.ok(COUNTRIES.has(country), name);
    assert.ok(
      sources.length > 0 && sources.every((one) => SOURCES[one].looked_at >= '2026-11-16'),
      name,
    );
    for (const steps of [standard, ebook ?? {}]) {
      const days = Object.keys(steps);
      assert.deepEqual(days, days.toSorted().toReversed(), name);
      assert.ok(
        days.every((day) => parseInstant(day, 'start') !== undefined),
        name,
      );
      assert.ok(
        Object.values(steps).every((percent) => percent >= 0 && ppmOf(percent) !== undefined),
        name,
      );
    }
    assert.ok((Object.keys(standard).at(-1) ?? '') <= '2024-01-01', `${name} goes back to 2024`);
  }
  const names = BUILT_IN_RATES.map(({ country, region, tax }) => `${country} ${region} ${tax}`);
  assert.equal(new Set(names).size, names.length, 'no place has a tax twice');
});

test('percentages have up to four decimals', () => {
  assert.equal(ppmOf(9.975), 99_750);
  assert.equal(ppmOf(8.1), 81_000);
  assert.equal(ppmOf(0.0001), 1);
  assert.equal(ppmOf(0.00001), undefined);
  assert.equal(percentText(255_000), '25.5');
});
