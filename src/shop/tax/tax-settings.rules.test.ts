import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OwnRate } from './tax-rate.rules.ts';
import {
  includesTax,
  ownRateProblems,
  registrationProblems,
  requesterOf,
  type SellerRegistration,
} from './tax-settings.rules.ts';

const registration = (given: Partial<SellerRegistration> = {}): SellerRegistration => ({
  ...{ scheme: 'standard', country: 'DE', region: null, since: '2026-01-01', until: null },
  ...{ tax_number: null, ...given },
});

const problems = (...given: SellerRegistration[]): string[] =>
  registrationProblems(given).map(({ param, code }) => `${param} ${code}`);

test('good registrations have no problem, one after the other and beside each other', () => {
  const good = [
    registration({ until: '2026-06-30' }),
    registration({ since: '2026-07-01', tax_number: 'DE136695976' }),
    registration({ scheme: 'oss' }),
    registration({ country: 'CA' }),
    registration({ country: 'CA', region: 'QC', tax_number: '1234567890TQ0001' }),
    registration({ country: 'MC', tax_number: 'FR53000004605' }),
  ];
  assert.deepEqual(problems(...good), []);
  assert.deepEqual(
    problems(registration({ scheme: 'oss', country: 'IE', tax_number: 'EU372000041' })),
    [],
  );
});

test('a wrong registration is refused with the parameter that is wrong', () => {
  const wrong: [Partial<SellerRegistration>, string][] = [
    [{ since: '2026-02-30' }, 'since invalid_day'],
    [{ since: '2026-02-03T00:00:00Z' }, 'since invalid_day'],
    [{ until: 'soon' }, 'until invalid_day'],
    [{ until: '2025-12-31' }, 'until too_early'],
    [{ country: 'XX' }, 'country unknown_country'],
    [{ scheme: 'oss', country: 'GB' }, 'country not_in_eu'],
    [{ scheme: 'oss', region: 'BY' }, 'region not_allowed'],
    [{ tax_number: 'DE136695975' }, 'tax_number wrong_tax_number'],
    [{ tax_number: 'FR40303265045' }, 'tax_number wrong_tax_number'],
  ];
  for (const [given, expected] of wrong) {
    assert.deepEqual(problems(registration(given)), [`registrations.0.${expected}`]);
  }
});

test('a place has one registration at a time, and there is one One-Stop-Shop', () => {
  const overlapping = 'registrations.1.since overlapping';
  assert.deepEqual(problems(registration(), registration({ since: '2027-01-01' })), [overlapping]);
  const shops = [registration({ scheme: 'oss' }), registration({ scheme: 'oss', country: 'FR' })];
  assert.deepEqual(problems(...shops), [overlapping]);
  const ended = registration({ until: '2026-06-30' });
  assert.deepEqual(problems(ended, registration({ since: '2026-06-30' })), [overlapping]);
});

const rate = (given: Partial<OwnRate> = {}): OwnRate => ({
  ...{ country: 'US', region: 'NY', tax_category: null, tax: 'Sales tax', rate_ppm: 88_750 },
  ...{ valid_from: '2026-01-01', valid_until: null, ...given },
});

test('an own rate must be a percentage, hold in the right order, and not begin with its like', () => {
  const codes = (given: Partial<OwnRate>, others: OwnRate[] = []) =>
    ownRateProblems(rate(given), others).map(({ param, code }) => `${param} ${code}`);
  assert.deepEqual(codes({}), []);
  assert.deepEqual(codes({ rate_ppm: 0 }), []);
  assert.deepEqual(codes({ rate_ppm: 1_000_000 }), []);
  assert.deepEqual(codes({ rate_ppm: 1_000_001 }), ['rate out_of_range']);
  assert.deepEqual(codes({ rate_ppm: -1 }), ['rate out_of_range']);
  assert.deepEqual(codes({ valid_until: '2025-01-01' }), ['valid_until too_early']);
  assert.deepEqual(codes({}, [rate()]), ['valid_from taken']);
  assert.deepEqual(codes({}, [rate({ valid_from: '2025-01-01' })]), [], 'it takes over');
  assert.deepEqual(codes({}, [rate({ tax: 'City' }), rate({ region: null })]), []);
});

test('a product says how its price is meant, else the store does', () => {
  assert.equal(includesTax('inclusive', { prices_include_tax: false }), true);
  assert.equal(includesTax('exclusive', { prices_include_tax: true }), false);
  assert.equal(includesTax(null, { prices_include_tax: true }), true);
});

test('VIES is told the seller’s number of its own country, if it has one', () => {
  const settings = (...registrations: SellerRegistration[]) => ({
    ...{ country: 'DE', registrations, prices_include_tax: true },
    when_unverified: 'accept' as const,
  });
  const own = registration({ tax_number: 'DE136695976' });
  const french = registration({ country: 'FR', tax_number: 'FR40303265045' });
  assert.deepEqual(requesterOf(settings(french, own)), { country: 'DE', number: '136695976' });
  assert.deepEqual(requesterOf(settings(french)), { country: 'FR', number: '40303265045' });
  assert.equal(requesterOf(settings(registration())), null);
  assert.equal(requesterOf(settings()), null);
});
