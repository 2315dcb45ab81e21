import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENCY_DECIMALS } from './currencies.ts';

const UNKNOWN_TO_INTL = ['XAD'];
const WITHDRAWN = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL'];
const WITHOUT_MINOR_UNIT = ['XDR', 'XSU'];

test('each currency has the decimals of its ISO minor unit', () => {
  const expected: [number, string][] = [
    [0, 'JPY KRW CLP ISK UGX VND XAF XOF XPF UYI'],
    [2, 'EUR USD GBP CHF HUF MGA MRU LAK UYU IDR CRC XAD XCG ZWG SLE VED CHE COU MXV USN'],
    [3, 'BHD IQD JOD KWD LYD OMR TND'],
    [4, 'CLF UYW'],
  ];
  for (const [decimals, codes] of expected) {
    for (const code of codes.split(' ')) assert.equal(CURRENCY_DECIMALS[code], decimals, code);
  }
});

test('the list has every active code once: 17 + 139 + 7 + 2', () => {
  const counts = [0, 1, 2, 3, 4].map(
    (decimals) => Object.values(CURRENCY_DECIMALS).filter((d) => d === decimals).length,
  );
  assert.deepEqual(counts, [17, 0, 139, 7, 2]);
  for (const code of Object.keys(CURRENCY_DECIMALS)) assert.match(code, /^[A-Z]{3}$/);
});

test('withdrawn codes, codes without a minor unit and names of the prototype are unknown', () => {
  const others = ['XAU', 'XAG', 'XPT', 'XXX', 'XTS', 'XUA', 'DEM', 'usd', 'constructor', ''];
  for (const code of [...WITHDRAWN, ...WITHOUT_MINOR_UNIT, ...others]) {
    assert.equal(CURRENCY_DECIMALS[code], undefined, code);
  }
});

test('no code is mistyped: Intl has a name for each', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'currency', fallback: 'none' });
  const unknown = Object.keys(CURRENCY_DECIMALS).filter((code) => names.of(code) === undefined);
  assert.deepEqual(unknown, UNKNOWN_TO_INTL);
});

test('no code is forgotten: each currency that Intl lists is here or withdrawn', () => {
  const missing = Intl.supportedValuesOf('currency').filter((code) => !(code in CURRENCY_DECIMALS));
  assert.deepEqual(missing.sort(), [...WITHDRAWN, ...WITHOUT_MINOR_UNIT].sort());
});
