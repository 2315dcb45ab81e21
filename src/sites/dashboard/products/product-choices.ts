import type { Static } from 'typebox';
import { Refusal } from '../../../platform/core/errors.ts';
import { getProduct } from '../../../shop/catalogue/products/get-product.ts';
import type { Product } from '../../../shop/catalogue/products/product.rules.ts';
import { searchProducts } from '../../../shop/catalogue/products/search-products.ts';
import type { Filter } from '../list-filters.ts';
import type { Visit } from '../visit.ts';

/** The hundred newest products on sale, and the one that was chosen, to choose from in a form. */
export async function productChoices(
  visit: Visit,
  chosen = '',
): Promise<{ value: string; label: string }[]> {
  const { data } = await visit.ask(searchProducts, { limit: 100 });
  const is_known = chosen === '' || data.some(({ product_id }) => product_id === chosen);
  const older = is_known ? [] : [await visit.ask(getProduct, { product_id: chosen })];
  return [...older, ...data].map((one) => ({
    value: one.product_id,
    label: `${one.name}, ${priceText(visit, one)}`,
  }));
}

/** By product: of those on sale, and the one that is in the address. */
export const product_filter: Filter = {
  ...{ name: 'product_id', label: 'Product' },
  async choose(visit, chosen) {
    try {
      return await productChoices(visit, chosen);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return productChoices(visit); // Whoever typed it is answered by the list.
    }
  },
};

type Priced = Pick<
  Static<typeof Product>,
  'price' | 'currency' | 'billing_interval' | 'billing_interval_count'
>;

/** `€19.00 a month`. */
export function priceText({ words }: Pick<Visit, 'words'>, product: Priced): string {
  const { price, currency, billing_interval: unit, billing_interval_count: count } = product;
  const amount = words.amount(price, currency);
  if (unit === null) return amount;
  return count === null || count === 1
    ? `${amount} a ${unit}`
    : `${amount} every ${count} ${unit}s`;
}
