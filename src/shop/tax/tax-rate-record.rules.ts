import type { Static } from 'typebox';
import type { Detail } from '../../platform/core/errors.ts';
import {
  Country,
  DayInput,
  Default,
  Described,
  Id,
  Instant,
  Line,
  Nullable,
  OneOf,
  OptionalOrNull,
  TextOrNull,
} from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant } from '../../platform/core/time.ts';
import { regionCode, taxCountry } from './place.rules.ts';
import { type OwnRate, percentOf, ppmOf } from './tax-rate.rules.ts';

export const TAX_RATES_MAX = 1_000;

const Day = Type.String({ format: 'date', examples: ['2026-01-01'] });
const Rate = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'Percent, with up to four decimals',
  examples: [8.875],
});

export const TaxRateId = Id(
  'rate_1tq3v9w0e00h4rk6m2x8pz7ycn5',
  'The tax rate. `list-tax-rates` lists them',
);

export const TaxRateRecord = Type.Object({
  tax_rate_id: TaxRateId,
  object: Type.Literal('tax_rate'),
  country: Type.String({ examples: ['US'] }),
  region: TextOrNull('NY'),
  tax_category: Nullable(OneOf(['digital', 'ebook'])),
  tax: Type.String({ examples: ['Sales tax'] }),
  rate: Rate,
  valid_from: Day,
  valid_until: Nullable(Day),
  created_at: Instant,
});

export const tax_rate_fields = {
  country: Country,
  rate: Rate,
  region: OptionalOrNull(
    Line(50, {
      description: 'A state or province; without it, the whole country',
      examples: ['NY'],
    }),
  ),
  tax_category: OptionalOrNull(
    OneOf(['digital', 'ebook'], { description: 'For which products; null: for both' }),
  ),
  tax: Default(
    'VAT',
    Line(30, { description: 'What it is called on invoices', examples: ['Sales tax'] }),
  ),
  valid_from: Type.Optional(Described('Its first day, in UTC; default: today', DayInput)),
  valid_until: OptionalOrNull(Described('Its last day, in UTC; null: no end', DayInput)),
};

type TaxRateInput = Static<ReturnType<typeof Type.Object<typeof tax_rate_fields>>>;

/** A percentage that is finer than we calculate. */
export const whyNotRate = ({ rate }: { rate?: number }): Detail[] =>
  rate === undefined || ppmOf(rate) !== undefined
    ? []
    : [{ param: 'rate', code: 'too_many_decimals', message: 'must have at most four decimals' }];

/** A new rate from parameters that were checked. Without `valid_from` it holds from today. */
export function newTaxRate(
  input: TaxRateInput,
  { tax_rate_id, now }: { tax_rate_id: string; now: number },
): TaxRateRow {
  const rate_ppm = ppmOf(input.rate);
  if (rate_ppm === undefined) throw new Error('a rate with too many decimals was not refused');
  const country = input.country.toUpperCase();
  return {
    tax_rate_id,
    country,
    region: regionCode(input.region, taxCountry(country)),
    tax_category: input.tax_category ?? null,
    tax: input.tax.trim(),
    rate_ppm,
    valid_from: input.valid_from ?? isoInstant(now).slice(0, 10),
    valid_until: input.valid_until ?? null,
    created_at: now,
  };
}

export interface TaxRateRow extends OwnRate {
  tax_rate_id: string;
  created_at: number;
}

export const showTaxRate = (row: TaxRateRow): Static<typeof TaxRateRecord> => ({
  tax_rate_id: row.tax_rate_id,
  object: 'tax_rate',
  country: row.country,
  region: row.region,
  tax_category: row.tax_category,
  tax: row.tax,
  rate: percentOf(row.rate_ppm),
  valid_from: row.valid_from,
  valid_until: row.valid_until,
  created_at: isoInstant(row.created_at),
});
