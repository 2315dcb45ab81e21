import { Default, List, OneOf, page_parameters, Text } from '../core/fields.ts';
import { listPage, pageText, readCursor } from '../core/pagination.ts';
import { Type } from '../core/schema.ts';
import { queryWords } from '../core/words.ts';
import { searchRanked } from '../db/search.ts';
import { operation } from '../operation/operation.ts';
import { Product, productScope, productText, showProduct } from './product.rules.ts';
import {
  listProducts,
  listProductsFiltered,
  listProductsInOrder,
  listRevisions,
  searchProductRows,
} from './product.sql.ts';
import { ProductFilter } from './product-fields.rules.ts';
import { knownText, productJson } from './product-texts.ts';

/** Before and after every product, in order of currency, price and identifier. */
const FIRST: [string, number, string] = ['', 0, ''];
const LAST: [string, number, string] = ['z', Number.MAX_SAFE_INTEGER, 'z'];

export const searchProducts = operation({
  method: 'GET',
  path: '/search-products',
  summary: 'List or search products',
  description:
    'Without `query`: newest first. With it: products with all the words; those with all of them ' +
    'in the name come first, newest first among equals. The last word may be unfinished.',
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
      ...{ list: 'products', limit },
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
    if (order !== 'newest') {
      const list = `products ${order}`;
      const last = order === 'highest' ? LAST : FIRST;
      const [currency, price_minor, product_id] = readCursor(cursor, list, ['', 0, '']) ?? last;
      const after = { currency, price_minor, product_id };
      const listing = { ...filter, status, after, limit: limit + 1 };
      return listPage(await listProductsInOrder(reader, order, listing), {
        ...{ list, limit, show: (row) => showProduct(row, base_url) },
        cursor: (row) => [row.currency, row.price_minor, row.product_id],
      });
    }
    if (!input.query?.trim()) {
      const [before] = readCursor(cursor, 'products', ['']) ?? ['z'];
      const listing = { before, limit: limit + 1 };
      const unfiltered = filter.currency === null && filter.billing_type === null;
      const rows = unfiltered
        ? await listProducts(reader, status, listing)
        : await listProductsFiltered(reader, status, filter, listing);
      return listPage(rows, {
        list: 'products',
        limit,
        show: (row) => showProduct(row, base_url),
        cursor: (row) => [row.product_id],
      });
    }
    const statuses = status === 'all' ? (['active', 'archived'] as const) : [status];
    const found = await searchRanked({
      reader: reader,
      scopes: statuses.map((one) => productScope(store.number, one)),
      ...queryWords(input.query),
      limit: limit + 1,
      after: readCursor(cursor, 'products', [0, 0]),
      find: (where) => searchProductRows(reader, { ...filter, ...where }),
      text: (row) => productText(row, store.number),
    });
    return listPage(found, {
      list: 'products',
      limit,
      show: ({ row }) => showProduct(row, base_url),
      cursor: ({ tier, row }) => [tier, row.search_entry],
    });
  },
});
