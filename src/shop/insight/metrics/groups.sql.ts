import type { Reader } from '../../../platform/db/database.ts';
import { type Dimension, ORIGIN_SUMS, type OriginSum } from '../../figures/figure-change.rules.ts';
import type { GroupRow } from './groups.rules.ts';
import type { Days } from './range.rules.ts';

const sum = (name: OriginSum, as: string, when: string) =>
  `CAST(SUM(CASE WHEN ${when} THEN d.${name} ELSE 0 END) AS bigint) AS ${as}`;
const NOW = 'd.day >= :from';
const BEFORE = 'd.day <= :previous_to';

const GROUPS = `SELECT d.origin,
    ${ORIGIN_SUMS.map((name) => sum(name, name, NOW)).join(', ')},
    ${ORIGIN_SUMS.map((name) => sum(name, `previous_${name}`, BEFORE)).join(', ')}
  FROM sales_origin_days d
  WHERE d.store_id = :store_id AND d.product_id = :product_id AND d.currency = :currency
    AND d.dimension = :dimension AND d.day >= :previous_from AND d.day <= :to
    AND (d.day >= :from OR d.day <= :previous_to) AND (:origin = '' OR d.origin = :origin)
  GROUP BY d.origin
  ORDER BY SUM(CASE WHEN ${NOW} THEN d.gross_minor - d.refunded_minor - d.disputed_minor ELSE 0 END)
    DESC, d.origin LIMIT :limit`;

/** Those that have sold most come first. */
export const listGroups = (
  reader: Reader,
  whose: { product_id: string; currency: string; dimension: Dimension; origin: string },
  { from, to, previous, limit }: Days & { previous: Days; limit: number },
) =>
  reader.all<GroupRow>(GROUPS, {
    ...whose,
    ...{ from, to, limit },
    ...{ previous_from: previous.from, previous_to: previous.to },
  });

const NAMES: Record<Exclude<Dimension, 'country'>, string> = {
  product: 'SELECT p.name FROM products p WHERE p.store_id = :store_id AND p.product_id = :origin',
  code: 'SELECT d.code AS name FROM discount_codes d WHERE d.store_id = :store_id AND d.discount_id = :origin',
  link: 'SELECT l.slug AS name FROM payment_links l WHERE l.store_id = :store_id AND l.payment_link_id = :origin',
};

/** What an origin is called: a product's name, a code, a link's slug, a country by its letters. */
export const nameOfGroup = async (
  reader: Reader,
  dimension: Dimension,
  origin: string,
): Promise<string | null> => {
  if (dimension === 'country') return origin === '' ? null : origin;
  return (await reader.maybe<{ name: string }>(NAMES[dimension], { origin }))?.name ?? null;
};

export interface CustomerSalesRow {
  customer_id: string;
  currency: string;
  email: string | null;
  name: string | null;
  gross_minor: number;
  refunded_minor: number;
  disputed_minor: number;
  net_minor: number;
  payments: number;
}

// By a left join the sums are read first, in their order, and not all customers.
const CUSTOMER = `SELECT s.customer_id, s.currency, c.email, c.name, s.gross_minor, s.refunded_minor,
    s.disputed_minor, s.net_minor, s.payments
  FROM customer_sales s
    LEFT JOIN customers c ON c.store_id = s.store_id AND c.customer_id = s.customer_id
  WHERE s.store_id = :store_id`;

const BEST = `${CUSTOMER} AND s.currency = :currency
    AND (s.net_minor, s.customer_id) < (:before_minor, :before)
  ORDER BY s.net_minor DESC, s.customer_id DESC LIMIT :limit`;

/** Those who have bought most come first. */
export const listCustomerSales = (
  reader: Reader,
  range: { currency: string; before_minor: number; before: string; limit: number },
) => reader.all<CustomerSalesRow>(BEST, range);

const ONE = `${CUSTOMER} AND s.customer_id = :customer_id ORDER BY s.currency`;

/** What one customer has bought, in each currency. */
export const salesOfCustomer = (reader: Reader, customer_id: string) =>
  reader.all<CustomerSalesRow>(ONE, { customer_id });
