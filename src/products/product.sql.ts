import { newRevision } from '../core/ids.ts';
import type { Reader, Tx } from '../db/database.ts';
import { table } from '../db/table.ts';
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

const FIND = `${products.select} AND p.product_id = :product_id`;

export const findProduct = (reader: Reader, product_id: string) =>
  reader.maybe<ProductRow>(FIND, { product_id });

const LOCK = `${FIND} FOR UPDATE`;

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

const LIST_BY_STATUS = `${products.select}
  AND p.status = :status AND p.product_id < :before
  ORDER BY p.product_id DESC LIMIT :limit`;

export const listProducts = (reader: Reader, status: string, listing: Listing) =>
  status === 'all'
    ? reader.all<ProductRow>(LIST, { ...listing })
    : reader.all<ProductRow>(LIST_BY_STATUS, { ...listing, status });

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

const LIST_FILTERED = `${products.select}
    AND (:status = 'all' OR p.status = :status)
    AND p.product_id < :before AND ${FILTER}
  ORDER BY p.product_id DESC LIMIT :limit`;

export const listProductsFiltered = (
  reader: Reader,
  status: string,
  filter: Filter,
  listing: Listing,
) => reader.all<ProductRow>(LIST_FILTERED, { ...filter, ...listing, status });

interface Ordered extends Filter {
  status: string;
  limit: number;
  /** The last product of the page before. */
  after: { currency: string; price_minor: number; product_id: string };
}

const OF_STATUS = `(:status = 'all' OR p.status = :status) AND ${FILTER}`;
const PLACE = '(p.currency, p.price_minor, p.product_id)';
const AFTER = '(:after_currency, CAST(:after_price AS bigint), :after_product)';

const LOWEST = `${products.select} AND ${OF_STATUS} AND ${PLACE} > ${AFTER}
  ORDER BY p.currency, p.price_minor, p.product_id LIMIT :limit`;

const HIGHEST = `${products.select} AND ${OF_STATUS} AND ${PLACE} < ${AFTER}
  ORDER BY p.currency DESC, p.price_minor DESC, p.product_id DESC LIMIT :limit`;

const OLDEST = `${products.select} AND ${OF_STATUS} AND p.product_id > :after_product
  ORDER BY p.product_id LIMIT :limit`;

const ORDERED = { lowest: LOWEST, highest: HIGHEST, oldest: OLDEST };

/** By price, one currency after the other, or the oldest first. */
export const listProductsInOrder = (
  reader: Reader,
  order: keyof typeof ORDERED,
  { after, ...filter }: Ordered,
) =>
  reader.all<ProductRow>(ORDERED[order], {
    ...filter,
    after_product: after.product_id,
    ...(order !== 'oldest' && {
      after_currency: after.currency,
      after_price: after.price_minor,
    }),
  });

const SEARCH = `
  SELECT ${products.columns} FROM search_texts
  JOIN products p ON p.store_id = :store_id AND p.product_id = search_texts.record_id
  WHERE search_texts MATCH :match AND search_texts.rowid < :before_entry AND ${FILTER}
  ORDER BY search_texts.rowid DESC LIMIT :limit`;

export const searchProductRows = (
  reader: Reader,
  search: Filter & { match: string; before_entry: number; limit: number },
) => reader.all<ProductRow>(SEARCH, { ...search });

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
