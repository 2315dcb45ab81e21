import type { Log } from '../platform/core/log.ts';
import type { Reader } from '../platform/db/database.ts';
import type { MailRow } from '../shop/mails/mail.rules.ts';
import type { Attachment } from '../shop/mails/mailer.ts';
import { findInvoice } from '../shop/money/invoices/invoice.sql.ts';
import { invoiceToken } from '../shop/money/invoices/invoice-address.rules.ts';
import { parseDocument } from '../shop/money/invoices/invoice-record.rules.ts';
import type { Pdfs } from '../shop/money/invoices/pdf/pdfs.ts';
import { readLogo } from '../shop/money/invoices/read-logo.ts';

/**
 * The files of a mail. One that cannot be made now is left out: the mail has the address of the
 * invoice too, and is better than none.
 */
export async function mailAttachments(
  reader: Reader,
  mail: MailRow,
  { pdfs, log }: { pdfs: Pdfs; log: Log },
): Promise<Attachment[]> {
  const files: Attachment[] = [];
  const references: { invoice_id: string }[] = JSON.parse(mail.attachments);
  for (const { invoice_id } of references) {
    const row = await findInvoice(reader, invoice_id);
    if (!row) continue;
    const document = parseDocument(row);
    try {
      const logo = await readLogo(reader, document);
      const order = { name: invoiceToken(row), document, logo, requested_by: 'mails' };
      const content = await pdfs.pdfOf(order);
      const filename = `${document.number.replace(/[^\w.-]/g, '-')}.pdf`;
      if (content) files.push({ filename, content_type: 'application/pdf', content });
    } catch (error) {
      log.error('an invoice is not attached', { invoice_id, error: String(error) });
    }
  }
  return files;
}
