import Type from 'typebox';
import { Described, List, OneOf, page_parameters } from '../core/fields.ts';
import { listPage, readCursor } from '../core/pagination.ts';
import { CustomerId, TransactionId } from '../core/record-ids.ts';
import { operation } from '../operation/operation.ts';
import { findInvoicesOfTransaction, listInvoiceRows } from './invoice.sql.ts';
import { Invoice, KINDS, showInvoice } from './invoice-record.rules.ts';

export const listInvoices = operation({
  method: 'GET',
  path: '/list-invoices',
  summary: 'List invoices and credit notes',
  description:
    'Newest first, which is also the order of their numbers. Filters may be combined. With a ' +
    'payment as `transaction_id` also the credit notes of its refunds; with a refund its own alone.',
  scope: 'read',
  input: Type.Object({
    customer_id: Type.Optional(Described('Only those of this customer', CustomerId)),
    transaction_id: Type.Optional(Described('Only those of this payment or refund', TransactionId)),
    kind: Type.Optional(OneOf([...KINDS], { description: 'Only invoices, or only credit notes' })),
    ...page_parameters,
  }),
  output: List(Invoice),
  errors: [],
  example: { customer_id: 'user_42' },
  async read({ input, reader, services }) {
    const { limit, cursor, transaction_id, ...filter } = input;
    const [before] = readCursor(cursor, 'invoices', [0]) ?? [Number.MAX_SAFE_INTEGER];
    const range = { before, limit: limit + 1 };
    const rows =
      transaction_id === undefined
        ? await listInvoiceRows(reader, filter, range)
        : (await findInvoicesOfTransaction(reader, transaction_id))
            .filter(({ kind }) => kind === (filter.kind ?? kind))
            .filter(({ customer_id }) => customer_id === (filter.customer_id ?? customer_id))
            .filter(({ position }) => position < before)
            .reverse();
    return listPage(rows, {
      ...{ list: 'invoices', limit, show: (row) => showInvoice(row, services.base_url) },
      cursor: (row) => [row.position],
    });
  },
});
