import type { Reader } from '../../platform/db/database.ts';
import type { InvoiceRow } from '../../shop/money/invoices/invoice-row.rules.ts';
import type { SeriesChangeRow, SeriesRow } from '../../shop/money/invoices/numbering.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';

/** As in verify.sql.ts: identifiers after one, up to another. */
type Range = Record<'store_id' | 'after' | 'upto', string>;

const SERIES = 'SELECT * FROM invoice_series WHERE store_id = :store_id';

export const seriesOf = (reader: Reader, store_id: string) =>
  reader.maybe<SeriesRow & { none_until: string }>(SERIES, { store_id });

const CHANGES = `SELECT * FROM invoice_series_changes WHERE store_id = :store_id
  ORDER BY from_position`;

export const seriesChangesOf = (reader: Reader, store_id: string) =>
  reader.all<SeriesChangeRow>(CHANGES, { store_id });

const BY_POSITION = `SELECT * FROM invoices
  WHERE store_id = :store_id AND position > :after ORDER BY position LIMIT :limit`;

export const invoicesAfter = (
  reader: Reader,
  from: { store_id: string; after: number; limit: number },
) => reader.all<InvoiceRow>(BY_POSITION, from);

const OF_SALES = `SELECT * FROM invoices
  WHERE store_id = :store_id AND sale_id > :after AND sale_id <= :upto ORDER BY sale_id, position`;

export const invoicesOfSalesIn = (reader: Reader, range: Range) =>
  reader.all<InvoiceRow>(OF_SALES, range);

const REFUNDS = `SELECT * FROM transactions
  WHERE store_id = :store_id AND refunded_transaction_id > :after
    AND refunded_transaction_id <= :upto AND status = 'paid'`;

/** Refunds of some payments that were made and stand. */
export const paidRefundsIn = (reader: Reader, range: Range) =>
  reader.all<TransactionRow>(REFUNDS, range);
