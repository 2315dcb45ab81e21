import { html } from '../../../platform/core/html.ts';
import { getTransactions } from '../../../shop/money/transactions/get-transactions.ts';
import { route } from '../../shared/router.ts';
import { customerCell, customerNames } from '../customer-names.ts';
import { instant } from '../instant.ts';
import { type Column, listRoutes } from '../list.ts';
import { productChoices } from '../products/product-choices.ts';
import { keepHandlers } from './fraud-warning.ts';
import { showPayment } from './payment.ts';
import {
  methodText,
  type Payment,
  STATUSES,
  statusChip,
  TYPES,
  totalText,
  whatText,
} from './payment-text.ts';
import { refundHandlers } from './refund.ts';
import { resolveHandlers } from './resolve.ts';

/** The columns of every table of payments. */
export const payment_columns: readonly Column<Payment>[] = [
  {
    title: 'Amount',
    is_number: true,
    cell: (one, visit) => html`<a href="${visit.address}/payments/${one.transaction_id}">
      <strong>${totalText(visit, one)}</strong></a>`,
    csv: ({ type, total }) => (type === 'refund' ? -total : total),
  },
  { title: 'Currency', csv: ({ currency }) => currency },
  { title: 'State', cell: statusChip, csv: ({ status }) => status },
  {
    title: 'Customer',
    wraps: true,
    cell: ({ customer_id }, visit, names) => customerCell(visit, customer_id, names),
    csv: ({ customer_id }) => customer_id,
  },
  {
    title: 'For',
    wraps: true,
    cell: (one) => html`${whatText(one)} <span class="quiet">${TYPES[one.type]}</span>`,
    csv: whatText,
  },
  { title: 'Type', csv: ({ type }) => type },
  { title: 'Paid with', cell: methodText, csv: methodText },
  {
    title: 'When',
    cell: ({ created_at }) => instant(created_at),
    csv: ({ created_at }) => created_at,
  },
  { title: 'Tax', csv: ({ tax }) => tax },
  { title: 'Discount', csv: ({ discount }) => discount },
  { title: 'Refunded', csv: ({ refunded }) => refunded },
  { title: 'Fee', csv: ({ fee }) => fee },
  { title: 'Fee currency', csv: ({ fee_currency }) => fee_currency },
  { title: 'Product', csv: ({ product_id }) => product_id },
  { title: 'Subscription', csv: ({ subscription_id }) => subscription_id },
  { title: 'Identifier', csv: ({ transaction_id }) => transaction_id },
  { title: 'Provider reference', csv: ({ provider_reference }) => provider_reference },
];

const list = listRoutes({
  section: 'payments',
  path: '/payments',
  title: 'Payments',
  filters: [
    {
      name: 'status',
      label: 'State',
      choices: Object.entries(STATUSES).map(([value, [, label]]) => ({ value, label })),
    },
    {
      name: 'type',
      label: 'Type',
      choices: Object.entries(TYPES).map(([value, label]) => ({ value, label })),
    },
    { name: 'product_id', label: 'Product', choose: productChoices },
    { name: 'customer_id', label: 'Customer identifier' },
    { name: 'created_from', label: 'From', is_day: true },
    { name: 'created_to', label: 'To', is_day: true },
  ],
  orders: [
    { value: 'oldest', label: 'Oldest first' },
    { value: 'highest', label: 'Largest amount first' },
    { value: 'lowest', label: 'Smallest amount first' },
  ],
  columns: payment_columns,
  operation: getTransactions,
  more: customerNames,
  empty: 'What customers pay, and what is refunded, is listed here.',
});

export const paymentRoutes = [
  ...list,
  route('/payments/:transaction_id', { GET: showPayment }),
  route('/payments/:transaction_id/refund', refundHandlers),
  route('/payments/:transaction_id/keep', keepHandlers),
  route('/payments/:transaction_id/resolve', resolveHandlers),
];
