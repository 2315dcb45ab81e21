import type { StoreMode } from '../../platform/core/access.ts';
import type { Reader } from '../../platform/db/database.ts';

const STORES = 'SELECT store_id, mode FROM stores ORDER BY number LIMIT 3';

/** The stores of the installation, if there are no more than two; else the first three. */
export const findTwoStores = (reader: Reader) =>
  reader.all<{ store_id: string; mode: StoreMode }>(STORES);

/** Where a record with an identifier of this kind is kept: each is found by its primary key. */
const TABLES: [prefix: string, table: string, column: string][] = [
  ['prod', 'products', 'product_id'],
  ['cus', 'customers', 'customer_id'],
  ['disc', 'discount_codes', 'discount_id'],
  ['cs', 'checkouts', 'checkout_session_id'],
  ['link', 'payment_links', 'payment_link_id'],
  ['txn', 'transactions', 'transaction_id'],
  ['lic', 'licenses', 'license_id'],
  ['sub', 'subscriptions', 'subscription_id'],
  ['inv', 'invoices', 'invoice_id'],
  ['wh', 'webhooks', 'webhook_id'],
];

const STATEMENTS = new Map(
  TABLES.map(([prefix, table, column]) => [
    prefix,
    `SELECT ${column} FROM ${table} WHERE store_id = :store_id AND ${column} = :id`,
  ]),
);

export const KINDS_OF_RECORDS: ReadonlySet<string> = new Set(STATEMENTS.keys());

export const hasRecord = async (reader: Reader, kind: string, id: string): Promise<boolean> => {
  const sql = STATEMENTS.get(kind);
  return sql !== undefined && (await reader.maybe(sql, { id })) !== undefined;
};
