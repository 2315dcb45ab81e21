import type { Reader, Tx } from '../db/database.ts';
import type { BillingRow, CustomerRow } from './customer.rules.ts';

const COLUMNS = `c.customer_id, c.email, c.email_folded, c.name, c.country, c.metadata,
  c.search_entry, c.created_at, c.updated_at,
  (SELECT string_agg(a.currency || ' ' || a.balance_minor, ',' ORDER BY a.currency)
   FROM customer_balances a WHERE a.store_id = c.store_id AND a.customer_id = c.customer_id
     AND a.balance_minor <> 0) AS balances`;

const BILLING_COLUMNS = `b.billing_id, b.email AS billing_email, b.name AS billing_name, b.company,
  b.phone, b.tax_id, b.address, b.created_at AS billing_created_at,
  b.updated_at AS billing_updated_at`;

const FROM = `FROM customers c LEFT JOIN customer_billings b
  ON b.store_id = c.store_id AND b.customer_id = c.customer_id`;

/** A customer joined with its billing details, which may be absent. */
interface JoinedRow extends CustomerRow {
  billing_id: string | null;
  billing_email: string | null;
  billing_name: string | null;
  company: string | null;
  phone: string | null;
  tax_id: string | null;
  address: string | null;
  billing_created_at: number | null;
  billing_updated_at: number | null;
}

export interface CustomerWithBilling {
  customer: CustomerRow;
  billing: BillingRow | undefined;
}

const FIND = `SELECT ${COLUMNS}, ${BILLING_COLUMNS} ${FROM}
  WHERE c.store_id = :store_id AND c.customer_id = :customer_id`;

export const findCustomer = async (reader: Reader, customer_id: string) =>
  split(await reader.maybe<JoinedRow>(FIND, { customer_id }));

const LOCK = `SELECT c.customer_id FROM customers c
  WHERE c.store_id = :store_id AND c.customer_id = :customer_id FOR UPDATE`;

/** Read only once the lock is held: a joined row would be as it was before the wait for it. */
export const lockCustomer = async (tx: Tx, customer_id: string) =>
  (await tx.maybe(LOCK, { customer_id })) === undefined ? undefined : findCustomer(tx, customer_id);

const EXISTS = `
  SELECT customer_id FROM customers WHERE store_id = :store_id AND customer_id = :customer_id`;

export const customerExists = async (reader: Reader, customer_id: string) =>
  (await reader.maybe(EXISTS, { customer_id })) !== undefined;

const FIND_BY_EMAIL = `SELECT ${COLUMNS}, ${BILLING_COLUMNS} ${FROM}
  WHERE c.store_id = :store_id AND c.email_folded = :email_folded
  ORDER BY c.search_entry DESC LIMIT 1`;

/** Several customers may share an address: the newest. */
export const findCustomerByEmail = async (reader: Reader, email_folded: string) =>
  split(await reader.maybe<JoinedRow>(FIND_BY_EMAIL, { email_folded }));

const INSERT = `
  INSERT INTO customers (store_id, customer_id, email, email_folded, name, country, metadata,
    search_entry, created_at, updated_at)
  VALUES (:store_id, :customer_id, :email, :email_folded, :name, :country, :metadata,
    :search_entry, :created_at, :updated_at)`;

export const insertCustomer = (tx: Tx, row: CustomerRow) => tx.run(INSERT, { ...row });

const UPDATE = `
  UPDATE customers SET email = :email, email_folded = :email_folded, name = :name,
    country = :country, metadata = :metadata, updated_at = :updated_at
  WHERE store_id = :store_id AND customer_id = :customer_id`;

export const updateCustomerRow = (tx: Tx, row: CustomerRow) => tx.run(UPDATE, { ...row });

interface Listing {
  before_entry: number;
  limit: number;
}

const LIST = `SELECT ${COLUMNS}, ${BILLING_COLUMNS} ${FROM}
  WHERE c.store_id = :store_id AND c.search_entry < :before_entry
  ORDER BY c.search_entry DESC LIMIT :limit`;

const LIST_BY_EMAIL = `SELECT ${COLUMNS}, ${BILLING_COLUMNS} ${FROM}
  WHERE c.store_id = :store_id AND c.email_folded = :email_folded
    AND c.search_entry < :before_entry
  ORDER BY c.search_entry DESC LIMIT :limit`;

export const listCustomerRows = async (
  reader: Reader,
  email_folded: string | undefined,
  listing: Listing,
) =>
  email_folded === undefined
    ? (await reader.all<JoinedRow>(LIST, { ...listing })).map(splitRow)
    : (await reader.all<JoinedRow>(LIST_BY_EMAIL, { ...listing, email_folded })).map(splitRow);

const SEARCH = `SELECT ${COLUMNS}, ${BILLING_COLUMNS} FROM search_texts
  JOIN customers c ON c.store_id = :store_id AND c.customer_id = search_texts.record_id
  LEFT JOIN customer_billings b ON b.store_id = c.store_id AND b.customer_id = c.customer_id
  WHERE search_texts MATCH :match AND search_texts.rowid < :before_entry
    AND (CAST(:email_folded AS text) IS NULL OR c.email_folded = :email_folded)
  ORDER BY search_texts.rowid DESC LIMIT :limit`;

export const searchCustomerRows = async (
  reader: Reader,
  search: Listing & { match: string; email_folded: string | null },
) => (await reader.all<JoinedRow>(SEARCH, { ...search })).map(splitRow);

const SAVE_BILLING = `
  INSERT INTO customer_billings (store_id, customer_id, billing_id, email, name, company, phone,
    tax_id, address, created_at, updated_at)
  VALUES (:store_id, :customer_id, :billing_id, :email, :name, :company, :phone, :tax_id, :address,
    :created_at, :updated_at)
  ON CONFLICT (store_id, customer_id) DO UPDATE
  SET email = excluded.email, name = excluded.name, company = excluded.company,
    phone = excluded.phone, tax_id = excluded.tax_id, address = excluded.address,
    updated_at = excluded.updated_at`;

export const saveBilling = (tx: Tx, row: BillingRow) => tx.run(SAVE_BILLING, { ...row });

const INSERT_LINK = `
  INSERT INTO portal_links (store_id, token_hash, customer_id, return_url, expires_at)
  VALUES (:store_id, :token_hash, :customer_id, :return_url, :expires_at)`;

export const insertPortalLink = (
  tx: Tx,
  link: { token_hash: string; customer_id: string; return_url: string | null; expires_at: number },
) => tx.run(INSERT_LINK, link);

const REVOKE_LINKS = `
  DELETE FROM portal_links
  WHERE store_id = :store_id AND customer_id = :customer_id AND expires_at > :now`;

/** Returns how many links of the customer worked until now. */
export const revokePortalLinks = (tx: Tx, links: { customer_id: string; now: number }) =>
  tx.run(REVOKE_LINKS, links);

const FORGET_LINKS = `
  DELETE FROM portal_links WHERE (store_id, token_hash) IN (
    SELECT store_id, token_hash FROM portal_links WHERE expires_at <= :now LIMIT :most)`;

export const forgetPortalLinks = (tx: Tx, now: number, most: number) =>
  tx.run(FORGET_LINKS, { now, most });

const FIND_LINK = `
  SELECT s.store_id, s.number, s.mode, s.name, s.clock_ahead_ms, l.customer_id, l.return_url,
    l.expires_at
  FROM portal_links l JOIN stores s ON s.store_id = l.store_id WHERE l.token_hash = :token_hash`;

export interface PortalLink {
  store_id: string;
  number: number;
  mode: 'test' | 'live';
  name: string;
  clock_ahead_ms: number;
  customer_id: string;
  return_url: string | null;
  expires_at: number;
}

/** For a page without a key: the link itself tells which store and customer it belongs to. */
export const findPortalLink = (reader: Reader, token_hash: string) =>
  reader.maybe<PortalLink>(FIND_LINK, { token_hash });

const split = (row: JoinedRow | undefined) => (row === undefined ? undefined : splitRow(row));

function splitRow(row: JoinedRow): CustomerWithBilling {
  const { billing_id, billing_created_at, billing_updated_at } = row;
  if (billing_id === null || billing_created_at === null || billing_updated_at === null) {
    return { customer: row, billing: undefined };
  }
  const billing = {
    billing_id,
    customer_id: row.customer_id,
    email: row.billing_email,
    name: row.billing_name,
    company: row.company,
    phone: row.phone,
    tax_id: row.tax_id,
    address: row.address,
    created_at: billing_created_at,
    updated_at: billing_updated_at,
  };
  return { customer: row, billing };
}
