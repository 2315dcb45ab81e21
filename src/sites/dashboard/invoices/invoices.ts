import type { Static } from 'typebox';
import { html } from '../../../platform/core/html.ts';
import { correctInvoice } from '../../../shop/money/invoices/correct-invoice.ts';
import { getInvoice } from '../../../shop/money/invoices/get-invoice.ts';
import type { Invoice } from '../../../shop/money/invoices/invoice-record.rules.ts';
import { listInvoices } from '../../../shop/money/invoices/list-invoices.ts';
import { updateInvoiceSettings } from '../../../shop/money/invoices/update-invoice-settings.ts';
import { route } from '../../shared/router.ts';
import { csvColumn, customer_csv_columns, whoColumn } from '../columns.ts';
import { customerCell, customerNames } from '../customer-names.ts';
import { doneNote } from '../form.ts';
import { card, chip, dashboardPage, facts } from '../layout.ts';
import { listRoutes } from '../list.ts';
import { customer_filters } from '../list-filters.ts';
import { invoiceLinks } from '../payments/payment-view.ts';
import { when } from '../text.ts';
import type { Handler } from '../visit.ts';
import { correctHandlers } from './correct.ts';

type InvoiceRecord = Static<typeof Invoice>;

const KINDS = { invoice: 'Invoice', credit_note: 'Credit note' };

const CAUSES = {
  sale: 'A payment',
  change: 'A change that gave back more than it charged',
  refund: 'A refund',
  dispute: 'A lost dispute',
  reversal: 'Money that did not go back after all',
  correction: 'Corrected details of the buyer',
};

const list = listRoutes({
  section: 'invoices',
  tabs: {
    name: 'kind',
    tabs: [
      { value: '', label: 'All' },
      { value: 'invoice', label: 'Invoices' },
      { value: 'credit_note', label: 'Credit notes' },
    ],
  },
  counted: 'invoices',
  filters: [
    ...customer_filters,
    { name: 'number', label: 'Number' },
    { name: 'created_from', label: 'From', is_day: true },
    { name: 'created_to', label: 'To', is_day: true },
  ],
  columns: [
    whoColumn<InvoiceRecord>(({ invoice_id }, { address }) => `${address}/invoices/${invoice_id}`),
    {
      ...{ title: 'Issued', place: 'when' },
      cell: ({ created_at }, visit) => when(visit, created_at),
      csv: ({ issued_on }) => issued_on,
    },
    {
      ...{ title: 'Number', place: 'what' },
      cell: ({ number }) => number,
      csv: ({ number }) => number,
    },
    {
      ...{ title: 'Kind', place: 'state', wraps: true },
      cell: ({ kind, cause }) =>
        html`${KINDS[kind]}${
          !['sale', 'refund'].includes(cause) && html`<span class="quiet">: ${CAUSES[cause]}</span>`
        }`,
      csv: ({ kind }) => kind,
    },
    { title: 'For', csv: ({ cause }) => cause },
    { title: 'Files', cell: (one) => html`<span class="actions">${invoiceLinks(one)}</span>` },
    {
      ...{ title: 'Total', place: 'amount', is_number: true },
      cell: ({ total, currency }, { words }) => words.amount(total, currency),
      csv: ({ total }) => total,
    },
    csvColumn('Tax', 'tax'),
    csvColumn('Net', 'net'),
    csvColumn('Currency', 'currency'),
    { title: 'Buyer', csv: ({ buyer }) => buyer.name },
    { title: 'Buyer country', csv: ({ buyer }) => buyer.address.country },
    { title: 'Tax number', csv: ({ buyer }) => buyer.vat_number ?? buyer.tax_number },
    ...customer_csv_columns,
    { title: 'Payment', csv: ({ transaction_id }) => transaction_id },
  ],
  operation: listInvoices,
  knows: ['customers'],
  empty: {
    title: 'Your first invoice will be here',
    text: 'Every payment gets an invoice, and every refund a credit note.',
    step: { label: 'Set up invoices', path: '/invoicing', operation: updateInvoiceSettings },
  },
});

const NOTES = {
  correct: 'The invoice was corrected: a credit note and a new invoice were issued.',
};

const showInvoice: Handler<{ invoice_id: string }> = async (visit, request, { invoice_id }) => {
  const one = await visit.ask(getInvoice, { invoice_id });
  const { words, address } = visit;
  const names = await customerNames(visit, [one]);
  const money = (amount: number) => words.amount(amount, one.currency);
  return dashboardPage(visit, {
    title: `${KINDS[one.kind]} ${one.number}`,
    section: 'invoices',
    note: doneNote(request, NOTES),
    actions: html`${invoiceLinks(one)}
    ${
      one.kind === 'invoice' &&
      visit.may(correctInvoice) &&
      html`<a class="button second" href="${address}/invoices/${invoice_id}/correct">
      Correct the buyer…</a>`
    }`,
    main: html`<div class="halves">
${card(
  'Amount',
  html`<ul class="rows">${one.lines.map(
    (
      line,
    ) => html`<li><span>${line.description}${line.quantity > 1 && html` × ${line.quantity}`}</span>
    <span>${money(line.net)}</span></li>`,
  )}
  <li><span>Tax</span><span>${money(one.tax)}</span></li>
  <li><strong>Total</strong><strong>${money(one.total)}</strong></li></ul>`,
)}
${card(
  'Details',
  facts([
    ['Kind', chip(one.kind === 'invoice' ? 'good' : 'over', KINDS[one.kind])],
    ['For', CAUSES[one.cause]],
    [
      'Before it',
      one.preceding &&
        html`${one.preceding.relation} <a href="${address}/invoices/${one.preceding.invoice_id}">${
          one.preceding.number
        }</a>`,
    ],
    ['Customer', customerCell(visit, one.customer_id, names)],
    ['Buyer', one.buyer.name],
    ['Tax number', one.buyer.vat_number ?? one.buyer.tax_number],
    ['Payment', html`<a href="${address}/payments/${one.transaction_id}">To the payment</a>`],
    ['Issued', words.day(one.issued_on)],
    ['Identifier', html`<code>${invoice_id}</code>`],
  ]),
)}
</div>`,
  });
};

export const invoiceRoutes = [
  ...list,
  route('/invoices/:invoice_id', { GET: showInvoice }),
  route('/invoices/:invoice_id/correct', correctHandlers),
];
