import { calculateTax } from '../src/taxes/calculate-tax.rules.ts';
import type { TaxDecision } from '../src/taxes/decide-tax.rules.ts';
import { type CastStore, cards } from './cast.ts';
import type { Shop } from './harness.ts';

export const vat = (country: string, ...ppm: number[]): TaxDecision => ({
  ...{ kind: 'charged', country, region: null, scheme: 'standard', note: null },
  rates: ppm.map((rate_ppm, at) => ({
    ...{ tax: ['VAT', 'PST'][at] ?? '', rate_ppm, rate_type: 'standard', region: null },
  })),
});

/**
 * A purchase with this tax in its price. Its row, line and ledger are written as if it had been sold
 * so: refunds are looked at, not how the tax was decided.
 */
export async function buyTaxed(
  shop: Shop,
  store: CastStore,
  {
    price,
    currency = 'EUR',
    tax,
    payment_method = cards.pays,
  }: { price: number; currency?: string; tax: TaxDecision; payment_method?: typeof cards.pays },
): Promise<string> {
  const product_id = await store.product({ price, currency });
  const { checkout_session_id } = await store.create({ product_id });
  const input = { checkout_session_id, payment_method };
  const { transaction_id } = await store.must('POST /complete-checkout', input);
  const [row] = await shop.db
    .reader(store)
    .all<{ total_minor: number }>(
      'SELECT total_minor FROM transactions WHERE store_id = :store_id AND transaction_id = :transaction_id',
      { transaction_id },
    );
  const total_minor = row?.total_minor ?? 0;
  const line = { includes_tax: true, is_discount: false, tax, corrects: null };
  const bill = calculateTax([{ ...line, amount_minor: total_minor }]);
  const { subtotal_minor, tax_minor, rows, lines } = bill;
  const sold = { description: 'Editor', quantity: 1, kind: 'sale', tax_row: 0, ...lines[0] };
  const values = { transaction_id, subtotal_minor, tax_minor };
  const texts = { tax_rows: JSON.stringify(rows), lines: JSON.stringify([sold]) };
  const WHERE = 'WHERE store_id = :store_id AND transaction_id = :transaction_id';
  await shop.db.write(store, async (tx) => {
    await tx.run(
      `UPDATE transactions SET subtotal_minor = :subtotal_minor, tax_minor = :tax_minor,
         tax_rows = :tax_rows, lines = :lines ${WHERE}`,
      { ...values, ...texts },
    );
    await tx.run(
      `INSERT INTO ledger_entries (store_id, transaction_id, position, debit_account,
         credit_account, amount_minor, currency, created_at)
       SELECT store_id, transaction_id, 1, 'sales', 'tax', :tax_minor, currency, created_at
       FROM transactions ${WHERE}`,
      { transaction_id, tax_minor },
    );
  });
  return transaction_id;
}
