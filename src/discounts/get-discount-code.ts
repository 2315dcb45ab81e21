import Type from 'typebox';
import { operation } from '../http/operation.ts';
import {
  DiscountCode,
  discount_reference,
  foldCode,
  NO_REFERENCE,
  showDiscount,
} from './discount.rules.ts';
import { findDiscount } from './discount.sql.ts';

export const getDiscountCode = operation({
  method: 'GET',
  path: '/get-discount-code',
  summary: 'Get a discount code',
  description: 'By `code`, or by `discount_id`, which also finds a deleted one.',
  scope: 'read',
  input: Type.Object(discount_reference),
  output: DiscountCode,
  errors: ['discount_code_not_found'],
  example: { code: 'LAUNCH20' },
  async handle({ input, tx, now, refuse }) {
    const { code, discount_id } = input;
    if ((code ?? discount_id) === undefined) throw refuse('invalid_parameters', [NO_REFERENCE]);
    const found = await findDiscount(tx, { discount_id, code_folded: code && foldCode(code) });
    if (!found) throw refuse('discount_code_not_found');
    return showDiscount(found, now);
  },
});
