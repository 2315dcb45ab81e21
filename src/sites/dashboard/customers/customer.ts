import { html } from '../../../platform/core/html.ts';
import { adjustCustomerBalance } from '../../../shop/customers/adjust-customer-balance.ts';
import { createCustomerBilling } from '../../../shop/customers/create-customer-billing.ts';
import { updateCustomer } from '../../../shop/customers/update-customer.ts';
import { listCustomerActivity } from '../../../shop/events/list-customer-activity.ts';
import { listBestCustomers } from '../../../shop/insight/metrics/list-best-customers.ts';
import { listLicenses } from '../../../shop/licenses/list-licenses.ts';
import { listMails } from '../../../shop/mails/list-mails.ts';
import { listInvoices } from '../../../shop/money/invoices/list-invoices.ts';
import { getPaymentMethod } from '../../../shop/money/payments/get-payment-method.ts';
import { listSubscriptions } from '../../../shop/subscriptions/list-subscriptions.ts';
import { doneNote } from '../form.ts';
import { dashboardPage } from '../layout.ts';
import { notesCard } from '../notes/notes.ts';
import { documentsCard } from '../payments/payment-view.ts';
import type { Handler } from '../visit.ts';
import { activityList } from './activity.ts';
import {
  detailsCard,
  licensesCard,
  mailsCard,
  moneyCard,
  subscriptionsCard,
} from './customer-view.ts';
import { customerName, findCustomer } from './find-customer.ts';

const NOTES = {
  saved: 'The details were saved.',
  balance: 'The balance was changed.',
  'revoke-links': 'All links to the portal of this customer are revoked.',
  resent: 'The mail is on its way again.',
  kept: 'The mail was made again and kept: no mail server is set up, so nothing is sent.',
};

/** So many of each are shown here; the lists have all. */
const SHOWN = 10;
const ENTRIES = 30;

/** Everything about a customer: what they have, and one timeline of what happened. */
export const showCustomer: Handler<{ customer_id: string }> = async (visit, request, parts) => {
  const { record, address } = await findCustomer(visit, parts);
  const { customer_id } = record;
  const of = { customer_id, limit: SHOWN };
  const cursor = request.readQuery().get('cursor');
  const [{ card }, bought, subscriptions, licenses, invoices, mails, activity] = await Promise.all([
    visit.ask(getPaymentMethod, { customer_id }),
    visit.ask(listBestCustomers, { customer_id }),
    visit.ask(listSubscriptions, of),
    visit.ask(listLicenses, of),
    visit.ask(listInvoices, of),
    visit.ask(listMails, of),
    visit.ask(listCustomerActivity, { customer_id, limit: ENTRIES, cursor }),
  ]);
  const { next_cursor } = activity;
  const way = (path: string, label: string) =>
    html`<a class="button second" href="${address}/${path}">${label}</a>`;
  return dashboardPage(visit, {
    title: customerName(record),
    section: 'customers',
    note: doneNote(request, NOTES),
    can_copy: true,
    actions: html`${visit.may(createCustomerBilling) && way('portal', 'Open their portal…')}
    ${visit.may(adjustCustomerBalance) && way('balance', 'Give credit…')}
    ${visit.may(updateCustomer) && way('edit', 'Edit')}`,
    main: html`<div class="two-thirds"><div>
${licensesCard(visit, licenses, customer_id)}
${subscriptionsCard(visit, subscriptions, customer_id)}
${await notesCard(visit, { customer_id }, address)}
${activityList(visit, {
  title: 'What happened',
  entries: activity.data,
  next: next_cursor === null ? undefined : `${address}?cursor=${encodeURIComponent(next_cursor)}`,
})}
</div><div>
${detailsCard(visit, record)}
${moneyCard(visit, record, { saved: card, bought: bought.data })}
${mailsCard(visit, mails, address)}
${documentsCard(visit, invoices.data)}
</div></div>`,
  });
};
