import type { TaxDecision, TaxNote } from './decide-tax.rules.ts';
import { EU_STATES } from './place.rules.ts';

/** What the invoice says, in English. Other languages have their own texts for the same notes. */
export function noteText({ note, country }: Pick<TaxDecision, 'note' | 'country'>): string | null {
  if (note === null) return null;
  if (note !== 'reverse_charge') return TEXTS[note];
  return country !== null && EU_STATES.has(country)
    ? 'Reverse charge: VAT is to be accounted for by the recipient (Article 196, Directive 2006/112/EC).'
    : 'Reverse charge: the tax is to be accounted for by the recipient.';
}

const TEXTS: Record<Exclude<TaxNote, 'reverse_charge'>, string> = {
  outside_seller_country:
    "Not taxable in the seller's country: the place of supply is the recipient's.",
  exempt: 'Exempt from tax.',
};

/** The category of EN 16931 (UNTDID 5305) and the code of the reason why no tax is charged. */
export function invoiceCategory({ kind, note }: Pick<TaxDecision, 'kind' | 'note'>): {
  code: 'S' | 'Z' | 'E' | 'AE' | 'O';
  reason_code: string | null;
} {
  if (kind === 'charged') return { code: 'S', reason_code: null };
  if (kind === 'zero') return { code: 'Z', reason_code: null };
  if (kind === 'reverse_charge') return { code: 'AE', reason_code: 'VATEX-EU-AE' };
  if (kind === 'exempt') return { code: 'E', reason_code: null };
  return { code: 'O', reason_code: note === null ? null : 'VATEX-EU-O' };
}
