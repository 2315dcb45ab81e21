import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';

export interface Taxed {
  /** As on a payment (see TaxBreakdown). */
  tax_breakdown: { name: string | null; rate: number; tax: number; note: string | null }[];
  currency: string;
}

/** Which taxes the amounts of a bill have in them; nothing where taxes do not matter. */
export function taxNote(words: Words, { tax_breakdown, currency }: Taxed): Html | undefined {
  const { shared, payments } = words;
  const sums = new Map<string, number>();
  for (const { name, rate, tax } of tax_breakdown) {
    if (name === null) continue;
    const label = shared.taxAt({
      tax: name === 'VAT' ? shared.vat : name,
      percent: words.percent(rate),
    });
    sums.set(label, (sums.get(label) ?? 0) + tax);
  }
  const taxes = [...sums].map(([label, tax]) => `${words.amount(tax, currency)} ${label}`);
  const is_reversed = tax_breakdown.some(({ note }) => note === 'reverse_charge');
  if (taxes.length === 0 && !is_reversed) return undefined;
  const included = taxes.length > 0 && payments.includesTax(taxes.join(', '));
  return html`<p class="quiet">${included} ${is_reversed && payments.reverseCharge}</p>`;
}
