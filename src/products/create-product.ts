import Type from 'typebox';
import { newId } from '../core/ids.ts';
import { operation } from '../operation/operation.ts';
import {
  newProduct,
  Product,
  productText,
  showProduct,
  whyNotBilling,
  whyNotPrice,
} from './product.rules.ts';
import { insertProduct } from './product.sql.ts';
import { billing_fields, product_fields, required_fields } from './product-fields.rules.ts';

export const createProduct = operation({
  method: 'POST',
  path: '/create-product',
  summary: 'Create a product or plan',
  description:
    'A plan is a product with `billing_type: recurring`; its `plan_id` is the `product_id`.',
  scope: 'full',
  input: Type.Object({ ...required_fields, ...product_fields, ...billing_fields }),
  output: Product,
  errors: [],
  example: {
    name: 'Photo editor',
    description: 'Edits photos on your own machine',
    price: 19.99,
    currency: 'USD',
  },
  check: (input) => [...whyNotPrice(input.price, input.currency), ...whyNotBilling(input)],
  async write({ input, tx, now, store, emit }) {
    const product = newProduct(input, { product_id: newId('prod', now), now });
    const search_entry = await tx.index(productText(product, store.number));
    await insertProduct(tx, { ...product, search_entry });
    const record = showProduct(product);
    emit('product.created', record);
    return record;
  },
});
