import type { CheckoutRow } from '../../checkout/checkout.rules.ts';
import type { TaxRow } from '../../taxes/calculate-tax.rules.ts';
import { percentOf } from '../../taxes/tax-rate.rules.ts';
import type { Words } from '../words/words.ts';

/** `VAT 19%` and what it comes to; nothing for what is free. */
export function taxesOf(
  { tax_rows, total_minor, currency }: Pick<CheckoutRow, 'tax_rows' | 'total_minor' | 'currency'>,
  words: Words,
): { label: string; amount: string }[] {
  const rows: TaxRow[] = total_minor === 0 ? [] : JSON.parse(tax_rows);
  return rows.flatMap(({ taxes }) =>
    taxes.map(({ tax, rate_ppm, tax_minor }) => ({
      label: words.shared.taxAt({
        tax: tax === 'VAT' ? words.shared.vat : tax,
        percent: words.percent(percentOf(rate_ppm)),
      }),
      amount: words.money(tax_minor, currency),
    })),
  );
}
