import Type, { type Static } from 'typebox';
import { Nullable, OneOf, Text } from '../core/fields.ts';
import { queryWords } from '../core/words.ts';
import {
  type CustomerRow,
  customerScope,
  customerText,
  foldEmail,
} from '../customers/customer.rules.ts';
import {
  findCustomer,
  listCustomersByEmail,
  searchCustomerRows,
} from '../customers/customer.sql.ts';
import type { Reader } from '../db/database.ts';
import { searchRanked } from '../db/search.ts';
import { foldCode } from '../discounts/discount.rules.ts';
import { searchByKeyPart } from '../licenses/search-by-key-part.ts';
import { operation } from '../operation/operation.ts';
import { productScope, productText } from '../products/product.rules.ts';
import { searchProductRows } from '../products/product.sql.ts';
import {
  type FoundRow,
  type FoundType,
  findByCard,
  findByCode,
  findById,
  findByInvoiceNumber,
} from './search.sql.ts';

const EACH = 6;

const TYPES: FoundType[] = [
  ...(['customer', 'transaction', 'subscription', 'license', 'invoice', 'checkout'] as const),
  ...(['product', 'payment_link', 'discount_code', 'mail', 'webhook'] as const),
];

const Result = Type.Object({
  type: OneOf(TYPES, { description: 'What it is', examples: ['customer'] }),
  id: Type.String({
    description:
      'Its identifier. Of a checkout session that was paid: of its transaction. Of a code: itself',
    examples: ['user_42'],
  }),
  title: Type.String({ examples: ['Ada Lovelace'] }),
  detail: Nullable(Type.String({ examples: ['ada@example.com'] })),
  is_exact: Type.Boolean({
    description: 'Whether it is just what was looked for, not something like it',
    examples: [true],
  }),
});

type Found = Static<typeof Result>;

export const searchStore = operation({
  method: 'GET',
  path: '/search-store',
  summary: 'Search everything',
  description:
    'Customers by name, e-mail address or customer_id, any record by its identifier, licenses by any ' +
    'part of their key, invoices by number, payments by the last four digits of the card, products ' +
    `by words, discount codes. Exact finds first; at most ${EACH} of a kind.`,
  scope: 'read',
  input: Type.Object({
    query: Text(1, 200, { description: 'What to look for', examples: ['ada@example.com'] }),
  }),
  output: Type.Object({ object: Type.Literal('search'), results: Type.Array(Result) }),
  errors: [],
  async read({ input, reader, store, services }) {
    const query = input.query.trim();
    if (query === '') return { object: 'search' as const, results: [] };
    const found: Found[] = [];
    const add = (type: FoundType, rows: readonly FoundRow[], is_exact: boolean) => {
      for (const { id, title, detail } of rows) {
        if (found.some((one) => one.type === type && one.id === id)) continue;
        found.push({ type, id, title, detail, is_exact });
      }
    };
    const record = await findById(reader, query);
    if (record) add(record.type, [record.row], true);
    add('customer', await exactCustomers(reader, query), true);
    add('invoice', await findByInvoiceNumber(reader, query), true);
    add('discount_code', await findByCode(reader, foldCode(query)), true);
    if (/^\d{4}$/.test(query)) add('transaction', await findByCard(reader, query, EACH), true);
    add('customer', await customersLike(reader, store.number, query), false);
    if (query.length >= 4) {
      const any = { filter: {}, before_entry: Number.MAX_SAFE_INTEGER, limit: EACH };
      const { licensing } = services;
      const { rows } = await searchByKeyPart({ reader, store, licensing, part: query, ...any });
      for (const { license_id } of rows) {
        const license = await findById(reader, license_id);
        if (license) add('license', [license.row], false);
      }
    }
    add('product', await productsLike(reader, store.number, query), false);
    return { object: 'search' as const, results: found };
  },
});

const shown = ({ customer_id, name, email }: CustomerRow): FoundRow => ({
  id: customer_id,
  title: name || email || customer_id,
  detail: email ?? customer_id,
});

async function exactCustomers(reader: Reader, query: string): Promise<FoundRow[]> {
  const own = await findCustomer(reader, query);
  const email = query.includes('@') ? foldEmail(query) : undefined;
  const with_email = email
    ? await listCustomersByEmail(reader, { email_folded: email, limit: EACH })
    : [];
  return [...(own ? [own.customer] : []), ...with_email].map(shown);
}

async function customersLike(reader: Reader, number: number, query: string): Promise<FoundRow[]> {
  const found = await searchRanked({
    reader,
    scopes: [customerScope(number)],
    ...queryWords(query),
    limit: EACH,
    after: undefined,
    find: (where) => searchCustomerRows(reader, { ...where, email_folded: null }),
    text: ({ customer }) => customerText(customer, number),
  });
  return found.map(({ row }) => shown(row.customer));
}

async function productsLike(reader: Reader, number: number, query: string): Promise<FoundRow[]> {
  const found = await searchRanked({
    reader,
    scopes: (['active', 'archived'] as const).map((one) => productScope(number, one)),
    ...queryWords(query),
    limit: EACH,
    after: undefined,
    find: (where) => searchProductRows(reader, { currency: null, billing_type: null, ...where }),
    text: (row) => productText(row, number),
  });
  return found.map(({ row }) => ({ id: row.product_id, title: row.name, detail: row.status }));
}
