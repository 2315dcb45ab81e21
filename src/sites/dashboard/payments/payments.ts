import { html } from '../../../platform/core/html.ts';
import { getTransactions } from '../../../shop/money/transactions/get-transactions.ts';
import { route } from '../../shared/router.ts';
import { actionRoutes } from '../action.ts';
import { csvColumn, customerColumn, instantColumn } from '../columns.ts';
import { customerNames } from '../customer-names.ts';
import { type Column, listRoutes, stateFilter } from '../list.ts';
import { productChoices } from '../products/product-choices.ts';
import { paymentSubject } from './find-payment.ts';
import { keepAction } from './fraud-warning.ts';
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
import { resolveAction } from './resolve.ts';

/** The columns of every table of payments. */
export const payment_columns: readonly Column<Payment>[] = [
  {
    title: 'Amount',
    is_number: true,
    cell: (one, visit) => html`<a href="${visit.address}/payments/${one.transaction_id}">
      <strong>${totalText(visit, one)}</strong></a>`,
    csv: ({ type, total }) => (type === 'refund' ? -total : total),
  },
  csvColumn('Currency', 'currency'),
  { title: 'State', cell: statusChip, csv: ({ status }) => status },
  customerColumn,
  {
    title: 'For',
    wraps: true,
    cell: (one) => html`${whatText(one)} <span class="quiet">${TYPES[one.type]}</span>`,
    csv: whatText,
  },
  csvColumn('Type', 'type'),
  { title: 'Paid with', cell: methodText, csv: methodText },
  instantColumn('When', 'created_at'),
  csvColumn('Tax', 'tax'),
  csvColumn('Discount', 'discount'),
  csvColumn('Refunded', 'refunded'),
  csvColumn('Fee', 'fee'),
  csvColumn('Fee currency', 'fee_currency'),
  csvColumn('Product', 'product_id'),
  csvColumn('Subscription', 'subscription_id'),
  csvColumn('Identifier', 'transaction_id'),
  csvColumn('Provider reference', 'provider_reference'),
];

const list = listRoutes({
  section: 'payments',
  filters: [
    stateFilter(STATUSES),
    { name: 'type', label: 'Type', choices: TYPES },
    { name: 'product_id', label: 'Product', choose: productChoices },
    { name: 'customer_id', label: 'Customer identifier' },
    { name: 'created_from', label: 'From', is_day: true },
    { name: 'created_to', label: 'To', is_day: true },
  ],
  orders: {
    oldest: 'Oldest first',
    highest: 'Largest amount first',
    lowest: 'Smallest amount first',
  },
  columns: payment_columns,
  operation: getTransactions,
  more: customerNames,
  empty: 'What customers pay, and what is refunded, is listed here.',
});

export const paymentRoutes = [
  ...list,
  route('/payments/:transaction_id', { GET: showPayment }),
  route('/payments/:transaction_id/refund', refundHandlers),
  ...actionRoutes('/payments/:transaction_id', paymentSubject, [keepAction, resolveAction]),
];
