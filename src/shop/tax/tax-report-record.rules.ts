import type { Static } from 'typebox';
import { CURRENCY_DECIMALS } from '../../platform/core/currencies.ts';
import type { Detail } from '../../platform/core/errors.ts';
import {
  CurrencyCode,
  Example,
  Nullable,
  OneOf,
  Text,
  TextOrNull,
  UsuallyNull,
} from '../../platform/core/fields.ts';
import { fromMinor } from '../../platform/core/money.ts';
import { Type } from '../../platform/core/schema.ts';
import { DAY_MS, parseInstant } from '../../platform/core/time.ts';
import { TAX_KINDS } from './decide-tax.rules.ts';
import { type EuroRates, missingEuroRates } from './oss-return.rules.ts';
import { percentOf } from './tax-rate.rules.ts';
import { isQuarter, quarterText, type ReportPeriod, type ReportRow } from './tax-report.rules.ts';

const DAYS_MAX = 366;

const Day = Type.String({ format: 'date', examples: ['2026-10-01'] });

const TaxReportRow = Type.Object(
  {
    country: TextOrNull('FR', 'Whose tax it is, or where the buyer is; null if nobody knew'),
    region: UsuallyNull(Type.String({ description: 'Of a country that has taxes by region' })),
    kind: OneOf([...TAX_KINDS], { examples: ['charged'] }),
    scheme: Nullable(
      OneOf(['standard', 'oss'], { description: 'Where it is declared', examples: ['oss'] }),
    ),
    name: TextOrNull('VAT', 'Null if none is charged'),
    rate: Type.Number({
      description: 'In percent; 0 where none is charged, as in `tax_breakdown` of a payment',
      examples: [20],
    }),
    rate_type: Nullable(OneOf(['standard', 'reduced'], { examples: ['standard'] })),
    currency: CurrencyCode,
    corrects_quarter: UsuallyNull(
      Type.String({
        description: 'The earlier quarter whose sales are taken back; null: sales of the period',
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
  to: Example('2026-12-31', Day),
  rows: Type.Array(TaxReportRow),
  oss_csv: Nullable(Type.String({ description: 'The text of a CSV file; null unless asked for' })),
});

/** A text, so that it fits into a query string. */
export const EuroRatesInput = Type.Refine(
  Text(1, 1_000, {
    description: 'Units of each currency for one euro',
    documented: { pattern: '^[A-Z]{3}:\\d+(\\.\\d+)?(,[A-Z]{3}:\\d+(\\.\\d+)?)*$' },
    examples: ['USD:1.0875,GBP:0.8412'],
  }),
  (text) => parseEuroRates(text) !== undefined,
  () => 'must be currencies and positive numbers of up to nine decimals: USD:1.0875,GBP:0.8412',
);

/** The rates by currency; undefined if the text is not as it should be. */
export function parseEuroRates(text = ''): EuroRates | undefined {
  const rates: Record<string, string> = {};
  for (const one of text === '' ? [] : text.split(',')) {
    const [, currency = '', rate = ''] = /^([A-Z]{3}):(\d{1,9}(?:\.\d{1,9})?)$/.exec(one) ?? [];
    if (!Object.hasOwn(CURRENCY_DECIMALS, currency) || Number(rate) === 0) return undefined;
    if (Object.hasOwn(rates, currency)) return undefined;
    rates[currency] = rate;
  }
  return rates;
}

interface ReportRequest extends ReportPeriod {
  oss_csv: boolean;
}

/** What is wrong with the requested period. */
export function periodProblems({ from, to, oss_csv }: Partial<ReportRequest>): Detail[] {
  if (from === undefined || to === undefined) return [];
  const days = ((parseInstant(to, 'start') ?? 0) - (parseInstant(from, 'start') ?? 0)) / DAY_MS + 1;
  if (days < 1) return [problem('to', 'too_early', 'must not be before from')];
  if (days > DAYS_MAX) return [problem('to', 'too_late', `must be within ${DAYS_MAX} days`)];
  return oss_csv && !isQuarter({ from, to })
    ? [problem('to', 'not_a_quarter', 'must make a whole quarter with from')]
    : [];
}

/** Which rates the return needs and does not have. */
export function rateProblems(rows: readonly ReportRow[], rates: EuroRates): Detail[] {
  const missing = missingEuroRates(rows, rates);
  const message = `must have ${missing.join(', ')}: there are sales in it`;
  return missing.length > 0 ? [problem('euro_rates', 'missing', message)] : [];
}

const problem = (param: string, code: string, message: string): Detail => ({
  param,
  code,
  message,
});

export const showReportRow = (row: ReportRow): Static<typeof TaxReportRow> => ({
  country: row.country,
  region: row.region,
  kind: row.kind,
  scheme: row.scheme,
  name: row.tax,
  rate: percentOf(row.rate_ppm),
  rate_type: row.rate_type,
  currency: row.currency,
  corrects_quarter: row.corrects === null ? null : quarterText(row.corrects),
  net: fromMinor(row.net_minor, row.currency),
  tax: fromMinor(row.tax_minor, row.currency),
});
