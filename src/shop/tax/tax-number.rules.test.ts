import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EU_STATES } from './place.rules.ts';
import { checkTaxNumber, NUMBER_COUNTRIES, numberCounts } from './tax-number.rules.ts';

// Numbers that the states themselves or companies have published.
const NUMBERS: Record<string, string[]> = {
  AT: ['ATU13585627'],
  BE: ['BE0428759497'],
  BG: ['BG175074752', 'BG7523169263', 'BG8032056031', 'BG7501020018'],
  CY: ['CY10259033P'],
  CZ: ['CZ25123891', 'CZ7103192745', 'CZ640903926', 'CZ395601439'],
  DE: ['DE136695976'],
  DK: ['DK13585628'],
  EE: ['EE100931558'],
  ES: ['ESA13585625', 'ES54362315K', 'ESX2482300W', 'ESJ99216582', 'ESM1234567L'],
  FI: ['FI20774740'],
  FR: ['FR40303265045', 'FR23334175221', 'FRK7399859412', 'FR53000004605'],
  GR: ['EL094259216'],
  HR: ['HR33392005961'],
  HU: ['HU12892312'],
  IE: ['IE6388047V', 'IE6433435OA', 'IE8D79739I'],
  IT: ['IT00743110157'],
  LT: ['LT119511515', 'LT100001919017'],
  LU: ['LU26375245', 'LU15027442'],
  LV: ['LV40003521600', 'LV16117519997'],
  MT: ['MT11679112'],
  NL: ['NL004495445B01', 'NL123456789B13'],
  PL: ['PL8567346215'],
  PT: ['PT501964843'],
  RO: ['RO18547290'],
  SE: ['SE123456789701'],
  SI: ['SI50223054'],
  SK: ['SK2022749619'],
  GB: ['GB980780684', 'GB802311782', 'GBGD001', 'GBHA500'],
  CH: ['CHE107787577'],
  NO: ['NO995525828MVA'],
  AU: ['AU51824753556'],
};

const isGood = (text: string, country: string | null = null): boolean =>
  checkTaxNumber(text, country).is_well_formed;

test('numbers of all EU states, the United Kingdom, Switzerland, Norway and Australia are read', () => {
  assert.deepEqual(Object.keys(NUMBERS).toSorted(), NUMBER_COUNTRIES.toSorted());
  assert.deepEqual(
    [...EU_STATES].filter((state) => !NUMBERS[state]),
    [],
  );
  for (const [country, numbers] of Object.entries(NUMBERS)) {
    for (const number of numbers) {
      const check = checkTaxNumber(number, null);
      assert.ok(check.is_well_formed, number);
      assert.equal(check.tax_number.country, country, number);
      assert.equal(check.tax_number.number, number, 'it is written as it was');
      assert.equal(check.tax_number.vies !== null, EU_STATES.has(country), number);
    }
  }
});

test('most numbers with one wrong digit are refused for their check digits', () => {
  for (const [number = ''] of Object.values(NUMBERS)) {
    const wrong = [...number].flatMap((digit, at) =>
      /\d/.test(digit)
        ? [...'0123456789']
            .filter((other) => other !== digit)
            .map((other) => number.slice(0, at) + other + number.slice(at + 1))
        : [],
    );
    const passing = wrong.filter((one) => isGood(one));
    assert.ok(passing.length <= wrong.length / 5, `${number}: ${passing}`);
  }
  const check = checkTaxNumber('DE136695975', null);
  assert.deepEqual(check, { is_well_formed: false, why: 'wrong_check_digits' });
});

test('blanks, dots, dashes, small letters and forms that people use are brought into one', () => {
  const same: [typed: string, country: string | null, number: string][] = [
    [' de 136.695-976 ', null, 'DE136695976'],
    ['136695976', 'DE', 'DE136695976'],
    ['094259216', 'GR', 'EL094259216'],
    ['GR094259216', null, 'EL094259216'],
    ['EL 94259216', null, 'EL094259216'],
    ['U13585627', 'AT', 'ATU13585627'],
    ['BE428759497', null, 'BE0428759497'],
    ['CHE-107.787.577 MWST', null, 'CHE107787577'],
    ['CHE-107.787.577 TVA', 'CH', 'CHE107787577'],
    ['107787577', 'LI', 'CHE107787577'],
    ['995 525 828 MVA', 'NO', 'NO995525828MVA'],
    ['NO 995 525 828', null, 'NO995525828MVA'],
    ['51 824 753 556', 'AU', 'AU51824753556'],
    ['SE1234567897', null, 'SE123456789701'],
    ['FR 53 000004605', 'MC', 'FR53000004605'],
    ['ＤＥ１３６６９５９７６', null, 'DE136695976'],
  ];
  for (const [typed, country, number] of same) {
    const check = checkTaxNumber(typed, country);
    assert.ok(check.is_well_formed, typed);
    assert.equal(check.tax_number.number, number, typed);
  }
});

test('a number of Northern Ireland is one of the United Kingdom that VIES knows', () => {
  const check = checkTaxNumber('XI980780684', null);
  assert.deepEqual(check, {
    is_well_formed: true,
    tax_number: {
      country: 'GB',
      number: 'XI980780684',
      vies: { country: 'XI', number: '980780684' },
    },
  });
});

test('VIES is asked for Greece as EL', () => {
  const check = checkTaxNumber('EL094259216', null);
  assert.ok(check.is_well_formed);
  assert.deepEqual(check.tax_number.vies, { country: 'EL', number: '094259216' });
});

test('what is no number is refused with its reason, however odd or long it is', () => {
  const wrong: [string, string | null, string][] = [
    ['', null, 'unknown_country'],
    ['', 'DE', 'wrong_form'],
    ['US123456789', null, 'unknown_country'],
    ['123456789', null, 'unknown_country'],
    ['123456789', 'US', 'unknown_country'],
    ['DE12345678', null, 'wrong_form'],
    ['DE1234567890', null, 'wrong_form'],
    ['constructor', null, 'unknown_country'],
    ['__proto__', 'XX', 'unknown_country'],
    ['D'.repeat(100_000), null, 'wrong_form'],
    ['NL000000000B00', null, 'wrong_check_digits'],
    ['CY12000000A', null, 'wrong_check_digits'],
    ['DE١٣٦٦٩٥٩٧٦', null, 'wrong_form'],
  ];
  for (const [typed, country, why] of wrong) {
    const check = checkTaxNumber(typed, country);
    assert.deepEqual(check, { is_well_formed: false, why }, typed.slice(0, 30));
  }
});

test('VIES decides about a number; where it was not reached, the setting does', () => {
  const in_vies = { vies: { country: 'DE', number: '136695976' } };
  for (const setting of ['accept', 'charge'] as const) {
    assert.equal(numberCounts(in_vies, 'valid', setting), true);
    assert.equal(numberCounts(in_vies, 'invalid', setting), false);
    assert.equal(numberCounts(in_vies, 'unavailable', setting), setting === 'accept');
    assert.equal(numberCounts(in_vies, null, setting), setting === 'accept');
    assert.equal(numberCounts({ vies: null }, null, setting), true, 'the form is all there is');
  }
});
