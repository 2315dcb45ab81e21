import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENCY_DECIMALS } from './currencies.ts';

const UNKNOWN_TO_INTL = ['XAD'];
const WITHDRAWN = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL'];
const WITHOUT_MINOR_UNIT = ['XDR', 'XSU'];

test('each currency has the decimals of its ISO minor unit', () => {
  const expected = {
    EUR: 2, USD: 2, GBP: 2, CHF: 2, HUF: 2, MGA: 2, MRU: 2, LAK: 2, UYU: 2, XAD: 2, XCG: 2, ZWG: 2,
    JPY: 0, KRW: 0, CLP: 0, ISK: 0, UGX: 0, VND: 0, XAF: 0, XOF: 0, XPF: 0, UYI: 0,
    BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3,
    CLF: 4, UYW: 4,
  };
  for (const [code, decimals] of Object.entries(expected)) {
    assert.equal(CURRENCY_DECIMALS[code], decimals, code);
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
