import type { Static } from 'typebox';
import { OneOf, TextOrNull, UsuallyNull } from '../../platform/core/fields.ts';
import { fromMinor } from '../../platform/core/money.ts';
import { Type } from '../../platform/core/schema.ts';
import type { TaxRow } from './calculate-tax.rules.ts';
import { TAX_KINDS, TAX_NOTES } from './decide-tax.rules.ts';
import type { PlaceEvidence } from './evidence.rules.ts';

// What records of the API show of a tax: the same on sessions, payments and refunds.

const RATE_UNIT = 10_000; // Parts per million in a percent.

export const TaxBreakdown = Type.Array(
  Type.Object({
    kind: OneOf([...TAX_KINDS], {
      description: 'Why this tax, or why none',
      examples: ['charged'],
    }),
    country: TextOrNull('DE', 'Whose tax it is, or where the buyer is'),
    region: UsuallyNull(Type.String({ description: 'Of a country that has taxes by region' })),
    name: TextOrNull('VAT', 'Null if none is charged'),
    rate: Type.Number({ description: 'In percent', examples: [19] }),
    net: Type.Number({ description: 'What it is charged on, without tax', examples: [16.8] }),
    tax: Type.Number({ examples: [3.19] }),
    note: UsuallyNull(OneOf([...TAX_NOTES], { description: 'What the invoice says' })),
    corrects: UsuallyNull(
      Type.String({
        description: 'The day of the sale that is taken back; null: a sale of this day',
      }),
    ),
  }),
  {
    title: 'TaxBreakdown',
    description:
      'The tax by kind and rate. Where two taxes are charged together, each has an entry with the ' +
      'same `net`. Empty where taxes do not matter. On a refund: what it gives back',
  },
);

export const TaxEvidence = Type.Object(
  {
    billing_country: TextOrNull('DE', 'What the buyer said'),
    card_country: TextOrNull('DE', 'Where the card was issued'),
    is_conflicting: Type.Boolean({
      description: 'Both are known and differ',
      examples: [false],
    }),
  },
  { title: 'TaxEvidence', description: 'Where the buyer was at the time of the sale' },
);

/** Rows of a payment, refund or session as the API shows them. */
export function showTaxRows(
  rows: readonly TaxRow[],
  currency: string,
): Static<typeof TaxBreakdown> {
  return rows.flatMap((row): Static<typeof TaxBreakdown> => {
    const { kind, country, region, net_minor, note, corrects } = row;
    const net = fromMinor(net_minor, currency);
    const common = { kind, country, region, net, note, corrects };
    if (row.taxes.length === 0) return [{ ...common, name: null, rate: 0, tax: 0 }];
    return row.taxes.map((one) => ({
      ...common,
      name: one.tax,
      rate: one.rate_ppm / RATE_UNIT,
      tax: fromMinor(one.tax_minor, currency),
    }));
  });
}

/** Evidence as it is stored, as JSON. */
export function showTaxEvidence(text: string | null): Static<typeof TaxEvidence> | null {
  if (text === null) return null;
  const { billing_country, card_country, is_conflicting }: PlaceEvidence = JSON.parse(text);
  return { billing_country, card_country, is_conflicting };
}
