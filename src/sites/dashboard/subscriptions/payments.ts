import { type Html, html } from '../../../platform/core/html.ts';
import { methodText } from '../../shared/method-text.ts';
import { card } from '../layout.ts';
import { type Column, rowsTable } from '../list.ts';
import { type Payment, statusChip, TYPES, totalText } from '../payments/payment-text.ts';
import type { Visit } from '../visit.ts';

const COLUMNS: Column<Payment>[] = [
  {
    title: 'Day',
    cell: ({ transaction_id: id, created_at }, { address, words }) =>
      html`<a href="${address}/payments/${id}">${words.day(created_at)}</a>`,
  },
  { title: 'What', cell: ({ type }) => TYPES[type] },
  {
    title: 'With',
    cell: ({ payment_method: paid }, { words }) => paid && methodText(words, paid),
  },
  { title: 'State', cell: statusChip },
  { title: 'Amount', cell: (one, visit) => totalText(visit, one), is_number: true },
];

/** The payments of one record, the newest first. */
export const paymentsCard = (visit: Visit, { rows, all }: { rows: Payment[]; all: string }): Html =>
  card(
    'Payments',
    rowsTable(visit, { title: 'Payments', columns: COLUMNS, empty: 'Nothing was paid yet.' }, rows),
    html`<a href="${all}">All payments</a>`,
  );
