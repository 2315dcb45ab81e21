import Type from 'typebox';
import { DateInput, Described, List, OneOf, page_parameters } from '../core/fields.ts';
import { idPrefixAt } from '../core/ids.ts';
import { listPage, readCursor } from '../core/pagination.ts';
import {
  CheckoutSessionId,
  CustomerId,
  ProductId,
  SubscriptionId,
  TransactionId,
} from '../core/record-ids.ts';
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
    transaction_id: Type.Optional(Described('Only this transaction', TransactionId)),
    customer_id: Type.Optional(Described('Only those of this customer', CustomerId)),
    product_id: Type.Optional(Described('Only those of this product or plan', ProductId)),
    subscription_id: Type.Optional(Described('Only those of this subscription', SubscriptionId)),
    checkout_session_id: Type.Optional(
      Described('Only those of this checkout session, refunds included', CheckoutSessionId),
    ),
    type: Type.Optional(
      OneOf([...TRANSACTION_TYPES], { description: 'Only transactions of this type' }),
    ),
    status: Type.Optional(
      OneOf([...TRANSACTION_STATUSES], { description: 'Only transactions in this state' }),
    ),
    created_from: Type.Optional(Described('The earliest day or instant, ISO 8601', DateInput)),
    created_to: Type.Optional(Described('The latest day or instant, ISO 8601', DateInput)),
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
