import type { TaxRow } from './calculate-tax.rules.ts';
import { NO_TAX, type TaxDecision } from './decide-tax.rules.ts';

/** A decision as it was stored, as JSON. There was none before Kassa knew taxes. */
export const parseTaxDecision = (text: string | null): TaxDecision =>
  text === null ? NO_TAX : JSON.parse(text);

/**
 * The rows of a payment or refund as they were stored, as JSON. What was paid before Kassa knew
 * taxes is one row without tax, so that it can be refunded and reported like all else.
 */
export function parseTaxRows(text: string | null, { net_minor }: { net_minor: number }): TaxRow[] {
  if (text !== null) return JSON.parse(text);
  const { kind, country, region, scheme, note } = NO_TAX;
  return [
    {
      kind,
      country,
      region,
      scheme,
      note,
      corrects: null,
      net_minor,
      tax_minor: 0,
      taxes: [],
    },
  ];
}
