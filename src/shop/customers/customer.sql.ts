import type { Reader, SearchStretch, Tx } from '../../platform/db/database.ts';
import { changes, locks, reads } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';
import type { StoreWithBrand } from '../store/brand.rules.ts';
import type { BillingRow, ChangedCustomer, CustomerRow } from './customer.rules.ts';

const customers = table<CustomerRow, keyof ChangedCustomer>('customers', 'c', {
  customer_id: 'key',
  email: 'changes',
  email_folded: 'changes',
  email_is_typed: 'changes',
  name: 'changes',
  country: 'changes',
  language: 'changes',
  metadata: 'changes',
  search_entry: 'fixed',
  created_at: 'fixed',
  updated_at: 'changes',
  // In forms for which SQLite needs no table of its own: making one takes as long as all else.
  balances: {
    computed: `(SELECT string_agg(few.balance, ',') FROM (
      SELECT a.currency || ' ' || a.balance_minor AS balance FROM customer_balances a
      WHERE a.store_id = c.store_id AND a.customer_id = c.customer_id AND a.balance_minor <> 0
      ORDER BY a.currency) few)`,
  },
  email_bounced_at: {
    computed: `(SELECT o.bounced_at FROM bounced_addresses o
      WHERE o.store_id = c.store_id AND o.email_folded = c.email_folded)`,
  },
  billing_email_bounced_at: {
    computed: `(SELECT q.bounced_at FROM customer_billings i
      JOIN bounced_addresses q ON q.store_id = i.store_id AND q.email_folded = lower(i.email)
      WHERE i.store_id = c.store_id AND i.customer_id = c.customer_id)`,
  },
});

const billings = table<BillingRow>('customer_billings', 'b', {
  customer_id: 'key',
  billing_id: 'fixed',
  email: 'changes',
  name: 'changes',
  company: 'changes',
  phone: 'changes',
  tax_id: 'changes',
  address: 'changes',
  tax_number: 'changes',
  vies_due_at: 'changes',
  created_at: 'fixed',
  updated_at: 'changes',
});

const FROM = `FROM customers c LEFT JOIN customer_billings b
  ON b.store_id = c.store_id AND b.customer_id = c.customer_id`;

/** Column names of the billing details in a joined row; some would clash with the customer's. */
const JOINED = {
  billing_id: 'billing_id',
  billing_email: 'email',
  billing_name: 'name',
  company: 'company',
  phone: 'phone',
  tax_id: 'tax_id',
  address: 'address',
  tax_number: 'tax_number',
  vies_due_at: 'vies_due_at',
  billing_created_at: 'created_at',
  billing_updated_at: 'updated_at',
} as const satisfies Record<string, keyof BillingRow>;

type JoinedRow = CustomerRow & {
  [Name in keyof typeof JOINED]: BillingRow[(typeof JOINED)[Name]] | null;
};

const SELECT = `SELECT ${customers.columns},
  ${Object.entries(JOINED)
    .map(([name, column]) => `b.${column} AS ${name}`)
    .join(', ')}`;

export interface CustomerWithBilling {
  customer: CustomerRow;
  billing: BillingRow | undefined;
}

const FIND = reads('customer_balances', 'customer_id')
  .reads('bounced_addresses', 'store_id')
  .reads('customer_billings', 'customer_id')
  .reads('customers', 'customer_id')`
  ${SELECT} ${FROM}
  WHERE c.store_id = :store_id AND c.customer_id = :customer_id`;

export const findCustomer = async (reader: Reader, customer_id: string) =>
  splitOptional(await reader.maybe<JoinedRow>(FIND, { customer_id }));

const NAME = reads('customers', 'customer_id')`SELECT email, name FROM customers
  WHERE store_id = :store_id AND customer_id = :customer_id`;

/** The customer without billing details and all else. */
export const findCustomerName = (reader: Reader, customer_id: string) =>
  reader.maybe<Pick<CustomerRow, 'email' | 'name'>>(NAME, { customer_id });

const LOCK = locks('customers', 'customer_id')`SELECT c.customer_id FROM customers c
  WHERE c.store_id = :store_id AND c.customer_id = :customer_id FOR UPDATE`;

export const lockCustomer = async (tx: Tx, customer_id: string) =>
  splitOptional(await tx.maybeLocked<JoinedRow>(LOCK, FIND, { customer_id }));

const EXISTS = `
  SELECT customer_id FROM customers WHERE store_id = :store_id AND customer_id = :customer_id`;

export const customerExists = async (reader: Reader, customer_id: string) =>
  (await reader.maybe(EXISTS, { customer_id })) !== undefined;

const BY_EMAIL = `${SELECT} ${FROM} WHERE c.store_id = :store_id
  AND c.email_folded = :email_folded AND c.email_is_typed = :email_is_typed`;
const OLDEST_BY_EMAIL = `${BY_EMAIL} ORDER BY c.search_entry LIMIT 1`;
const NEWEST_BY_EMAIL = `${BY_EMAIL} ORDER BY c.search_entry DESC LIMIT 1`;

/**
 * Several customers may have the same address. `first`: the oldest who has not typed it themselves.
 * Otherwise the newest of those, or if there is none, the newest who has typed it.
 */
export async function findCustomerByEmail(
  reader: Reader,
  { email_folded, first }: { email_folded: string; first: boolean },
): Promise<CustomerWithBilling | undefined> {
  const find = (sql: string, email_is_typed: number) =>
    reader.maybe<JoinedRow>(sql, { email_folded, email_is_typed });
  if (first) return splitOptional(await find(OLDEST_BY_EMAIL, 0));
  return splitOptional((await find(NEWEST_BY_EMAIL, 0)) ?? (await find(NEWEST_BY_EMAIL, 1)));
}

const WITH_EMAIL = `${customers.select} AND c.email_folded = :email_folded
  ORDER BY c.search_entry LIMIT :limit`;

/** Customers with this address, the oldest first: nobody can push them out by typing it. */
export const listCustomersByEmail = (reader: Reader, of: { email_folded: string; limit: number }) =>
  reader.all<CustomerRow>(WITH_EMAIL, of);

export const insertCustomer = customers.insert;
export const updateCustomerRow = customers.update;

const OF_EMAIL = 'AND c.email_folded = :email_folded';
const NEWEST = 'AND c.search_entry < :entry ORDER BY c.search_entry DESC LIMIT :limit';
const OLDEST = 'AND c.search_entry > :entry ORDER BY c.search_entry LIMIT :limit';
const LIST = `${SELECT} ${FROM} WHERE c.store_id = :store_id`;

export const listCustomerRows = async (
  reader: Reader,
  email_folded: string | undefined,
  { order, ...range }: { order: 'newest' | 'oldest'; entry: number; limit: number },
) => {
  const page = order === 'newest' ? NEWEST : OLDEST;
  const rows =
    email_folded === undefined
      ? reader.all<JoinedRow>(`${LIST} ${page}`, range)
      : reader.all<JoinedRow>(`${LIST} ${OF_EMAIL} ${page}`, { ...range, email_folded });
  return (await rows).map(splitRow);
};

const SEARCH = `${SELECT} FROM search_texts
  JOIN customers c ON c.store_id = :store_id AND c.customer_id = search_texts.record_id
  LEFT JOIN customer_billings b ON b.store_id = c.store_id AND b.customer_id = c.customer_id
  WHERE search_texts MATCH :match AND search_texts.rowid < CAST(:before_entry AS bigint)
    AND search_texts.rowid >= CAST(:from_entry AS bigint)
    AND (CAST(:email_folded AS text) IS NULL OR c.email_folded = :email_folded)
  ORDER BY search_texts.rowid DESC LIMIT :limit`;

export const searchCustomerRows = async (
  reader: Reader,
  search: SearchStretch & { email_folded: string | null },
) => (await reader.all<JoinedRow>(SEARCH, { ...search })).map(splitRow);

export const saveBilling = billings.save;

const links = table<PortalLinkRow>('portal_links', 'l', {
  token_hash: 'key',
  customer_id: 'fixed',
  return_url: 'fixed',
  expires_at: 'fixed',
});

interface PortalLinkRow {
  token_hash: string;
  customer_id: string;
  return_url: string | null;
  expires_at: number;
}

export const insertPortalLink = links.insert;

const REVOKE_LINKS = changes('portal_links', 'customer_id')`
  DELETE FROM portal_links
  WHERE store_id = :store_id AND customer_id = :customer_id AND expires_at > :now`;

/** Returns how many valid links were revoked. */
export const revokePortalLinks = (tx: Tx, links: { customer_id: string; now: number }) =>
  tx.run(REVOKE_LINKS, links);

const DELETE_EXPIRED_LINKS = changes('portal_links')`
  DELETE FROM portal_links WHERE (store_id, token_hash) IN (
    SELECT store_id, token_hash FROM portal_links WHERE expires_at <= :now LIMIT :most)`;

export const deleteExpiredPortalLinks = (tx: Tx, now: number, most: number) =>
  tx.run(DELETE_EXPIRED_LINKS, { now, most });

const FIND_LINK = `
  SELECT s.store_id, s.number, s.mode, s.provider, s.name, s.brand, s.clock_ahead_ms, ${links.columns}
  FROM portal_links l JOIN stores s ON s.store_id = l.store_id WHERE l.token_hash = :token_hash`;

export type PortalLink = PortalLinkRow & StoreWithBrand;

/** Finds store and customer by the link alone: the portal has no API key. */
export const findPortalLink = (reader: Reader, token_hash: string) =>
  reader.maybe<PortalLink>(FIND_LINK, { token_hash });

const splitOptional = (row: JoinedRow | undefined) =>
  row === undefined ? undefined : splitRow(row);

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
    tax_number: row.tax_number,
    vies_due_at: row.vies_due_at,
    created_at: billing_created_at,
    updated_at: billing_updated_at,
  };
  return { customer: row, billing };
}
