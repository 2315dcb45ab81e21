import {
  Default,
  List,
  OneOf,
  page_parameters,
  SHORT_PAGES,
  Text,
} from '../../../platform/core/fields.ts';
import { listPage, pageText, readCursor } from '../../../platform/core/pagination.ts';
import { Type } from '../../../platform/core/schema.ts';
import { queryWords } from '../../../platform/core/words.ts';
import { searchRanked } from '../../../platform/db/search.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { Product, productScope, productText, showProduct } from './product.rules.ts';
import {
  listProducts,
  listProductsFiltered,
  listRevisions,
  searchProductRows,
} from './product.sql.ts';
import { ProductFilter } from './product-fields.rules.ts';
import { knownText, productJson } from './product-texts.ts';

/** Before and after every product, in order of currency, price and identifier. */
const FIRST: [string, number, string] = ['', 0, ''];
const LAST: [string, number, string] = ['z', Number.MAX_SAFE_INTEGER, 'z'];
const BEGIN = { newest: LAST, highest: LAST, oldest: FIRST, lowest: FIRST };

export const searchProducts = operation({
  method: 'GET',
  path: '/search-products',
  summary: 'List or search products',
  description:
    'Without `query`: newest first. With it: products with all the words; those with all of them ' +
    'in the name come first, newest first among equals. The last word may be unfinished. ' +
    SHORT_PAGES,
  scope: 'read',
  input: Type.Object({
    query: Type.Optional(
      Text(0, 200, {
        description: 'Words to look for in name and description; the last may be unfinished',
        examples: ['photo edi'],
      }),
    ),
    ...ProductFilter,
    order: Default(
      'newest',
      OneOf(['newest', 'oldest', 'highest', 'lowest'], {
        description:
          'By time, or by price: currencies are not mixed, one comes after the other. Not with `query`',
        examples: ['newest'],
      }),
    ),
    ...page_parameters,
  }),
  output: List(Product),
  errors: [],
  example: { query: 'photo', limit: 10 },
  check: ({ query, order = 'newest' }) =>
    order !== 'newest' && query?.trim()
      ? [{ param: 'order', code: 'not_allowed', message: 'cannot be together with query' }]
      : [],
  async text({ input, reader, services: { base_url } }) {
    const { query, currency, billing_type, order, status, limit, cursor } = input;
    if (query?.trim() || currency || billing_type || order !== 'newest') return undefined;
    const [before] = readCursor(cursor, 'products', ['']) ?? ['z'];
    const listing = { before, limit: limit + 1 };
    const page = {
      list: 'products',
      limit,
      cursor: ({ product_id }: { product_id: string }) => [product_id],
    };
    const known = listPage(await listRevisions(reader, status, listing), {
      ...page,
      show: (one) => knownText(one, base_url) ?? '',
    });
    if (!known.data.includes('')) return pageText(known);
    const rows = await listProducts(reader, status, listing);
    return pageText(listPage(rows, { ...page, show: (row) => productJson(row, base_url) }));
  },
  async read({ input, reader, store, services: { base_url } }) {
    const filter = {
      currency: input.currency?.toUpperCase() ?? null,
      billing_type: input.billing_type ?? null,
    };
    const { status, limit, cursor, order } = input;
    const is_filtered = filter.currency !== null || filter.billing_type !== null;
    if (!input.query?.trim() && (order !== 'newest' || is_filtered)) {
      const list = order === 'newest' ? 'products' : `products ${order}`;
      const after = placeAfter(cursor, list, order);
      const listing = { ...filter, status, after, limit: limit + 1 };
      const { rows, end } = await listProductsFiltered(reader, order, listing);
      const position = (row: typeof after) =>
        order === 'newest' ? [row.product_id] : [row.currency, row.price_minor, row.product_id];
      return listPage(rows, {
        list,
        limit,
        show: (row) => showProduct(row, base_url),
        cursor: position,
        end: end && position(end),
      });
    }
    if (!input.query?.trim()) {
      const [before] = readCursor(cursor, 'products', ['']) ?? ['z'];
      const rows = await listProducts(reader, status, { before, limit: limit + 1 });
      return listPage(rows, {
        list: 'products',
        limit,
        show: (row) => showProduct(row, base_url),
        cursor: (row) => [row.product_id],
      });
    }
    const statuses = status === 'all' ? (['active', 'archived'] as const) : [status];
    const { found, end } = await searchRanked({
      reader,
      scopes: statuses.map((one) => productScope(store.number, one)),
      ...queryWords(input.query),
      limit: limit + 1,
      after: readCursor(cursor, 'products', [0, 0]),
      find: (where) => searchProductRows(reader, { ...filter, ...where }),
      is_filtered,
      text: (row) => productText(row, store.number),
    });
    return listPage(found, {
      list: 'products',
      limit,
      end,
      show: ({ row }) => showProduct(row, base_url),
      cursor: ({ tier, row }) => [tier, row.search_entry],
    });
  },
});

/** Behind which product a page begins. */
function placeAfter(cursor: string | undefined, list: string, order: keyof typeof BEGIN) {
  const begin = BEGIN[order];
  if (order === 'newest') {
    const [product_id] = readCursor(cursor, list, ['']) ?? [begin[2]];
    return { currency: '', price_minor: 0, product_id };
  }
  const [currency, price_minor, product_id] = readCursor(cursor, list, ['', 0, '']) ?? begin;
  return { currency, price_minor, product_id };
}
