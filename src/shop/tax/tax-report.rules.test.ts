import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateTax, type TaxRow } from './calculate-tax.rules.ts';
import { decideTax, type TaxRegistration } from './decide-tax.rules.ts';
import { missingEuroRates, ossCsv } from './oss-return.rules.ts';
import { refundTax } from './refund-tax.rules.ts';
import {
  isQuarter,
  quarterStart,
  type ReportPeriod,
  taxReport as report,
  taxSumsOf,
} from './tax-report.rules.ts';

interface TaxEntry {
  day: string;
  currency: string;
  is_refund: boolean;
  rows: readonly TaxRow[];
}

/** The report of what was settled from the first to the last day. */
const taxReport = (entries: TaxEntry[], period: ReportPeriod) =>
  report(
    entries
      .filter(({ day }) => period.from <= day && day <= period.to)
      .flatMap(({ currency, is_refund, rows }) =>
        taxSumsOf(rows, { is_refund, is_undone: false }).map(({ key, sums }) => ({
          ...{ ...key, currency },
          ...{ net_minor: sums.net_minor ?? 0, tax_minor: sums.tax_minor ?? 0 },
        })),
      ),
    period,
  );

test('a quarter is a period of three whole months', () => {
  for (const [from, to] of [
    ['2026-01-01', '2026-03-31'],
    ['2026-04-01', '2026-06-30'],
    ['2026-07-01', '2026-09-30'],
    ['2026-10-01', '2026-12-31'],
  ] as const) {
    assert.ok(isQuarter({ from, to }));
  }
  assert.ok(!isQuarter({ from: '2026-01-01', to: '2026-03-30' }));
  assert.ok(!isQuarter({ from: '2026-01-02', to: '2026-03-31' }));
  assert.ok(!isQuarter({ from: '2026-01-01', to: '2027-03-31' }));
  assert.ok(!isQuarter({ from: '2026-01-01', to: '2026-06-30' }));
});

const registered = (scheme: 'standard' | 'oss'): TaxRegistration => ({
  ...{ scheme, country: 'DE', region: null, since: '2024-01-01', until: null },
});
const SELLER = { country: 'DE', registrations: [registered('standard'), registered('oss')] };

interface Sold {
  to: string;
  amount: number;
  day: string;
  currency?: string;
  number?: string;
  tax_category?: 'digital' | 'ebook';
}

function sold({
  to,
  amount,
  day,
  currency = 'EUR',
  number,
  tax_category = 'digital',
}: Sold): TaxEntry {
  const tax = decideTax({
    ...{ seller: SELLER, own_rates: [], tax_category, day },
    buyer: { address: { country: to }, number_country: number ?? null },
  });
  const line = {
    amount_minor: amount,
    includes_tax: false,
    is_discount: false,
    tax,
    corrects: null,
  };
  return { day, currency, is_refund: false, rows: calculateTax([line]).rows };
}

function refunded(sale: TaxEntry, amount_minor: number, day: string): TaxEntry {
  const { rows } = refundTax({ paid: sale.rows, given_back: [], amount_minor, paid_on: sale.day });
  return { day, currency: sale.currency, is_refund: true, rows };
}

const Q4 = { from: '2026-10-01', to: '2026-12-31' };

const inShort = (entries: TaxEntry[], period = Q4): string[] =>
  taxReport(entries, period).map((row) =>
    [
      ...[row.corrects, row.country, row.kind, row.scheme, row.rate_ppm, row.currency],
      ...[row.net_minor, row.tax_minor],
    ].join(' '),
  );

test('sales are added up by country, rate, currency and kind', () => {
  const entries = [
    sold({ to: 'FR', amount: 1_000, day: '2026-10-01' }),
    sold({ to: 'FR', amount: 2_000, day: '2026-12-31' }),
    sold({ to: 'FR', amount: 500, day: '2026-11-01', currency: 'USD' }),
    sold({ to: 'FR', amount: 700, day: '2026-11-01', number: 'FR' }),
    sold({ to: 'FR', amount: 1_000, day: '2026-11-01', tax_category: 'ebook' }),
    sold({ to: 'DE', amount: 100, day: '2026-11-01' }),
    sold({ to: 'US', amount: 900, day: '2026-11-01' }),
  ];
  assert.deepEqual(inShort(entries), [
    ' DE charged standard 190000 EUR 100 19',
    ' FR charged oss 55000 EUR 1000 55',
    ' FR charged oss 200000 EUR 3000 600',
    ' FR charged oss 200000 USD 500 100',
    ' FR reverse_charge  0 EUR 700 0',
    ' US out_of_scope  0 EUR 900 0',
  ]);
});

test('what was settled before or after the period is not in it', () => {
  const days = ['2026-09-30', '2026-10-01', '2026-12-31', '2027-01-01'];
  const entries = days.map((day) => sold({ to: 'FR', amount: 1_000, day }));
  assert.deepEqual(inShort(entries), [' FR charged oss 200000 EUR 2000 400']);
  assert.deepEqual(inShort([]), []);
});

test('a refund is subtracted from the sales of its period, or corrects the quarter of its sale', () => {
  const now = sold({ to: 'FR', amount: 1_000, day: '2026-10-05' });
  const then = sold({ to: 'FR', amount: 2_000, day: '2026-05-20' });
  const entries = [
    now,
    then,
    refunded(now, 600, '2026-11-01'),
    refunded(then, 1_200, '2026-11-02'),
  ];
  assert.deepEqual(inShort(entries), [
    ' FR charged oss 200000 EUR 500 100',
    '2026-04-01 FR charged oss 200000 EUR -1000 -200',
  ]);
});

test('a rate that changed in the period has two rows', () => {
  const entries = [
    sold({ to: 'RO', amount: 1_000, day: '2025-07-31' }),
    sold({ to: 'RO', amount: 1_000, day: '2025-08-01' }),
  ];
  assert.deepEqual(inShort(entries, { from: '2025-07-01', to: '2025-09-30' }), [
    ' RO charged oss 190000 EUR 1000 190',
    ' RO charged oss 210000 EUR 1000 210',
  ]);
});

test('the One-Stop-Shop return has supplies by country and rate, and corrections by quarter', () => {
  const then = sold({ to: 'GR', amount: 5_000, day: '2026-05-20' });
  const entries = [
    sold({ to: 'GR', amount: 10_000, day: '2026-10-01' }),
    sold({ to: 'FI', amount: 10_000, day: '2026-10-01' }),
    sold({ to: 'FI', amount: 21_750, day: '2026-10-01', currency: 'USD' }),
    sold({ to: 'FI', amount: 10_000, day: '2026-10-01', currency: 'JPY' }),
    sold({ to: 'FI', amount: 1_000, day: '2026-10-01', tax_category: 'ebook' }),
    sold({ to: 'DE', amount: 10_000, day: '2026-10-01' }),
    sold({ to: 'FR', amount: 10_000, day: '2026-10-01', number: 'FR' }),
    sold({ to: 'IE', amount: 10_000, day: '2026-10-01', tax_category: 'ebook' }),
    refunded(then, 1_240, '2026-10-02'),
  ];
  const report = taxReport(entries, Q4);
  const rates = { USD: '1.0875', JPY: '160' };
  assert.deepEqual(missingEuroRates(report, {}), ['JPY', 'USD']);
  assert.deepEqual(missingEuroRates(report, { ...rates, JPY: '0' }), ['JPY']);
  assert.deepEqual(missingEuroRates(report, rates), []);
  // USD 217.50 is 200.00, its tax of 55.46 is 51.00; JPY 10,000 is 62.50, its tax of 2,550 is 15.94.
  assert.equal(
    ossCsv(report, { from: Q4.from, rates }),
    [
      'part,quarter,country_of_consumption,supply_type,vat_rate_type,vat_rate,taxable_amount,vat_amount,currency',
      'supply,2026-Q4,FI,SERVICES,REDUCED,13.5,10.00,1.35,EUR',
      'supply,2026-Q4,FI,SERVICES,STANDARD,25.5,362.50,92.44,EUR',
      'supply,2026-Q4,EL,SERVICES,STANDARD,24,100.00,24.00,EUR',
      'correction,2026-Q2,EL,,,,,-2.40,EUR',
      '',
    ].join('\r\n'),
  );
  assert.throws(() => ossCsv(report, { from: Q4.from, rates: {} }), /no rate for/);
});

test('a day is in its quarter', () => {
  assert.equal(quarterStart('2026-01-01'), '2026-01-01');
  assert.equal(quarterStart('2026-03-31'), '2026-01-01');
  assert.equal(quarterStart('2026-08-15'), '2026-07-01');
  assert.equal(quarterStart('2026-12-31'), '2026-10-01');
});
