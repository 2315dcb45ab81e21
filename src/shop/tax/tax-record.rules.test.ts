import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaxRow } from './calculate-tax.rules.ts';
import { placeEvidence } from './evidence.rules.ts';
import { showTaxEvidence, showTaxRows } from './tax-record.rules.ts';

const QUEBEC: TaxRow = {
  ...{ kind: 'charged', country: 'CA', region: 'QC', scheme: 'standard' },
  ...{ note: null, corrects: null, net_minor: 4_999, tax_minor: 749 },
  taxes: [
    { tax: 'GST', rate_ppm: 50_000, rate_type: 'standard', region: null, tax_minor: 250 },
    { tax: 'QST', rate_ppm: 99_750, rate_type: 'standard', region: 'QC', tax_minor: 499 },
  ],
};

test('two taxes that are charged together have an entry each, with the same net amount', () => {
  const common = { kind: 'charged', country: 'CA', region: 'QC', net: 49.99 };
  assert.deepEqual(showTaxRows([QUEBEC], 'CAD'), [
    { ...common, name: 'GST', rate: 5, tax: 2.5, note: null, corrects: null },
    { ...common, name: 'QST', rate: 9.975, tax: 4.99, note: null, corrects: null },
  ]);
});

test('where no tax is charged, the entry says why; amounts have the decimals of the currency', () => {
  const row: TaxRow = {
    ...{ ...QUEBEC, kind: 'reverse_charge', country: 'FR', region: null, scheme: null },
    ...{ note: 'reverse_charge', corrects: '2026-11-16', tax_minor: 0, taxes: [] },
  };
  const [entry] = showTaxRows([row], 'JPY');
  assert.deepEqual(entry, {
    ...{ kind: 'reverse_charge', country: 'FR', region: null, name: null, rate: 0 },
    ...{ net: 4_999, tax: 0, note: 'reverse_charge', corrects: '2026-11-16' },
  });
  assert.deepEqual(showTaxRows([], 'JPY'), []);
});

test('evidence is shown as it was kept', () => {
  const evidence = placeEvidence('DE', 'FR');
  assert.deepEqual(showTaxEvidence(JSON.stringify(evidence)), {
    ...{ billing_country: 'DE', card_country: 'FR', is_conflicting: true },
  });
  assert.equal(showTaxEvidence(null), null);
});
