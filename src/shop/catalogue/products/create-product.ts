import { newId } from '../../../platform/core/ids.ts';
import { LIMITS } from '../../../platform/core/limits.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { keepImage } from './keep-image.ts';
import {
  newProduct,
  Product,
  productText,
  showProduct,
  whyNotBilling,
  whyNotPrice,
} from './product.rules.ts';
import { insertProduct } from './product.sql.ts';
import {
  billing_fields,
  image_field,
  product_fields,
  required_fields,
} from './product-fields.rules.ts';
import { whyNotImage } from './product-image.rules.ts';

export const createProduct = operation({
  method: 'POST',
  path: '/create-product',
  summary: 'Create a product or plan',
  description:
    'A plan is a product with `billing_type: recurring`; its `plan_id` is the `product_id`.',
  scope: 'full',
  input: Type.Object({
    ...required_fields,
    ...product_fields,
    ...image_field,
    ...billing_fields,
  }),
  output: Product,
  errors: [],
  example: {
    name: 'Photo editor',
    description: 'Edits photos on your own machine',
    price: 19.99,
    currency: 'USD',
  },
  body_bytes_max: LIMITS.picture_body_bytes,
  check: (input) => [
    ...whyNotPrice(input.price, input.currency),
    ...whyNotBilling(input),
    ...whyNotImage(input),
  ],
  async write({ input, tx, now, store, emit, services }) {
    const kept = await keepImage(tx, input, { store_number: store.number, now });
    const product = newProduct({ ...input, ...kept }, { product_id: newId('prod', now), now });
    const search_entry = await tx.index(productText(product, store.number));
    await insertProduct(tx, { ...product, search_entry });
    const record = showProduct(product, services.base_url);
    emit('product.created', record);
    return record;
  },
});
