import {
  DateInput,
  Described,
  Id,
  List,
  OneOf,
  page_parameters,
} from '../../../platform/core/fields.ts';
import { listPage, readCursor } from '../../../platform/core/pagination.ts';
import { CustomerId, TransactionId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { parseInstant } from '../../../platform/core/time.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { findInvoiceByNumber, findInvoicesOfTransaction, listInvoiceRows } from './invoice.sql.ts';
import { Invoice, showInvoice } from './invoice-record.rules.ts';
import { KINDS } from './invoice-row.rules.ts';

export const listInvoices = operation({
  method: 'GET',
  path: '/list-invoices',
  summary: 'List invoices and credit notes',
  description:
    'Newest first, which is also the order of their numbers. Filters may be combined. With a ' +
    'payment as `transaction_id` also the credit notes of its refunds; with a refund its own alone. ' +
    'With `customer_id` and another filter, a page may be short, even empty, while `has_more` is ' +
    'true: go on with `next_cursor`.',
  scope: 'read',
  input: Type.Object({
    customer_id: Type.Optional(Described('Only those of this customer', CustomerId)),
    transaction_id: Type.Optional(Described('Only those of this payment or refund', TransactionId)),
    kind: Type.Optional(OneOf([...KINDS], { description: 'Only invoices, or only credit notes' })),
    number: Type.Optional(Id('INV-0001', 'Only the one with this number')),
    created_from: Type.Optional(Described('The earliest day or instant, ISO 8601', DateInput)),
    created_to: Type.Optional(Described('The latest day or instant, ISO 8601', DateInput)),
    ...page_parameters,
  }),
  output: List(Invoice),
  errors: [],
  example: { customer_id: 'user_42' },
  check({ created_from, created_to }) {
    const from = parseInstant(created_from ?? '', 'start');
    const to = parseInstant(created_to ?? '', 'end');
    if (from === undefined || to === undefined || from <= to) return [];
    const message = 'must not be before created_from';
    return [{ param: 'created_to', code: 'too_small', message }];
  },
  async read({ input, reader, services }) {
    const { limit, cursor, transaction_id, number, created_from, created_to, ...filter } = input;
    const [before] = readCursor(cursor, 'invoices', [0]) ?? [Number.MAX_SAFE_INTEGER];
    const from = parseInstant(created_from ?? '', 'start');
    const to = parseInstant(created_to ?? '', 'end');
    const named = async () => {
      if (transaction_id !== undefined) return findInvoicesOfTransaction(reader, transaction_id);
      if (number === undefined) return undefined;
      const found = await findInvoiceByNumber(reader, number);
      return found ? [found] : [];
    };
    const by_name = (await named())
      ?.filter((row) => row.number === (number ?? row.number))
      .filter(({ kind }) => kind === (filter.kind ?? kind))
      .filter(({ customer_id }) => customer_id === (filter.customer_id ?? customer_id))
      .filter(({ created_at: at }) => at >= (from ?? at) && at <= (to ?? at))
      .filter(({ position }) => position < before)
      .reverse();
    const { rows, end } =
      by_name === undefined
        ? await listInvoiceRows(reader, filter, { before, limit: limit + 1, from, to })
        : { rows: by_name, end: undefined };
    return listPage(rows, {
      list: 'invoices',
      limit,
      end,
      show: (row) => showInvoice(row, services.base_url),
      cursor: (row) => [row.position],
    });
  },
});
