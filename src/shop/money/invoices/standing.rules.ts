import type { InvoiceDocument } from './invoice.rules.ts';
import { parseDocument } from './invoice-record.rules.ts';
import type { InvoiceRow } from './invoice-row.rules.ts';

/** The invoice of a sale that counts now, and the credit notes that stand against it. */
export interface Standing {
  invoice: InvoiceRow;
  document: InvoiceDocument;
  notes: { row: InvoiceRow; document: InvoiceDocument }[];
  /** How much of the invoice is not credited. */
  left_minor: number;
}

/**
 * What stands of the documents of a sale: the newest invoice, because a correction replaces the one
 * before, less what was credited of it and not reversed. Undefined if there is no invoice: it was
 * paid before Kassa issued any, or gave back more than it charged.
 */
export function standingOf(rows: InvoiceRow[]): Standing | undefined {
  const invoice = rows.findLast(({ kind, cause }) => kind === 'invoice' && cause !== 'reversal');
  if (!invoice) return undefined;
  const notes = rows
    .filter((row) => row.kind === 'credit_note' && row.refers_to === invoice.invoice_id)
    .filter((row) => !isReversed(row, rows))
    .map((row) => ({ row, document: parseDocument(row) }));
  const document = parseDocument(invoice);
  const credited = notes.reduce((sum, note) => sum + note.document.total_minor, 0);
  return { invoice, document, notes, left_minor: document.total_minor - credited };
}

/** Whether a credit note is reversed by an invoice: its refund failed, or its dispute was won. */
export const isReversed = ({ number }: InvoiceRow, rows: InvoiceRow[]): boolean =>
  rows
    .filter(({ kind }) => kind === 'invoice')
    .some((row) => parseDocument(row).payments.some((one) => one.offset_number === number));
