import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { DiscountCode, foldCode, showDiscount } from './discount.rules.ts';
import { findDiscount } from './discount.sql.ts';
import { discount_reference } from './discount-fields.rules.ts';

export const getDiscountCode = operation({
  method: 'GET',
  path: '/get-discount-code',
  summary: 'Get a discount code',
  description: 'By `code`, or by `discount_id`, which also finds a deleted one.',
  scope: 'read',
  input: Type.Object(discount_reference),
  any_of: ['code', 'discount_id'],
  output: DiscountCode,
  errors: ['discount_code_not_found'],
  example: { code: 'LAUNCH20' },
  async read({ input, reader, now, refuse }) {
    const { code, discount_id } = input;
    const code_folded = code && foldCode(code);
    const discount = await findDiscount(reader, { discount_id, code_folded });
    if (!discount) throw refuse('discount_code_not_found');
    return showDiscount(discount, now);
  },
});
