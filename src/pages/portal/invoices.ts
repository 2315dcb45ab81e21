import type { Static } from 'typebox';
import { isInTime } from '../../invoices/correction.rules.ts';
import type { Invoice } from '../../invoices/invoice-record.rules.ts';
import { listInvoices } from '../../invoices/list-invoices.ts';
import { dayText } from '../shared/amounts.ts';
import { type Html, html } from '../shared/html.ts';
import { itemList, listInput, older, type Section } from './lists.ts';
import { addressHere, money, type Visit } from './visit.ts';

export type InvoiceRecord = Static<typeof Invoice>;

/** Invoices and credit notes, to read and as files, and the way to have one corrected. */
export async function invoicesSection(visit: Visit, cursor?: string): Promise<Section> {
  const list = await visit.ask(listInvoices, listInput(visit, cursor));
  const items = list.data.map((one) => invoiceItem(visit, one, standsIn(list.data, one)));
  const body = html`<section aria-labelledby="invoices-title">
  <h2 id="invoices-title">Invoices</h2>
  ${itemList(items, 'You have no invoices yet.')}
  ${older(visit, 'invoices', list.next_cursor)}
</section>`;
  return { body, can_copy: false };
}

/** Whether no later document of a list takes the place of this one, or credits all of it. */
function standsIn(list: InvoiceRecord[], { invoice_id, total }: InvoiceRecord): boolean {
  const later = list.filter(({ preceding }) => preceding?.invoice_id === invoice_id);
  const credited = later.reduce((sum, one) => sum + one.total, 0);
  return credited < total && !later.some(({ preceding }) => preceding?.relation === 'replaces');
}

function invoiceItem(visit: Visit, invoice: InvoiceRecord, stands: boolean): Html {
  const { number, kind, cause, invoice_id, total, currency, issued_on, invoice_xml_url } = invoice;
  const amount = money(visit, kind === 'invoice' ? total : -total, currency);
  const which = html`<span class="hidden"> of ${number}</span>`;
  const link = (address: string, name: string) => html`<a href="${address}">${name}${which}</a>`;
  const is_correctable =
    kind === 'invoice' && cause !== 'reversal' && stands && isInTime(issued_on, today(visit));
  return html`<li>
  <p class="row">
    <a href="${addressHere(invoice.invoice_url)}">${KINDS[kind]} ${number}</a>
    <span class="amount">${amount}</span>
  </p>
  <p class="quiet links">
    <span>${dayText(issued_on)}</span>
    ${link(addressHere(invoice.invoice_pdf_url), 'PDF')}
    ${invoice_xml_url && link(addressHere(invoice_xml_url), 'XML')}
    ${is_correctable && link(`${visit.address}/invoice/${invoice_id}/correct`, 'Correct')}
  </p>
</li>`;
}

const KINDS = { invoice: 'Invoice', credit_note: 'Credit note' };

const today = ({ now }: Visit): string => new Date(now).toISOString().slice(0, 10);
