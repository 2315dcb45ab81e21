import type { Words } from '../../../texts/words.ts';
import type { CheckoutRow } from '../../shop/checkout/checkout.rules.ts';
import type { TaxRow } from '../../shop/tax/calculate-tax.rules.ts';
import { percentOf } from '../../shop/tax/tax-rate.rules.ts';

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
