import { html } from '../../../platform/core/html.ts';
import { createPaymentLink } from '../../../shop/checkout/links/create-payment-link.ts';
import { getTransactions } from '../../../shop/money/transactions/get-transactions.ts';
import { route } from '../../shared/router.ts';
import { actionRoutes } from '../action.ts';
import { csvColumn, customer_csv_columns, whenColumn, whoColumn } from '../columns.ts';
import { type Column, listRoutes } from '../list.ts';
import { customer_filters, type Tabs } from '../list-filters.ts';
import { product_filter } from '../products/product-choices.ts';
import { subscription_filter } from '../subscriptions/subscription-filter.ts';
import { paymentSubject } from './find-payment.ts';
import { keepAction } from './fraud-warning.ts';
import { showPayment } from './payment.ts';
import {
  methodText,
  type Payment,
  statusChip,
  TYPES,
  totalText,
  whatText,
} from './payment-text.ts';
import { refundHandlers } from './refund.ts';
import { resolveAction } from './resolve.ts';

/** The columns of every table of payments. */
export const payment_columns: readonly Column<Payment>[] = [
  whoColumn<Payment>((one, { address }) => `${address}/payments/${one.transaction_id}`),
  whenColumn('Date', 'created_at'),
  {
    ...{ title: 'For', place: 'what', wraps: true },
    cell: (one) =>
      html`${whatText(one)}${
        one.type !== 'purchase' && html` <span class="quiet">${TYPES[one.type]}</span>`
      }`,
    csv: whatText,
  },
  { title: 'Paid with', cell: methodText, csv: methodText },
  { ...{ title: 'State', place: 'state' }, cell: statusChip, csv: ({ status }) => status },
  {
    ...{ title: 'Amount', place: 'amount', is_number: true },
    cell: (one, visit) =>
      html`<strong>${totalText(visit, one)}</strong>${
        one.refunded > 0 &&
        html`<span class="below quiet">${visit.words.amount(-one.refunded, one.currency)}</span>`
      }`,
    csv: ({ type, total }) => (type === 'refund' ? -total : total),
  },
  csvColumn('Currency', 'currency'),
  { title: 'Tax', csv: ({ type, tax }) => (type === 'refund' ? -tax : tax) },
  {
    title: 'Invoice',
    csv: ({ invoice_url }, { invoices }) => invoices.get(invoice_url ?? '') ?? null,
  },
  ...customer_csv_columns,
  {
    title: 'Tax country',
    csv: ({ tax_breakdown }) => tax_breakdown.find(({ country }) => country)?.country ?? null,
  },
  csvColumn('Type', 'type'),
  csvColumn('Discount', 'discount'),
  csvColumn('Refunded', 'refunded'),
  csvColumn('Fee', 'fee'),
  csvColumn('Fee currency', 'fee_currency'),
  csvColumn('Product', 'product_id'),
  csvColumn('Subscription', 'subscription_id'),
  csvColumn('Identifier', 'transaction_id'),
  csvColumn('Provider reference', 'provider_reference'),
];

/** What came to nothing has a tab of its own, and is in no other. */
const payment_tabs: Tabs = {
  name: 'status',
  tabs: [
    { value: '', label: 'All', sends: { declined: false } },
    { value: 'paid', label: 'Paid', sends: { refunds: false } },
    { value: 'pending', label: 'On their way' },
    { value: 'partially_refunded', label: 'Partly refunded' },
    { value: 'refunded', label: 'Refunded' },
    { value: 'disputed', label: 'Disputed' },
    { value: 'charged_back', label: 'Charged back' },
    { value: 'failed', label: 'Refunds that failed' },
    { value: 'declined', label: 'Tries without payment', sends: { refunds: false } },
  ],
};

const list = listRoutes({
  section: 'payments',
  tabs: payment_tabs,
  counted: 'transactions',
  filters: [
    ...customer_filters,
    subscription_filter,
    { name: 'type', label: 'Type', choices: TYPES },
    product_filter,
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
  knows: ['customers'],
  csv_knows: ['customers', 'invoices'],
  empty: {
    title: 'Your first payment will be here',
    text: 'Create a payment link, open it, and pay with a test card. It takes a minute.',
    step: {
      label: 'Create a payment link',
      path: '/payment-links/new',
      operation: createPaymentLink,
    },
  },
});

export const paymentRoutes = [
  ...list,
  route('/payments/:transaction_id', { GET: showPayment }),
  route('/payments/:transaction_id/refund', refundHandlers),
  ...actionRoutes('/payments/:transaction_id', paymentSubject, [keepAction, resolveAction]),
];
