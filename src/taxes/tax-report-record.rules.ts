import Type, { type Static } from 'typebox';
import { CURRENCY_DECIMALS } from '../core/currencies.ts';
import type { Detail } from '../core/errors.ts';
import { Nullable, OneOf } from '../core/fields.ts';
import { fromMinor } from '../core/money.ts';
import { DAY_MS, parseInstant } from '../core/time.ts';
import { TAX_KINDS } from './decide-tax.rules.ts';
import { type EuroRates, missingEuroRates } from './oss-return.rules.ts';
import { percentOf } from './tax-rate.rules.ts';
import { isQuarter, quarterText, type ReportPeriod, type ReportRow } from './tax-report.rules.ts';

const DAYS_MAX = 366;

const Day = Type.String({ format: 'date', examples: ['2026-10-01'] });

const TaxReportRow = Type.Object(
  {
    country: Nullable(
      Type.String({
        description: 'Whose tax it is, or where the buyer is; null if nobody knew',
        examples: ['FR'],
      }),
    ),
    region: Nullable(Type.String({ examples: ['QC'] })),
    kind: OneOf([...TAX_KINDS], { examples: ['charged'] }),
    scheme: Nullable(OneOf(['standard', 'oss'], { description: 'Where it is declared' })),
    name: Nullable(Type.String({ description: 'Null if none is charged', examples: ['VAT'] })),
    rate: Nullable(Type.Number({ description: 'In percent', examples: [20] })),
    rate_type: Nullable(OneOf(['standard', 'reduced'])),
    currency: Type.String({ examples: ['EUR'] }),
    corrects_quarter: Nullable(
      Type.String({
        description: 'The earlier quarter whose sales are taken back; null: sales of the period',
        examples: ['2026-Q3'],
      }),
    ),
    net: Type.Number({
      description: 'Without tax. Where two taxes are charged together, each has the same `net`',
      examples: [100],
    }),
    tax: Type.Number({ examples: [20] }),
  },
  { title: 'TaxReportRow' },
);

export const TaxReport = Type.Object({
  object: Type.Literal('tax_report'),
  from: Day,
  to: Day,
  rows: Type.Array(TaxReportRow),
  oss_csv: Nullable(Type.String({ description: 'The text of a CSV file; null unless asked for' })),
});

export const EuroRatesInput = Type.Record(
  Type.String(),
  Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }),
  {
    description: 'Units of a currency for one euro: `{ "USD": 1.0875 }`',
    examples: [{ USD: 1.0875 }],
  },
);

interface Asked extends ReportPeriod {
  oss_csv: boolean;
  euro_rates: Static<typeof EuroRatesInput>;
}

/** What is wrong with the period or the rates that are asked for. */
export function periodProblems({ from, to, oss_csv, euro_rates = {} }: Partial<Asked>): Detail[] {
  const problems = Object.keys(euro_rates).flatMap((currency) =>
    Object.hasOwn(CURRENCY_DECIMALS, currency)
      ? []
      : [problem(`euro_rates.${currency}`, 'unknown_currency', 'must be ISO 4217, in capitals')],
  );
  if (from === undefined || to === undefined) return problems;
  const days = ((parseInstant(to, 'start') ?? 0) - (parseInstant(from, 'start') ?? 0)) / DAY_MS + 1;
  if (days < 1) return [...problems, problem('to', 'too_early', 'must not be before from')];
  if (days > DAYS_MAX) {
    return [...problems, problem('to', 'too_late', `must be within ${DAYS_MAX} days`)];
  }
  return oss_csv && !isQuarter({ from, to })
    ? [...problems, problem('to', 'not_a_quarter', 'must make a whole quarter with from')]
    : problems;
}

/** Numbers as they were written. One in powers of ten is refused by rateProblems. */
export const euroRatesText = (rates: Static<typeof EuroRatesInput> = {}): EuroRates =>
  Object.fromEntries(Object.entries(rates).map(([currency, rate]) => [currency, String(rate)]));

/** Which rates the return needs and does not have. */
export const rateProblems = (rows: readonly ReportRow[], rates: EuroRates): Detail[] =>
  missingEuroRates(rows, rates).map((currency) =>
    rates[currency] === undefined
      ? problem(`euro_rates.${currency}`, 'missing', 'is missing: there are sales in it')
      : problem(`euro_rates.${currency}`, 'invalid_format', 'must have at most nine decimals'),
  );

const problem = (param: string, code: string, message: string): Detail => ({
  ...{ param, code, message },
});

export const showReportRow = (row: ReportRow): Static<typeof TaxReportRow> => ({
  ...{ country: row.country, region: row.region, kind: row.kind, scheme: row.scheme },
  name: row.tax,
  rate: row.rate_ppm === null ? null : percentOf(row.rate_ppm),
  rate_type: row.rate_type,
  currency: row.currency,
  corrects_quarter: row.corrects === null ? null : quarterText(row.corrects),
  net: fromMinor(row.net_minor, row.currency),
  tax: fromMinor(row.tax_minor, row.currency),
});
