import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMinor } from '../../platform/core/money.ts';
import { calculateTax } from './calculate-tax.rules.ts';
import { decideTax, type TaxRegistration } from './decide-tax.rules.ts';

// What a bookkeeper expects of a German seller who is registered at home, in the One-Stop-Shop and
// in seven other countries, for a product at 49.99 (4,999 yen), on 16 November 2026. Computed by
// hand: 49.99 x 19 / 100 = 9.4981; 49.99 x 19 / 119 = 7.9816; and so on.

const registered = (country: string, region: string | null = null): TaxRegistration => ({
  ...{ scheme: 'standard', country, region, since: '2024-01-01', until: null },
});

const SELLER = {
  country: 'DE',
  registrations: [
    { ...registered('DE'), scheme: 'oss' as const },
    ...['DE', 'GB', 'CH', 'NO', 'CA', 'AU', 'JP'].map((country) => registered(country)),
    registered('CA', 'QC'),
  ],
};

/** Subtotal, tax and total where the price is without tax, then where it includes it. */
interface Expected {
  kind: string;
  exclusive: [subtotal: number, tax: number, total: number];
  inclusive: [subtotal: number, tax: number, total: number];
}

interface Row {
  place: string;
  currency: string;
  without_number: Expected;
  with_number: Expected;
}

const charged = (exclusive: Expected['exclusive'], inclusive: Expected['inclusive']): Expected => ({
  kind: 'charged',
  exclusive,
  inclusive,
});

const nothing = (kind: string): Expected => ({
  ...{ kind, exclusive: [49.99, 0, 49.99], inclusive: [49.99, 0, 49.99] },
});

/** A number changes nothing there. */
const always = (place: string, currency: string, expected: Expected): Row => ({
  ...{ place, currency, without_number: expected, with_number: expected },
});

/** With a number the buyer accounts for the tax. */
const reversed = (place: string, currency: string, without_number: Expected): Row => ({
  ...{ place, currency, without_number, with_number: nothing('reverse_charge') },
});

const TABLE: Row[] = [
  always('DE', 'EUR', charged([49.99, 9.5, 59.49], [42.01, 7.98, 49.99])),
  reversed('FR', 'EUR', charged([49.99, 10, 59.99], [41.66, 8.33, 49.99])),
  reversed('FI', 'EUR', charged([49.99, 12.75, 62.74], [39.83, 10.16, 49.99])),
  reversed('HU', 'HUF', charged([49.99, 13.5, 63.49], [39.36, 10.63, 49.99])),
  reversed('EE', 'EUR', charged([49.99, 12, 61.99], [40.31, 9.68, 49.99])),
  reversed('GB', 'GBP', charged([49.99, 10, 59.99], [41.66, 8.33, 49.99])),
  always('CH', 'CHF', charged([49.99, 4.05, 54.04], [46.24, 3.75, 49.99])),
  reversed('NO', 'NOK', charged([49.99, 12.5, 62.49], [39.99, 10, 49.99])),
  // GST 2.4995 and QST 4.98650 are two taxes: 2.50 + 4.99. Inclusive 49.99 x 14.975 / 114.975.
  always('CA-QC', 'CAD', charged([49.99, 7.49, 57.48], [43.48, 6.51, 49.99])),
  reversed('AU', 'AUD', charged([49.99, 5, 54.99], [45.45, 4.54, 49.99])),
  always('JP', 'JPY', charged([4999, 500, 5499], [4545, 454, 4999])),
  always('US', 'USD', nothing('out_of_scope')),
];

function sell({ place, currency }: Row, sale: { has_number: boolean; includes_tax: boolean }) {
  const [country = '', region = null] = place.split('-');
  const tax = decideTax({
    seller: SELLER,
    own_rates: [],
    buyer: { address: { country, region }, number_country: sale.has_number ? country : null },
    tax_category: 'digital',
    day: '2026-11-16',
  });
  const amount_minor = minor(currency === 'JPY' ? 4999 : 49.99, currency);
  const { includes_tax } = sale;
  const line = { amount_minor, includes_tax, is_discount: false, tax, corrects: null };
  return { tax, bill: calculateTax([line]) };
}

const minor = (amount: number, currency: string): number => toMinor(amount, currency) ?? Number.NaN;

for (const row of TABLE) {
  test(`${row.place}: with and without a tax number, prices with and without tax`, () => {
    for (const has_number of [false, true]) {
      for (const includes_tax of [false, true]) {
        const expected = has_number ? row.with_number : row.without_number;
        const { tax, bill } = sell(row, { has_number, includes_tax });
        const amounts = includes_tax ? expected.inclusive : expected.exclusive;
        const got = [bill.subtotal_minor, bill.tax_minor, bill.total_minor];
        assert.equal(tax.kind, expected.kind);
        assert.deepEqual(
          got,
          amounts.map((amount) => minor(amount, row.currency)),
        );
        assert.equal(bill.discount_minor, 0);
      }
    }
  });
}

test('the two taxes of Québec stand apart, and sum to the tax', () => {
  const quebec = TABLE.find(({ place }) => place === 'CA-QC') as Row;
  const taxes = (includes_tax: boolean) =>
    sell(quebec, { has_number: false, includes_tax }).bill.rows[0]?.taxes.map(
      ({ tax, tax_minor }) => [tax, tax_minor],
    );
  assert.deepEqual(taxes(false), [
    ['GST', 250],
    ['QST', 499],
  ]);
  assert.deepEqual(taxes(true), [
    ['GST', 217],
    ['QST', 434],
  ]);
});
