import { refuseParameters } from '../../../platform/core/errors.ts';
import type { Reader } from '../../../platform/db/database.ts';
import { findProduct } from '../../catalogue/products/product.sql.ts';

/** Whose figures are requested: of a product that there is, or ('') of all together. */
export async function figuresOf(reader: Reader, product_id: string | undefined): Promise<string> {
  if (product_id === undefined) return '';
  if (await findProduct(reader, product_id)) return product_id;
  const message = 'must be the product_id of a product of this store';
  throw refuseParameters([{ param: 'product_id', code: 'unknown_product', message }]);
}
