import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { DiscountCode, foldCode, showDiscount } from './discount.rules.ts';
import { findDiscount, markDiscountDeleted } from './discount.sql.ts';
import { discount_reference } from './discount-fields.rules.ts';

export const deleteDiscountCode = operation({
  method: 'DELETE',
  path: '/delete-discount-code',
  summary: 'Delete a discount code',
  description:
    'Subscriptions and open checkouts that use it keep it. The same code can then be created again.',
  scope: 'full',
  input: Type.Object(discount_reference),
  any_of: ['code', 'discount_id'],
  output: DiscountCode,
  errors: ['discount_code_not_found'],
  answer_example: { status: 'deleted' },
  example: { code: 'LAUNCH20' },
  async write({ input, tx, now, emit, audit, refuse }) {
    const { code, discount_id } = input;
    const code_folded = code && foldCode(code);
    const discount = await findDiscount(tx, { discount_id, code_folded });
    if (!discount) throw refuse('discount_code_not_found');
    const deleted = await markDiscountDeleted(tx, discount.discount_id, now);
    if (deleted === 0) throw refuse('discount_code_not_found');
    const record = showDiscount({ ...discount, deleted_at: now }, now);
    audit({ target: discount.discount_id, before: showDiscount(discount, now), after: record });
    emit('discount_code.deleted', record);
    return record;
  },
});
