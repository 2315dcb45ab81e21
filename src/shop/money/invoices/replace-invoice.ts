import type { StoreTx } from '../../../platform/operation/work.ts';
import { creditRest, invoiceAnew } from './correction.rules.ts';
import type { InvoiceDocument, InvoiceParty } from './invoice.rules.ts';
import { showInvoice } from './invoice-record.rules.ts';
import type { InvoiceRow } from './invoice-row.rules.ts';
import { issueDocument } from './issue-document.ts';
import type { Standing } from './standing.rules.ts';

/**
 * Replaces an invoice by a credit note over what is left of it and a new invoice, in one act. As
 * with issueDocument, nothing but events may follow.
 */
export async function replaceInvoice(
  context: StoreTx,
  { invoice, document, notes, left_minor }: Standing,
  { buyer, reversed }: { buyer: InvoiceParty; reversed: InvoiceDocument | null },
): Promise<InvoiceRow> {
  const { sale_id, invoice_id: refers_to } = invoice;
  const credited = notes.map((note) => note.document);
  const about = { cause: 'correction', sale_id, refers_to } as const;
  const has_rest = left_minor > 0 || notes.length === 0;
  const credit_note = has_rest
    ? await issueDocument(context, {
        ...about,
        compose: (numbered) => creditRest(document, credited, numbered),
      })
    : null;
  const anew = await issueDocument(context, {
    ...about,
    compose: ({ number, issued_on }) =>
      invoiceAnew(document, credited, {
        number,
        issued_on,
        buyer,
        reversed,
        credit_number: credit_note?.number ?? null,
      }),
  });
  context.emit('invoice.corrected', showInvoice(anew, context.services.base_url));
  return anew;
}
