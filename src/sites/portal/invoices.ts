import type { Static } from 'typebox';
import { type Html, html } from '../../platform/core/html.ts';
import { isInTime } from '../../shop/money/invoices/correction.rules.ts';
import type { Invoice } from '../../shop/money/invoices/invoice-record.rules.ts';
import { listInvoices } from '../../shop/money/invoices/list-invoices.ts';
import { listInput, type Range, restLink, type Section } from './lists.ts';
import { addressHere, type Visit } from './visit.ts';

export type InvoiceRecord = Static<typeof Invoice>;

/** Invoices and credit notes, to read and as files, and the way to have one corrected. */
export async function invoicesSection(visit: Visit, range: Range): Promise<Section> {
  const list = await visit.ask(listInvoices, listInput(visit, range));
  const items = list.data.map((one) => invoiceItem(visit, one, standsIn(list.data, one)));
  const { next_cursor } = list;
  return { items, more: restLink(visit, 'invoices', { range, next_cursor }) };
}

/** Whether no later document of a list takes the place of this one, or credits all of it. */
function standsIn(list: InvoiceRecord[], { invoice_id, total }: InvoiceRecord): boolean {
  const later = list.filter(({ preceding }) => preceding?.invoice_id === invoice_id);
  const credited = later.reduce((sum, one) => sum + one.total, 0);
  return credited < total && !later.some(({ preceding }) => preceding?.relation === 'replaces');
}

function invoiceItem(visit: Visit, invoice: InvoiceRecord, stands: boolean): Html {
  const { portal, amount, day } = visit.words;
  const { number, kind, cause, invoice_id, total, currency, issued_on, invoice_xml_url } = invoice;
  const is_invoice = kind === 'invoice';
  const name = is_invoice ? portal.invoiceNumber(number) : portal.creditNoteNumber(number);
  const link = (address: string, text: string) =>
    html`<a href="${address}">${text}<span class="hidden"> ${name}</span></a>`;
  const is_correctable =
    is_invoice && cause !== 'reversal' && stands && isInTime(issued_on, today(visit));
  return html`<li class="payment">
  <div class="about">
    <p><a class="what" href="${addressHere(invoice.invoice_url)}">${name}</a></p>
    <p class="quiet">${day(issued_on)}</p>
  </div>
  <p class="amount">${amount(is_invoice ? total : -total, currency)}</p>
  <p class="links">
    ${link(addressHere(invoice.invoice_pdf_url), portal.pdf)}
    ${invoice_xml_url && link(addressHere(invoice_xml_url), portal.xml)}
    ${is_correctable && link(`${visit.address}/invoice/${invoice_id}/correct`, portal.correct)}
  </p>
</li>`;
}

const today = ({ now }: Visit): string => new Date(now).toISOString().slice(0, 10);
