import {
  DateInput,
  Default,
  Described,
  List,
  OneOf,
  page_parameters,
} from '../../../platform/core/fields.ts';
import { idPrefixAt } from '../../../platform/core/ids.ts';
import { listPage, readCursor, writeCursor } from '../../../platform/core/pagination.ts';
import {
  CheckoutSessionId,
  CustomerId,
  ProductId,
  SubscriptionId,
  TransactionId,
} from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { parseInstant } from '../../../platform/core/time.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { kindsLeft } from './listed-kinds.sql.ts';
import {
  showTransaction,
  TRANSACTION_TYPES,
  Transaction,
  type TransactionRow,
} from './transaction.rules.ts';
import { findTransactions, listTransactions, TRANSACTION_FILTERS } from './transaction.sql.ts';
import { listByAmount } from './transaction-amounts.sql.ts';
import { TRANSACTION_STATUSES } from './transaction-status.rules.ts';

const ORDERS = ['newest', 'oldest', 'highest', 'lowest'] as const;

export const getTransactions = operation({
  method: 'GET',
  path: '/get-transactions',
  summary: 'List transactions',
  description:
    'Newest first, refunds and declined payments included. Filters may be combined. ' +
    '`created_from` and `created_to` include their own instant; a plain date means the whole day in UTC. ' +
    'A `cursor` belongs to its order. By amount, or with several filters that have little in ' +
    'common, a page may be short, even empty, while `has_more` is true: go on with `next_cursor`.',
  scope: 'read',
  input: Type.Object({
    transaction_id: Type.Optional(Described('Only this transaction', TransactionId)),
    customer_id: Type.Optional(Described('Only those of this customer', CustomerId)),
    product_id: Type.Optional(Described('Only those of this product or plan', ProductId)),
    subscription_id: Type.Optional(Described('Only those of this subscription', SubscriptionId)),
    checkout_session_id: Type.Optional(
      Described('Only those of this checkout session, refunds included', CheckoutSessionId),
    ),
    refunded_transaction_id: Type.Optional(
      Described('Only the refunds of this payment', TransactionId),
    ),
    type: Type.Optional(
      OneOf([...TRANSACTION_TYPES], { description: 'Only transactions of this type' }),
    ),
    status: Type.Optional(
      OneOf([...TRANSACTION_STATUSES], { description: 'Only transactions in this state' }),
    ),
    refunds: Default(true, Type.Boolean({ description: 'Refunds too, or payments alone' })),
    declined: Default(
      true,
      Type.Boolean({
        description: 'Declined payments too, or none of them; refunds that were refused are there',
      }),
    ),
    created_from: Type.Optional(Described('The earliest day or instant, ISO 8601', DateInput)),
    created_to: Type.Optional(Described('The latest day or instant, ISO 8601', DateInput)),
    order: Default(
      'newest',
      OneOf([...ORDERS], {
        description: 'By time, or by `total`; currencies are not mixed: one comes after the other',
        examples: ['newest'],
      }),
    ),
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
    const { limit, cursor, created_from, created_to, order, ...more } = input;
    const { refunds, declined, ...filter } = more;
    const besides = kindsLeft({ refunds, declined });
    const show = (row: TransactionRow) =>
      showTransaction(row, { base_url, revealKey: licensing.revealKey });
    // Identifiers begin with the instant of created_at, so a range of time is a range of them.
    const from = parseInstant(created_from ?? '', 'start');
    const to = parseInstant(created_to ?? '', 'end');
    const range = {
      from: from === undefined ? '' : idPrefixAt('txn', from),
      before: to === undefined ? LAST : idPrefixAt('txn', to + 1),
    };
    const list = order === 'newest' ? 'transactions' : `transactions ${order}`;
    if (order === 'newest' || order === 'oldest') {
      const [after] = readCursor(cursor, list, ['']) ?? [order === 'newest' ? LAST : ''];
      const { rows, end } = await listTransactions(reader, filter, {
        ...range,
        order,
        after,
        besides,
        limit: limit + 1,
      });
      return listPage(rows, { list, limit, show, end, cursor: (row) => [row.transaction_id] });
    }
    const first = order === 'highest' ? FIRST.highest : FIRST.lowest;
    const [currency, total_minor, transaction_id] = readCursor(cursor, list, ['', 0, '']) ?? first;
    const after = { currency, total_minor, transaction_id };
    const of = { names: TRANSACTION_FILTERS, filter, besides: besides?.condition };
    const { found, end } = await listByAmount(reader, of, { ...range, order, after, limit });
    const rows = await findTransactions(
      reader,
      found.map((one) => one.transaction_id),
    );
    return {
      object: 'list' as const,
      data: rows.map(show),
      has_more: end !== undefined,
      next_cursor:
        end === undefined
          ? null
          : writeCursor(list, [end.currency, end.total_minor, end.transaction_id]),
    };
  },
});

const LAST = 'txn_z'; // Behind every identifier, in any collation.
const FIRST = {
  highest: ['zzz', Number.MAX_SAFE_INTEGER, LAST],
  lowest: ['', 0, ''],
} satisfies Record<string, [string, number, string]>;
