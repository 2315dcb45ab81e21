import { type Html, html } from './html.ts';

interface Taxed {
  /** As on a payment (see TaxBreakdown). */
  tax_breakdown: { name: string | null; rate: number; tax: number; note: string | null }[];
}

/** Which taxes the amounts of a bill have in them; nothing where taxes do not matter. */
export function taxNote(
  { tax_breakdown }: Taxed,
  amount: (value: number) => string,
): Html | undefined {
  const sums = new Map<string, number>();
  for (const { name, rate, tax } of tax_breakdown) {
    const key = `${name} (${rate} %)`;
    if (name !== null) sums.set(key, (sums.get(key) ?? 0) + tax);
  }
  const taxes = [...sums].map(([name, tax]) => `${amount(tax)} ${name}`);
  const is_reversed = tax_breakdown.some(({ note }) => note === 'reverse_charge');
  if (taxes.length === 0 && !is_reversed) return undefined;
  const included = taxes.length > 0 && html`Amounts include tax: ${taxes.join(', ')}. `;
  const reversed = is_reversed && 'Reverse charge: you account for the tax yourself.';
  return html`<p class="quiet">${included}${reversed}</p>`;
}
