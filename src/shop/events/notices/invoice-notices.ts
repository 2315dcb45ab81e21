import type { Static } from 'typebox';
import type { EmittedEvent } from '../../../platform/operation/outbox.ts';
import type { StoreTx } from '../../../platform/operation/work.ts';
import { findInvoice, listInvoicesOfSale } from '../../money/invoices/invoice.sql.ts';
import { invoiceToken } from '../../money/invoices/invoice-address.rules.ts';
import type { Invoice } from '../../money/invoices/invoice-record.rules.ts';
import type { InvoiceRow } from '../../money/invoices/invoice-row.rules.ts';
import { writeToCustomer } from './write-to-customer.ts';

const isInvoice = (record: object): record is Static<typeof Invoice> =>
  'object' in record && record.object === 'invoice';

/** An invoice that replaces another one, with the credit note that cancels that one. */
export async function mailInvoiceCorrected(
  context: StoreTx,
  { record }: EmittedEvent,
): Promise<void> {
  if (!isInvoice(record) || !record.preceding) return;
  const { tx, services } = context;
  const row = await findInvoice(tx, record.invoice_id);
  if (!row) return;
  const address = (one: InvoiceRow) => `${services.base_url}/invoice/${invoiceToken(one)}`;
  const issued = await listInvoicesOfSale(tx, row.sale_id);
  const note = issued.findLast((one) => one.kind === 'credit_note' && one.cause === 'correction');
  const is_of_this = note?.refers_to === record.preceding.invoice_id;
  await writeToCustomer(context, 'invoice_corrected', record.customer_id, {
    number: record.number,
    replaced: record.preceding.number,
    invoice_url: address(row),
    credit_note: note && is_of_this ? { number: note.number, url: address(note) } : null,
  });
}
