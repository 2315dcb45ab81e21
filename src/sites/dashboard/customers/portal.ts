import { html } from '../../../platform/core/html.ts';
import { createCustomerBilling } from '../../../shop/customers/create-customer-billing.ts';
import { revokePortalLinks } from '../../../shop/customers/revoke-portal-links.ts';
import { resendMail } from '../../../shop/mails/resend-mail.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import type { Action } from '../action.ts';
import { dashboardPage } from '../layout.ts';
import { instant } from '../text.ts';
import { type Handler, ifAllowed } from '../visit.ts';
import type { ShownCustomer } from './customer-view.ts';
import { findCustomer } from './find-customer.ts';

type Billing = { portal_url: string; portal_expires_at: string };

export const portalAction: Action<ShownCustomer, Record<never, never>, Billing> = {
  operation: createCustomerBilling,
  name: 'portal',
  title: 'A link to their portal',
  refused: 'No link was created',
  explain: (visit) => ({
    text: html`<p>Whoever has the link sees what this customer sees, for one hour: payments,
invoices, license keys and subscriptions, and may change or cancel these in the customer's
name. Give it to the customer alone.</p>
${
  visit.may(revokePortalLinks) &&
  html`<p>Has a link got into the wrong hands?
<a href="revoke-links">Revoke all links of this customer</a>.</p>`
}`,
    button: 'Create link',
  }),
  act: (visit, { customer_id }, _, once) => visit.ask(createCustomerBilling, { customer_id }, once),
  // The link is in the answer alone, never in an address of the dashboard.
  answer: (visit, { address, name }, { portal_url, portal_expires_at }) =>
    dashboardPage(visit, {
      title: 'A link to their portal',
      section: 'customers',
      back: { at: address, name },
      can_copy: true,
      note: 'The link was created.',
      main: html`<section class="card"><p class="key"><code id="link">${portal_url}</code>
  <button class="button second small" type="button" data-copy="link" data-copied="Copied"
    data-select="Selected: press Ctrl+C or ⌘C" hidden>Copy</button></p>
  <p class="quiet" id="link-status" role="status"></p>
  <p>It works until ${instant(portal_expires_at)}.</p>
  <p><a class="button" href="${portal_url}" rel="noreferrer">Open the portal</a></p></section>`,
    }),
};

export const revokeAction: Action<ShownCustomer> = {
  operation: revokePortalLinks,
  name: 'revoke-links',
  title: 'Revoke all portal links',
  refused: 'Nothing was changed',
  explain: () => ({
    text: html`<p>Every link to the portal that this customer has stops working at once, those in
mails too. They can ask for another with their address.</p>`,
    button: 'Revoke the links',
    is_dangerous: true,
  }),
  act: (visit, { customer_id }, _, once) => visit.ask(revokePortalLinks, { customer_id }, once),
};

/** Sends one of the customer's mails again, to the same address. */
const resend: Handler<{ customer_id: string }> = async (visit, request, parts) => {
  const { address } = await findCustomer(visit, parts);
  const once = visit.onceFor(request.form.get('attempt'), 'resend-mail');
  const mail_id = request.form.get('mail_id') ?? '';
  const { status } = await visit.ask(resendMail, { mail_id }, once);
  return redirectAfterForm(`${address}?done=${status === 'kept' ? 'kept' : 'resent'}`);
};

export const resendHandlers = { POST: ifAllowed(resendMail, resend) };
