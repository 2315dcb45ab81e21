import assert from 'node:assert/strict';
import { newId, randomText } from '../../../platform/core/ids.ts';
import { isoInstant } from '../../../platform/core/time.ts';
import type { StoreTx } from '../../../platform/operation/work.ts';
import { readBrand } from '../../store/read-brand.ts';
import type { InvoiceDocument } from './invoice.rules.ts';
import { insertInvoice } from './invoice.sql.ts';
import type { InvoiceRow } from './invoice-row.rules.ts';
import { takePosition } from './invoice-series.sql.ts';
import { numberText } from './numbering.rules.ts';

type Link = Pick<InvoiceRow, 'invoice_id' | 'secret'>;

interface NewDocument extends Pick<InvoiceRow, 'cause' | 'sale_id' | 'refers_to'> {
  /** Where its address is known before the document is issued. */
  link?: Link;
  compose(numbered: Numbered): InvoiceDocument;
}

interface Numbered {
  number: string;
  /** The number of the document that follows, if there is another one in the same step. */
  next: string;
  issued_on: string;
}

/**
 * Issues a document under the next number. Call it as a last step (see StoreTx): other transactions
 * of the store that need a number wait until this one has ended.
 */
export async function issueDocument(
  { tx, now }: Pick<StoreTx, 'tx' | 'now'>,
  { compose, link = newLink(now), ...about }: NewDocument,
): Promise<InvoiceRow> {
  const [{ logo }, taken] = await Promise.all([readBrand(tx), takePosition(tx, dayOf(now))]);
  assert(taken, 'a series begins with its first number');
  const { prefix, last_position: position, last_issued_on: issued_on } = taken;
  const number = numberText({ prefix, next_number: taken.next_number - 1 });
  const composed = compose({ number, next: numberText(taken), issued_on });
  const { kind, customer_id, transaction_id } = composed;
  const row: InvoiceRow = {
    position,
    number,
    kind,
    customer_id,
    transaction_id,
    ...about,
    ...link,
    document: JSON.stringify({ ...composed, logo: logo || undefined }),
    created_at: now,
  };
  await insertInvoice(tx, row);
  return row;
}

/** What makes the address of a new document (see invoiceToken). */
export const newLink = (now: number): Link => ({
  invoice_id: newId('inv', now),
  secret: randomText(15),
});

/** The day of an instant. Invoices have the days of UTC. */
export const dayOf = (at: number): string => isoInstant(at).slice(0, 10);
