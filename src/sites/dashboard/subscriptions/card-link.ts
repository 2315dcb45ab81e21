import { html } from '../../../platform/core/html.ts';
import { createCardUpdate } from '../../../shop/subscriptions/create-card-update.ts';
import type { Action } from '../action.ts';
import { copyable } from '../copy.ts';
import { dashboardPage } from '../layout.ts';
import { instantText } from '../text.ts';
import type { SubscriptionRecord } from './subscription-text.ts';

interface Made {
  url: string;
  expires_at: string;
}

/** A page on which the customer gives another card. */
export const cardLinkAction: Action<SubscriptionRecord, Record<never, never>, Made> = {
  operation: createCardUpdate,
  name: 'new-card',
  title: 'Ask for another card',
  refused: 'No link was created',
  explain: (_, { customer_id, status }) => ({
    text: html`<p>Creates a link for <strong>${customer_id}</strong> to a page where they give
  another card for all their next payments. It works for a day. You send it yourself: Kassa does
  not.</p>
${status === 'past_due' && html`<p>What is past due is charged to the new card at once.</p>`}`,
    button: 'Create link',
  }),
  act: (visit, { customer_id }, _, once) => visit.ask(createCardUpdate, { customer_id }, once),
  answer: (visit, { section, address, name }, { url, expires_at }) =>
    dashboardPage(visit, {
      title: 'The link for another card',
      section,
      back: { at: address, name },
      note: 'The link was created. Send it to the customer and to nobody else.',
      can_copy: true,
      main: html`${copyable(visit, { id: 'link', text: url })}
<p class="quiet">It works until ${instantText(visit, expires_at)}.</p>`,
    }),
};
