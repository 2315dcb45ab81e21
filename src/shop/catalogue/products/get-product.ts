import { ProductId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { Product, showProduct } from './product.rules.ts';
import { findProduct } from './product.sql.ts';

export const getProduct = operation({
  method: 'GET',
  path: '/get-product',
  summary: 'Get a product',
  scope: 'read',
  input: Type.Object({ product_id: ProductId }),
  output: Product,
  errors: ['product_not_found'],
  async read({ input, reader, refuse, services }) {
    const product = await findProduct(reader, input.product_id);
    if (!product) throw refuse('product_not_found');
    return showProduct(product, services.base_url);
  },
});
