import type { Detail } from '../../../platform/core/errors.ts';
import { newId } from '../../../platform/core/ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { productExists } from '../products/product.sql.ts';
import { DiscountCode, newDiscount, showDiscount, whyNotDiscount } from './discount.rules.ts';
import { findDiscountByCode, insertDiscount, insertDiscountProduct } from './discount.sql.ts';
import { discount_fields } from './discount-fields.rules.ts';

export const createDiscountCode = operation({
  method: 'POST',
  path: '/create-discount-code',
  summary: 'Create a discount code',
  description: 'A plain date in `valid_from` or `valid_until` means the whole day in UTC.',
  scope: 'full',
  input: Type.Object(discount_fields),
  one_of: ['discount_percentage', 'discount_amount'],
  output: DiscountCode,
  errors: ['code_taken'],
  answer_example: { valid_until: '2030-12-31T23:59:59.999Z' },
  example: { code: 'SUMMER25', discount_percentage: 25, valid_until: '2030-12-31' },
  check: whyNotDiscount,
  async write({ input, tx, now, emit, refuse }) {
    const discount = newDiscount(input, { discount_id: newId('disc', now), now });
    if (await findDiscountByCode(tx, discount.code_folded)) {
      const message = 'is already used by another discount code: delete that one or choose another';
      throw refuse('code_taken', [{ param: 'code', code: 'code_taken', message }]);
    }
    const product_ids = input.product_ids ?? [];
    const problems: Detail[] = [];
    for (const [at, product_id] of product_ids.entries()) {
      if (await productExists(tx, product_id)) continue;
      problems.push({
        param: `product_ids.${at}`,
        code: 'unknown_product',
        message: 'is not a product of this store',
      });
    }
    if (problems.length > 0) throw refuse('invalid_parameters', problems);
    await insertDiscount(tx, discount);
    for (const [position, product_id] of product_ids.entries()) {
      await insertDiscountProduct(tx, { discount_id: discount.discount_id, product_id, position });
    }
    const record = showDiscount(discount, now);
    emit('discount_code.created', record);
    return record;
  },
});
