import { Id } from '../../../platform/core/fields.ts';
import { InvoiceId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { findInvoice, findInvoiceByNumber } from './invoice.sql.ts';
import { Invoice, showInvoice } from './invoice-record.rules.ts';

export const getInvoice = operation({
  method: 'GET',
  path: '/get-invoice',
  summary: 'Get an invoice or credit note',
  description: 'By `invoice_id`, or by `number`.',
  scope: 'read',
  input: Type.Object({
    invoice_id: Type.Optional(InvoiceId),
    number: Type.Optional(
      Id('INV-0001', 'Instead of `invoice_id`: the number that is printed on it'),
    ),
  }),
  any_of: ['invoice_id', 'number'],
  output: Invoice,
  errors: ['invoice_not_found'],
  example: { number: 'INV-0001' },
  async read({ input, reader, services, refuse }) {
    const { invoice_id, number } = input;
    const invoice =
      invoice_id === undefined
        ? await findInvoiceByNumber(reader, number ?? '')
        : await findInvoice(reader, invoice_id);
    const is_same = number === undefined || invoice?.number === number;
    if (!invoice || !is_same) throw refuse('invoice_not_found');
    return showInvoice(invoice, services.base_url);
  },
});
