import { newRevision } from '../../../platform/core/ids.ts';
import type { Reader, SearchStretch, Tx } from '../../../platform/db/database.ts';
import { locks, reads } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { ChangedProduct, ProductRevision, ProductRow } from './product.rules.ts';

const products = table<ProductRow, keyof ChangedProduct | 'revision'>('products', 'p', {
  product_id: 'key',
  name: 'changes',
  description: 'changes',
  price_minor: 'changes',
  currency: 'fixed',
  image_url: 'changes',
  billing_type: 'fixed',
  billing_interval: 'fixed',
  billing_interval_count: 'fixed',
  trial_days: 'changes',
  tier: 'changes',
  license: 'changes',
  status: 'changes',
  tax_behavior: 'changes',
  tax_category: 'changes',
  metadata: 'changes',
  search_entry: 'fixed',
  created_at: 'fixed',
  updated_at: 'changes',
  revision: 'changes',
});

const FIND = reads('products', 'product_id')`${products.select} AND p.product_id = :product_id`;

export const findProduct = (reader: Reader, product_id: string) =>
  reader.maybe<ProductRow>(FIND, { product_id });

const LOCK = locks('products', 'product_id')`${FIND} FOR UPDATE`;

export const lockProduct = (tx: Tx, product_id: string) =>
  tx.maybe<ProductRow>(LOCK, { product_id });

export const insertProduct = (tx: Tx, row: Omit<ProductRow, 'revision'>) =>
  products.insert(tx, { ...row, revision: newRevision() });

export const updateProductRow = (tx: Tx, row: ProductRow) =>
  products.update(tx, { ...row, revision: newRevision() });

interface Listing {
  limit: number;
  before: string;
}

const LIST = `${products.select} AND p.product_id < :before
  ORDER BY p.product_id DESC LIMIT :limit`;

// The index has all that the inner query reads. For whole rows SQLite would go through the table,
// in a store where few are archived to its end.
const LIST_BY_STATUS = `${products.select} AND p.product_id IN (
    SELECT o.product_id FROM products o
    WHERE o.store_id = :store_id AND o.status = :status AND o.product_id < :before
    ORDER BY o.product_id DESC LIMIT :limit)
  ORDER BY p.product_id DESC`;

export const listProducts = (reader: Reader, status: string, listing: Listing) =>
  status === 'all'
    ? reader.all<ProductRow>(LIST, { ...listing })
    : reader.all<ProductRow>(LIST_BY_STATUS, { ...listing, status });

const ACTIVE_AFTER = `${products.select} AND p.status = 'active' AND p.product_id > :after
  ORDER BY p.product_id LIMIT :limit`;

/** All that are sold, in pages, the oldest first. */
export const listActiveAfter = (reader: Reader, after: string, limit: number) =>
  reader.all<ProductRow>(ACTIVE_AFTER, { after, limit });

const REVISIONS = 'SELECT p.product_id, p.revision FROM products p WHERE p.store_id = :store_id';
const NEWEST = 'AND p.product_id < :before ORDER BY p.product_id DESC LIMIT :limit';
const REVISIONS_OF_ALL = `${REVISIONS} ${NEWEST}`;
const REVISIONS_BY_STATUS = `${REVISIONS} AND p.status = :status ${NEWEST}`;

/** The same list, for somebody who may know these products already. */
export const listRevisions = (reader: Reader, status: string, listing: Listing) =>
  status === 'all'
    ? reader.all<ProductRevision>(REVISIONS_OF_ALL, { ...listing })
    : reader.all<ProductRevision>(REVISIONS_BY_STATUS, { ...listing, status });

interface Filter {
  currency: string | null;
  billing_type: string | null;
}

const FILTER = `(CAST(:currency AS text) IS NULL OR p.currency = :currency)
    AND (CAST(:billing_type AS text) IS NULL OR p.billing_type = :billing_type)`;

/** So many products are looked at for a page with filters, at most. */
const LOOKED_AT_MAX = 5_000;

interface Ordered extends Filter {
  status: string;
  limit: number;
  /** The last product of the page before. */
  after: PricePlace;
  looked_at_max?: number;
}

/** Where a product is in the order of prices; in that of time, the identifier alone counts. */
type PricePlace = Pick<ProductRow, 'currency' | 'price_minor' | 'product_id'>;

const OF_STATUS = `(:status = 'all' OR p.status = :status) AND ${FILTER}`;
const PLACE = '(p.currency, p.price_minor, p.product_id)';
const AFTER = '(:after_currency, :after_price, :after_product)';
const END = '(:end_currency, :end_price, :end_product)';
const UP = 'ORDER BY p.currency, p.price_minor, p.product_id';
const DOWN = 'ORDER BY p.currency DESC, p.price_minor DESC, p.product_id DESC';

const ORDERS = {
  newest: {
    further: 'p.product_id < :after_product',
    upto: 'p.product_id >= :end_product',
    ordered: 'ORDER BY p.product_id DESC',
  },
  oldest: {
    further: 'p.product_id > :after_product',
    upto: 'p.product_id <= :end_product',
    ordered: 'ORDER BY p.product_id',
  },
  lowest: { further: `${PLACE} > ${AFTER}`, upto: `${PLACE} <= ${END}`, ordered: UP },
  highest: { further: `${PLACE} < ${AFTER}`, upto: `${PLACE} >= ${END}`, ordered: DOWN },
};

const PLACES = `SELECT p.currency, p.price_minor, p.product_id FROM products p
  WHERE p.store_id = :store_id`;

const textsOf = ({ further, upto, ordered }: (typeof ORDERS)['newest']) => ({
  page: `${products.select} AND ${OF_STATUS} AND ${further} ${ordered} LIMIT :limit`,
  stretch: `${products.select} AND ${OF_STATUS} AND ${further} AND ${upto} ${ordered} LIMIT :limit`,
  end: `${PLACES} AND ${further} ${ordered} LIMIT 1 OFFSET :looked_at_max - 1`,
});

const ORDERED = {
  newest: textsOf(ORDERS.newest),
  oldest: textsOf(ORDERS.oldest),
  lowest: textsOf(ORDERS.lowest),
  highest: textsOf(ORDERS.highest),
};

/**
 * By time, or by price, one currency after the other. No more than `looked_at_max` are looked at: up
 * to `end`, where there may be more that fit.
 */
export async function listProductsFiltered(
  reader: Reader,
  order: keyof typeof ORDERED,
  { after, looked_at_max = LOOKED_AT_MAX, limit, ...filter }: Ordered,
): Promise<{ rows: ProductRow[]; end: PricePlace | undefined }> {
  const is_by_price = order === 'lowest' || order === 'highest';
  const texts = ORDERED[order];
  const from = {
    after_product: after.product_id,
    ...(is_by_price && { after_currency: after.currency, after_price: after.price_minor }),
  };
  const end = await reader.maybe<PricePlace>(texts.end, { ...from, looked_at_max });
  const upto = end && {
    end_product: end.product_id,
    ...(is_by_price && { end_currency: end.currency, end_price: end.price_minor }),
  };
  const rows = await reader.all<ProductRow>(end ? texts.stretch : texts.page, {
    ...filter,
    ...from,
    ...upto,
    limit,
  });
  return { rows, end: rows.length < limit ? end : undefined };
}

const SEARCH = `
  SELECT ${products.columns} FROM search_texts
  JOIN products p ON p.store_id = :store_id AND p.product_id = search_texts.record_id
  WHERE search_texts MATCH :match AND search_texts.rowid < CAST(:before_entry AS bigint)
    AND search_texts.rowid >= CAST(:from_entry AS bigint) AND ${FILTER}
  ORDER BY search_texts.rowid DESC LIMIT :limit`;

export const searchProductRows = (reader: Reader, search: Filter & SearchStretch) =>
  reader.all<ProductRow>(SEARCH, { ...search });

const IN_ORDER = `${products.select} AND p.currency = :currency
    AND p.status = 'active' AND p.billing_type = 'recurring' AND p.tier IS NOT NULL`;

const ABOVE = `${IN_ORDER} AND p.tier >= :tier
  ORDER BY p.tier, p.price_minor, p.product_id LIMIT :limit`;

const BELOW = `${IN_ORDER} AND p.tier < :tier
  ORDER BY p.tier DESC, p.price_minor DESC, p.product_id DESC LIMIT :limit`;

/** Active plans of a currency on both sides of a tier: the nearest, up to `limit` on each. */
export async function listPlansAround(
  reader: Reader,
  around: { currency: string; tier: number; limit: number },
): Promise<{ below: ProductRow[]; above: ProductRow[] }> {
  const below = await reader.all<ProductRow>(BELOW, around);
  const above = await reader.all<ProductRow>(ABOVE, around);
  return { below: below.toReversed(), above };
}

const EXISTS = `
  SELECT product_id FROM products WHERE store_id = :store_id AND product_id = :product_id`;

export const productExists = async (reader: Reader, product_id: string) =>
  (await reader.maybe(EXISTS, { product_id })) !== undefined;

const NEWEST_CURRENCY = `SELECT p.currency FROM products p WHERE p.store_id = :store_id
  ORDER BY p.product_id DESC LIMIT 1`;

/** What the store sells in, as far as that shows: the currency of its newest product. */
export const newestCurrency = async (reader: Reader): Promise<string | undefined> =>
  (await reader.maybe<{ currency: string }>(NEWEST_CURRENCY))?.currency;
