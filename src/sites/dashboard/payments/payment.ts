import { html } from '../../../platform/core/html.ts';
import { getCustomer } from '../../../shop/customers/get-customer.ts';
import { listCustomerActivity } from '../../../shop/events/list-customer-activity.ts';
import { listInvoices } from '../../../shop/money/invoices/list-invoices.ts';
import { refundTransaction } from '../../../shop/settlement/refund-transaction.ts';
import { resolveTransaction } from '../../../shop/settlement/resolve-transaction.ts';
import { activityList } from '../customers/activity.ts';
import { doneNote } from '../form.ts';
import { dashboardPage } from '../layout.ts';
import { notesCard } from '../notes/notes.ts';
import type { Handler } from '../visit.ts';
import { findPayment, refundsOf } from './find-payment.ts';
import { findWarning, warningCard } from './fraud-warning.ts';
import { statusChip, totalText } from './payment-text.ts';
import {
  amountsCard,
  detailsCard,
  disputeCard,
  documentsCard,
  refundsCard,
} from './payment-view.ts';
import { refundable } from './refund.ts';

const NOTES = {
  refunded: 'The whole payment was refunded. A credit note was issued.',
  'refunded-part': 'The amount was refunded. A credit note was issued.',
  kept: 'The payment stays. Its fraud warning is no longer listed.',
  resolved: 'What you found out was kept, and the payment is settled.',
};

/** Where some had been refunded before. */
const NOTES_OF_REST = {
  ...NOTES,
  refunded: 'All that was left was refunded. A credit note was issued.',
};

/** All that is known of a payment or a refund. */
export const showPayment: Handler<{ transaction_id: string }> = async (visit, request, parts) => {
  const { transaction_id } = parts;
  const payment = await findPayment(visit, transaction_id);
  const { customer_id } = payment;
  const of = { customer_id, record_id: transaction_id, limit: 20 };
  const [customer, refunds, invoices, activity, { most }, warning] = await Promise.all([
    visit.ask(getCustomer, { customer_id }),
    refundsOf(visit, payment),
    visit.ask(listInvoices, { transaction_id }),
    visit.ask(listCustomerActivity, of),
    refundable(visit, payment),
    findWarning(visit, payment),
  ]);
  const at = `${visit.address}/payments/${transaction_id}`;
  const can_refund = visit.may(refundTransaction) && most > 0;
  const can_resolve = payment.needs_review && visit.may(resolveTransaction);
  return dashboardPage(visit, {
    title: `${payment.type === 'refund' ? 'Refund' : 'Payment'} of ${totalText(visit, payment)}`,
    section: 'payments',
    note: doneNote(request, refunds.length > 1 ? NOTES_OF_REST : NOTES),
    actions: html`${statusChip(payment)}
      ${can_resolve && html`<a class="button second" href="${at}/resolve">Settle by hand…</a>`}
      ${can_refund && html`<a class="button second" href="${at}/refund">Refund…</a>`}`,
    main: html`<div class="two-thirds"><div>
${warningCard(visit, warning)}
${disputeCard(visit, payment)}
${amountsCard(visit, payment)}
${refundsCard(visit, refunds)}
${await notesCard(visit, { transaction_id }, at)}
${activityList(visit, { title: 'What happened', entries: activity.data })}
</div><div>
${detailsCard(visit, payment, customer)}
${documentsCard(visit, invoices.data)}
</div></div>`,
  });
};
