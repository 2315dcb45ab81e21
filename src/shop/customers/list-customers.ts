import { Default, Id, List, OneOf, page_parameters, Text } from '../../platform/core/fields.ts';
import { listPage, readCursor } from '../../platform/core/pagination.ts';
import { Type } from '../../platform/core/schema.ts';
import { queryWords } from '../../platform/core/words.ts';
import { searchRanked } from '../../platform/db/search.ts';
import { operation } from '../../platform/operation/operation.ts';
import {
  Customer,
  customerScope,
  customerText,
  foldEmail,
  showCustomer,
} from './customer.rules.ts';
import { listCustomerRows, searchCustomerRows } from './customer.sql.ts';

export const listCustomers = operation({
  method: 'GET',
  path: '/list-customers',
  summary: 'List or search customers',
  description:
    'Newest first. `query` looks for words in name, e-mail address and customer_id, and is answered ' +
    'with the best hits first, whatever the `order`.',
  scope: 'read',
  input: Type.Object({
    query: Type.Optional(
      Text(0, 200, {
        description: 'Words to look for; the last may be unfinished',
        examples: ['ada'],
      }),
    ),
    email: Type.Optional(Id('ada@example.com', 'Only customers with this address')),
    order: Default(
      'newest',
      OneOf(['newest', 'oldest'], { description: 'Without `query`', examples: ['newest'] }),
    ),
    ...page_parameters,
  }),
  output: List(Customer),
  errors: [],
  example: { query: 'ada' },
  async read({ input, reader, store }) {
    const { limit, cursor, order } = input;
    const email_folded = input.email === undefined ? undefined : foldEmail(input.email);
    if (!input.query?.trim()) {
      const list = order === 'newest' ? 'customers' : 'customers oldest';
      const first = order === 'newest' ? Number.MAX_SAFE_INTEGER : 0;
      const [entry] = readCursor(cursor, list, [0]) ?? [first];
      const rows = await listCustomerRows(reader, email_folded, { order, entry, limit: limit + 1 });
      return listPage(rows, {
        list,
        limit,
        show: ({ customer, billing }) => showCustomer(customer, billing),
        cursor: ({ customer }) => [customer.search_entry],
      });
    }
    const { found, end } = await searchRanked({
      reader: reader,
      scopes: [customerScope(store.number)],
      ...queryWords(input.query),
      limit: limit + 1,
      after: readCursor(cursor, 'customers', [0, 0]),
      find: (where) => searchCustomerRows(reader, { ...where, email_folded: email_folded ?? null }),
      is_filtered: email_folded !== undefined,
      text: ({ customer }) => customerText(customer, store.number),
    });
    return listPage(found, {
      list: 'customers',
      limit,
      end,
      show: ({ row }) => showCustomer(row.customer, row.billing),
      cursor: ({ tier, row }) => [tier, row.customer.search_entry],
    });
  },
});
