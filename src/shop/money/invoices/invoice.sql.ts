import type { Reader, Tx, Values } from '../../../platform/db/database.ts';
import { type Filter, selectFiltered } from '../../../platform/db/filters.ts';
import { locks, reads } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { InvoiceRow } from './invoice-row.rules.ts';
import type { StoredBuyer } from './party.rules.ts';

const invoices = table<InvoiceRow>('invoices', 'i', {
  position: 'key',
  invoice_id: 'fixed',
  secret: 'fixed',
  number: 'fixed',
  kind: 'fixed',
  cause: 'fixed',
  customer_id: 'fixed',
  transaction_id: 'fixed',
  sale_id: 'fixed',
  refers_to: 'fixed',
  document: 'fixed',
  created_at: 'fixed',
});

export const insertInvoice = invoices.insert;

const FIND = `${invoices.select} AND i.invoice_id = :invoice_id`;
const FIND_BY_NUMBER = `${invoices.select} AND i.number = :number`;

export const findInvoice = (reader: Reader, invoice_id: string) =>
  reader.maybe<InvoiceRow>(FIND, { invoice_id });

export const findInvoiceByNumber = (reader: Reader, number: string) =>
  reader.maybe<InvoiceRow>(FIND_BY_NUMBER, { number });

const FIND_LINK = `
  SELECT s.store_id, s.number AS store_number, s.mode, s.provider, s.name, s.clock_ahead_ms,
    s.invoice_settings, ${invoices.columns}
  FROM invoices i JOIN stores s ON s.store_id = i.store_id WHERE i.invoice_id = :invoice_id`;

/** A document with its store, for a page that has no API key. */
export interface LinkedInvoice extends InvoiceRow {
  store_id: string;
  store_number: number;
  mode: 'test' | 'live';
  provider: string | null;
  name: string;
  clock_ahead_ms: number;
  invoice_settings: string;
}

export const findLinkedInvoice = (reader: Reader, invoice_id: string) =>
  reader.maybe<LinkedInvoice>(FIND_LINK, { invoice_id });

const OF_SALE = reads('invoices', 'sale_id')`
  ${invoices.select} AND i.sale_id = :sale_id ORDER BY i.position`;

/** All documents about a payment, its refunds included, in the order in which they were issued. */
export const listInvoicesOfSale = (reader: Reader, sale_id: string) =>
  reader.all<InvoiceRow>(OF_SALE, { sale_id });

const OF_TRANSACTION = `${invoices.select}
    AND i.sale_id = (SELECT COALESCE(t.refunded_transaction_id, t.transaction_id)
      FROM transactions t
      WHERE t.store_id = :store_id AND t.transaction_id = :transaction_id)
    AND (i.transaction_id = :transaction_id OR i.sale_id = :transaction_id)
  ORDER BY i.position`;

/** The documents of a payment, credit notes for its refunds included; or those of one refund. */
export const findInvoicesOfTransaction = (reader: Reader, transaction_id: string) =>
  reader.all<InvoiceRow>(OF_TRANSACTION, { transaction_id });

// The newest sale of the subscription that has an invoice.
const NEWEST_OF_SUBSCRIPTION = reads('invoices', 'store_id').reads(
  'transactions',
  'subscription_id',
)`
  ${invoices.select} AND i.kind = 'invoice' AND i.sale_id = (
    SELECT t.transaction_id FROM transactions t
    WHERE t.store_id = :store_id AND t.subscription_id = :subscription_id
      AND t.transaction_id <> :transaction_id
      AND EXISTS (SELECT 1 FROM invoices o WHERE o.store_id = t.store_id
        AND o.sale_id = t.transaction_id AND o.kind = 'invoice')
    ORDER BY t.transaction_id DESC LIMIT 1)
  ORDER BY i.position DESC LIMIT 1`;

/** The newest invoice of a subscription, but for those of this transaction. */
export const findNewestInvoice = (
  reader: Reader,
  of: { subscription_id: string; transaction_id: string },
) => reader.maybe<InvoiceRow>(NEWEST_OF_SUBSCRIPTION, of);

type InvoiceFilter = Filter<'customer_id'> & {
  kind?: 'invoice' | 'credit_note' | undefined;
};

interface InvoiceRange {
  before: number;
  limit: number;
  /** Instants, both included. */
  from?: number | undefined;
  to?: number | undefined;
  looked_at_max?: number;
}

/** So many documents of a customer are looked at for a page of some of them, at most. */
const LOOKED_AT_MAX = 2_000;

const SINCE = `SELECT i.position FROM invoices i
  WHERE i.store_id = :store_id AND i.created_at >= :since
  ORDER BY i.created_at, i.position LIMIT 1`;
const UNTIL = `SELECT i.position FROM invoices i
  WHERE i.store_id = :store_id AND i.created_at <= :until
  ORDER BY i.created_at DESC, i.position DESC LIMIT 1`;

// Documents are numbered in the order of time, but for the clocks of several processes.
const CLOCKS_APART_MS = 3_600_000;

// The last that is looked at.
const END = `SELECT i.position FROM invoices i WHERE i.store_id = :store_id
    AND i.customer_id = :customer_id AND i.position >= :first AND i.position < :before
  ORDER BY i.position DESC LIMIT 1 OFFSET :looked_at_max - 1`;

/**
 * Newest first. A range of time is a range of positions, and nothing outside of it is read. If there
 * is an `end`, the page went no further than this position, and there may be more behind it.
 */
export async function listInvoiceRows(
  reader: Reader,
  { kind, ...filter }: InvoiceFilter,
  { looked_at_max = LOOKED_AT_MAX, limit, ...range }: InvoiceRange,
): Promise<{ rows: InvoiceRow[]; end: [number] | undefined }> {
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = range;
  const names = ['customer_id'] as const;
  const { sql, values } = selectFiltered({ select: invoices.select, alias: 'i', names }, filter);
  // Those of a customer are looked for among theirs, not among all credit notes.
  const kind_of = filter.customer_id === undefined ? 'i.kind' : "i.kind || ''";
  const of_kind = kind === undefined ? '' : ` AND ${kind_of} = '${kind}'`;
  const is_whole = from === 0 && to === Number.MAX_SAFE_INTEGER;
  const stretch = is_whole ? { first: 0, before: range.before } : await findStretch(reader, range);
  if (stretch === undefined) return { rows: [], end: undefined };
  const end =
    filter.customer_id === undefined || (is_whole && kind === undefined)
      ? undefined
      : await findPosition(reader, END, { ...values, ...stretch, looked_at_max });
  const in_time = is_whole ? '' : 'AND i.created_at + 0 BETWEEN :from AND :to';
  const page = `${sql}${of_kind} AND i.position >= :first AND i.position < :before ${in_time}
    ORDER BY i.position DESC LIMIT :limit`;
  const rows = await reader.all<InvoiceRow>(page, {
    ...values,
    ...stretch,
    ...(!is_whole && { from, to }),
    limit,
    ...(end !== undefined && { first: end }),
  });
  return { rows, end: end === undefined || rows.length >= limit ? undefined : [end] };
}

/** The positions of a range of time; undefined: nothing was issued in it. */
async function findStretch(
  reader: Reader,
  { from = 0, to = Number.MAX_SAFE_INTEGER, before }: Omit<InvoiceRange, 'limit'>,
): Promise<{ first: number; before: number } | undefined> {
  const until = Math.min(to + CLOCKS_APART_MS, Number.MAX_SAFE_INTEGER);
  const first = await findPosition(reader, SINCE, { since: from - CLOCKS_APART_MS });
  const last = await findPosition(reader, UNTIL, { until });
  if (first === undefined || last === undefined) return undefined;
  return { first, before: Math.min(before, last + 1) };
}

const findPosition = async (reader: Reader, find: string, at: Values) =>
  (await reader.maybe<{ position: number }>(find, at))?.position;

const PARTIES = reads('stores', 'store_id')
  .reads('customers', 'customer_id')
  .reads('customer_billings', 'customer_id')`
  SELECT s.name AS store_name, s.tax_settings, s.invoice_settings,
    c.customer_id, c.email, c.name, c.country,
    b.email AS billing_email, b.name AS billing_name, b.company, b.tax_id, b.address
  FROM stores s JOIN customers c ON c.store_id = s.store_id
  LEFT JOIN customer_billings b ON b.store_id = c.store_id AND b.customer_id = c.customer_id
  WHERE s.store_id = :store_id AND c.store_id = :store_id AND c.customer_id = :customer_id`;

/** Seller and buyer as they are stored now. */
export interface PartiesRow extends StoredBuyer {
  store_name: string;
  tax_settings: string;
  invoice_settings: string;
}

export const findParties = (reader: Reader, customer_id: string) =>
  reader.maybe<PartiesRow>(PARTIES, { customer_id });

const LOCK_SALE = locks('transactions', 'transaction_id = :sale_id')`
  SELECT t.transaction_id FROM transactions t
  WHERE t.store_id = :store_id AND t.transaction_id = :sale_id FOR UPDATE`;

/** Whatever else issues documents about this payment waits until the transaction has ended. */
export const lockSale = (tx: Tx, sale_id: string) => tx.maybe(LOCK_SALE, { sale_id });
