import Type from 'typebox';
import { CustomerId, DateInput, Id, List, OneOf, page_parameters } from '../core/fields.ts';
import { idPrefixAt } from '../core/ids.ts';
import { listPage, readCursor } from '../core/pagination.ts';
import { parseInstant } from '../core/time.ts';
import { operation } from '../operation/operation.ts';
import { showTransaction, TRANSACTION_TYPES, Transaction } from './transaction.rules.ts';
import { listTransactions } from './transaction.sql.ts';
import { TRANSACTION_STATUSES } from './transaction-status.rules.ts';

export const getTransactions = operation({
  method: 'GET',
  path: '/get-transactions',
  summary: 'List transactions',
  description:
    'Newest first, refunds and declined payments included. Filters may be combined. ' +
    '`created_from` and `created_to` include their own instant; a plain date means the whole day in UTC.',
  scope: 'read',
  input: Type.Object({
    transaction_id: Type.Optional(Id('txn_1tq3v9w0e00h4rk6m2x8pz7ycn5')),
    customer_id: Type.Optional(CustomerId),
    product_id: Type.Optional(Id('prod_1tq3v9w0e00h4rk6m2x8pz7ycn5')),
    subscription_id: Type.Optional(Id('sub_1tq3v9w0e00h4rk6m2x8pz7ycn5')),
    checkout_session_id: Type.Optional(Id('cs_1tq3v9w0e00h4rk6m2x8pz7ycn5')),
    type: Type.Optional(OneOf([...TRANSACTION_TYPES])),
    status: Type.Optional(OneOf([...TRANSACTION_STATUSES])),
    created_from: Type.Optional(DateInput),
    created_to: Type.Optional(DateInput),
    ...page_parameters,
  }),
  output: List(Transaction),
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
    const { base_url, licensing } = services;
    const { limit, cursor, created_from, created_to, ...filter } = input;
    const [after] = readCursor(cursor, 'transactions', ['']) ?? [LAST];
    // Identifiers begin with the instant of created_at, so a range of time is a range of them.
    const from = parseInstant(created_from ?? '', 'start');
    const to = parseInstant(created_to ?? '', 'end');
    const end = to === undefined ? LAST : idPrefixAt('txn', to + 1);
    const rows = await listTransactions(reader, filter, {
      from: from === undefined ? '' : idPrefixAt('txn', from),
      before: after < end ? after : end,
      limit: limit + 1,
    });
    return listPage(rows, {
      list: 'transactions',
      limit,
      show: (row) => showTransaction(row, { base_url, revealKey: licensing.revealKey }),
      cursor: (row) => [row.transaction_id],
    });
  },
});

const LAST = 'txn_z'; // Behind every identifier, in any collation.
