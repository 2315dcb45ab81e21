import { randomText } from '../../core/ids.ts';
import { dayText, quantityText } from '../shared/amounts.ts';
import { html } from '../shared/html.ts';
import type { PageAnswer } from '../shared/page.ts';
import { formActions, portalPage } from './layout.ts';
import { billTable } from './lines.ts';
import { money, type PreviewRecord, type SubscriptionRecord, type Visit } from './visit.ts';

interface PreviewView {
  subscription: SubscriptionRecord;
  plan: { plan_id: string; name: string; price: number };
  quantity: number;
  preview: PreviewRecord;
  card: string | undefined;
  problem: string | undefined;
}

/** What a change costs, now and later, before it is made. */
export function previewPage(visit: Visit, view: PreviewView): PageAnswer {
  const { subscription, plan, quantity, preview, card, problem } = view;
  const { total, credit, next_renewal, currency } = preview;
  const address = `${visit.address}/subscription/${subscription.subscription_id}`;
  const amount = (value: number) => money(visit, value, currency);
  const next_bill = { ...next_renewal, currency };
  const add_card = html`<a href="${visit.address}/card">add one</a>`;
  const payer = card
    ? `${card} is charged.`
    : html`No card is kept for your payments: ${add_card} first.`;
  return portalPage(visit, {
    status: problem === undefined ? 200 : 400,
    title: `Change to ${plan.name}`,
    main: html`<div class="narrow">
  <h1>Change to ${plan.name}${quantityText(quantity)}</h1>
  ${problem && html`<p class="problem boxed" role="alert">${problem}</p>`}
  <p>
    You have ${subscription.plan.name}${quantityText(subscription.quantity)} now.
    The change takes effect when you confirm it.
  </p>
  <h2>Now</h2>
  ${
    preview.lines.length > 0
      ? billTable(visit, preview, { caption: 'Now', total: 'Charged now' })
      : html`<p>Nothing is charged now.</p>`
  }
  ${
    credit > 0 &&
    html`<p class="quiet">
      Your credit afterwards: ${amount(credit)}. It is taken off the next payments.
    </p>`
  }
  <h2>Next payment, on ${dayText(next_renewal.at)}</h2>
  ${billTable(visit, next_bill, { caption: 'Next payment', total: 'Charged then' })}
  <form method="post" action="${address}/change/${plan.plan_id}/${quantity}">
    <input type="hidden" name="attempt" value="${randomText(10)}">
    <input type="hidden" name="total" value="${total}">
    <input type="hidden" name="price" value="${plan.price}">
    ${total > 0 && html`<p class="quiet">${payer}</p>`}
    ${formActions(total > 0 ? `Confirm and pay ${amount(total)}` : 'Confirm the change', {
      leave: 'Leave it as it is',
      at: address,
    })}
  </form>
</div>`,
  });
}

export function cancelPage(visit: Visit, subscription: SubscriptionRecord): PageAnswer {
  const { plan, subscription_id, status, current_period_end } = subscription;
  const address = `${visit.address}/subscription/${subscription_id}`;
  // What is not paid for has no end of a period to wait for.
  const waits = status === 'active' || status === 'trialing';
  const end = dayText(current_period_end);
  const what = waits
    ? `You keep it until ${end}, and can take the cancel back until then.`
    : 'It ends at once, which cannot be taken back.';
  return portalPage(visit, {
    title: `Cancel ${plan.name}`,
    main: html`<div class="narrow">
  <h1>Cancel ${plan.name}?</h1>
  <p>${what} Nothing more is charged.</p>
  <form method="post" action="${address}/cancel">
    <input type="hidden" name="attempt" value="${randomText(10)}">
    ${formActions(waits ? 'Cancel at the end of the period' : 'Cancel now', {
      leave: 'Keep it',
      at: address,
    })}
  </form>
</div>`,
  });
}
