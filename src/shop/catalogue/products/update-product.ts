import { isChanged } from '../../../platform/core/changes.ts';
import { LIMITS } from '../../../platform/core/limits.ts';
import { ProductId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { keepImage } from './keep-image.ts';
import { changedProduct, Product, productText, showProduct, whyNotPrice } from './product.rules.ts';
import { lockProduct, updateProductRow } from './product.sql.ts';
import { change_fields, image_field } from './product-fields.rules.ts';
import { whyNotImage } from './product-image.rules.ts';

export const updateProduct = operation({
  method: 'POST',
  path: '/update-product',
  summary: 'Change a product',
  description:
    'Fields that are not sent stay as they are; `metadata` and `license` are replaced whole. ' +
    'Nothing new is 200, unchanged. A new price never touches existing subscriptions or open checkouts.',
  scope: 'full',
  input: Type.Object({
    product_id: ProductId,
    ...change_fields,
    ...image_field,
  }),
  output: Product,
  errors: ['product_not_found'],
  example: { product_id: 'prod_1tq3v9w0e00h4rk6m2x8pz7ycn5', price: 24.99 },
  body_bytes_max: LIMITS.picture_body_bytes,
  check: whyNotImage,
  async write({ input, tx, now, store, emit, audit, refuse, services }) {
    const before = await lockProduct(tx, input.product_id);
    if (!before) throw refuse('product_not_found');
    const problems = whyNotPrice(input.price, before.currency);
    if (before.billing_type === 'one_time' && input.trial_days) {
      problems.push({
        param: 'trial_days',
        code: 'not_allowed',
        message: 'is for recurring products only',
      });
    }
    if (problems.length > 0) throw refuse('invalid_parameters', problems);
    const kept = await keepImage(tx, input, { store_number: store.number, now });
    const after = changedProduct(before, { ...input, ...kept }, now);
    if (!isChanged(before, after)) return showProduct(before, services.base_url);
    await updateProductRow(tx, after);
    await tx.index(productText(after, store.number), after.search_entry);
    const record = showProduct(after, services.base_url);
    const was = showProduct(before, services.base_url);
    audit({ target: input.product_id, before: was, after: record });
    emit('product.updated', record);
    return record;
  },
});
