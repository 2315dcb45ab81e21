import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import { invoiceAddresses } from '../../shop/money/invoices/invoice-address.rules.ts';

/** The invoice as a page and as a file; nothing where nothing was to be invoiced. */
export function invoiceLinks(
  { base_path, words }: { base_path: string; words: Words },
  invoice_token: string | null,
): Html | undefined {
  if (invoice_token === null) return undefined;
  const { invoice_url, invoice_pdf_url } = invoiceAddresses(base_path, invoice_token);
  return html`<p class="files">
    <a class="plain" href="${invoice_url}">${words.after.invoice}</a>
    <a class="plain" href="${invoice_pdf_url}">${words.after.invoicePdf}</a>
  </p>`;
}
