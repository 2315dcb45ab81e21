import { List, OneOf, page_parameters } from '../../../platform/core/fields.ts';
import { listPage, readCursor } from '../../../platform/core/pagination.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { DISCOUNT_STATUSES, DiscountCode, showDiscount } from './discount.rules.ts';
import { listDiscounts } from './discount.sql.ts';

export const listDiscountCodes = operation({
  method: 'GET',
  path: '/list-discount-codes',
  summary: 'List discount codes',
  description:
    'Newest first. Without `status`: all but the deleted ones. Among thousands of codes, a page may ' +
    'be short, even empty, while `has_more` is true: go on with `next_cursor`.',
  scope: 'read',
  input: Type.Object({
    status: Type.Optional(
      OneOf([...DISCOUNT_STATUSES], { description: 'Only codes in this state' }),
    ),
    ...page_parameters,
  }),
  output: List(DiscountCode),
  errors: [],
  example: { status: 'active' },
  async read({ input, reader, now }) {
    const { limit } = input;
    const [before] = readCursor(input.cursor, 'discount_codes', ['']) ?? ['z'];
    const listing = { status: input.status ?? null, now, before, limit: limit + 1 };
    const { rows, end } = await listDiscounts(reader, listing);
    return listPage(rows, {
      list: 'discount_codes',
      limit,
      end,
      show: (row) => showDiscount(row, now),
      cursor: (row) => [row.discount_id],
    });
  },
});
