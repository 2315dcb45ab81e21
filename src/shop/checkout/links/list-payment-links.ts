import { Described, List, OneOf, page_parameters } from '../../../platform/core/fields.ts';
import { listPage, readCursor } from '../../../platform/core/pagination.ts';
import { ProductId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { LINK_STATUSES, PaymentLink, showLink } from './payment-link.rules.ts';
import { listLinks } from './payment-link.sql.ts';

export const listPaymentLinks = operation({
  method: 'GET',
  path: '/list-payment-links',
  summary: 'List payment links',
  description:
    'Newest first; those that were deleted only with `status: deleted`. A page may be short, even ' +
    'empty, while `has_more` is true: go on with `next_cursor`.',
  scope: 'read',
  input: Type.Object({
    status: Type.Optional(OneOf([...LINK_STATUSES], { description: 'Only links in this status' })),
    product_id: Type.Optional(Described('Only links that sell this product', ProductId)),
    ...page_parameters,
  }),
  output: List(PaymentLink),
  errors: [],
  example: { status: 'active' },
  async read({ input, reader, ...context }) {
    const { limit, status = null, product_id = null } = input;
    const [before] = readCursor(input.cursor, 'payment_links', ['']) ?? ['z'];
    const listing = { status, product_id, now: context.now, before, limit: limit + 1 };
    const { rows, end } = await listLinks(reader, listing);
    return listPage(rows, {
      list: 'payment_links',
      limit,
      end,
      show: (row) => showLink(row, context),
      cursor: (row) => [row.payment_link_id],
    });
  },
});
