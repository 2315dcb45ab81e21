import type { StoreTx } from '../../../platform/operation/work.ts';
import { reversalOf } from './correction.rules.ts';
import { listInvoicesOfSale } from './invoice.sql.ts';
import { parseDocument } from './invoice-record.rules.ts';
import type { InvoiceRow } from './invoice-row.rules.ts';
import { issueDocument } from './issue-document.ts';
import { replaceInvoice } from './replace-invoice.ts';
import { isReversed, standingOf } from './standing.rules.ts';

/** A refund that was paid has failed after all: its credit note is reversed, as a last step. */
export function issueReversal(
  context: StoreTx,
  { transaction_id, sale_id }: { transaction_id: string; sale_id: string },
): void {
  const { tx, last } = context;
  last(async () => {
    const rows = await listInvoicesOfSale(tx, sale_id);
    const note = rows.find((row) => row.transaction_id === transaction_id);
    if (note && !isReversed(note, rows)) await reverseNote(context, note, rows);
  });
}

/**
 * Reverses a credit note by an invoice over the same. If the invoice that it had credited was
 * replaced since, the newest one is replaced again, by one with that amount: so every sale has one
 * invoice from which refunds are credited.
 */
export async function reverseNote(
  context: StoreTx,
  note: InvoiceRow,
  rows: InvoiceRow[],
): Promise<void> {
  const standing = standingOf(rows);
  const document = parseDocument(note);
  if (standing && standing.invoice.invoice_id !== note.refers_to) {
    const { buyer } = standing.document;
    await replaceInvoice(context, standing, { buyer, reversed: document });
    return;
  }
  const { sale_id, invoice_id: refers_to } = note;
  await issueDocument(context, {
    cause: 'reversal',
    sale_id,
    refers_to,
    compose: (numbered) => reversalOf(document, numbered),
  });
}
