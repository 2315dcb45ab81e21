import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import type { PaymentMethodRow } from '../../shop/money/payments/payment-method.sql.ts';
import { attemptField } from '../shared/attempt-field.ts';
import type { RefusalText } from '../shared/refusal.ts';
import { cardText } from './card-section.ts';
import { formActions, portalPage } from './layout.ts';
import { billTable } from './lines.ts';
import { planText } from './status.ts';
import type { PreviewRecord, SubscriptionRecord, Visit } from './visit.ts';

interface PreviewView {
  subscription: SubscriptionRecord;
  plan: { plan_id: string; name: string; price: number };
  quantity: number;
  preview: PreviewRecord;
  card: PaymentMethodRow | undefined;
  refusal: RefusalText | undefined;
}

/** What a change costs, now and later, before it is made. */
export function previewPage(visit: Visit, view: PreviewView): PageAnswer {
  const { portal, ...words } = visit.words;
  const { subscription, plan, quantity, preview, card, refusal } = view;
  const { total, credit, next_renewal, currency } = preview;
  const address = `${visit.address}/subscription/${subscription.subscription_id}`;
  const amount = (value: number) => words.amount(value, currency);
  const next_bill = { ...next_renewal, currency };
  const add_card = html`${portal.cardNeeded} <a href="${visit.address}/card">${portal.addCard}</a>`;
  const has = { name: subscription.plan.name, quantity: subscription.quantity };
  const title = portal.changeTo(planText(visit.words, { name: plan.name, quantity }));
  const then = portal.nextPaymentDay(words.day(next_renewal.at));
  return portalPage(visit, {
    title,
    refusal,
    back: { at: address, name: has.name },
    main: html`<div class="panel narrow">
  <h1>${title}</h1>
  <p>${portal.youHave(planText(visit.words, has))}</p>
  ${endOfTrial(visit, view)}
  <h2>${portal.now}</h2>
  ${
    preview.lines.length > 0
      ? billTable(visit, preview, { caption: portal.now, total: portal.chargedNow })
      : html`<p>${portal.nothingDueNow}</p>`
  }
  ${credit > 0 && html`<p class="quiet">${portal.creditAfter(amount(credit))}</p>`}
  <h2>${then}</h2>
  ${billTable(visit, next_bill, { caption: then, total: portal.chargedThen })}
  <form method="post" action="${address}/change/${plan.plan_id}/${quantity}">
    ${attemptField()}
    <input type="hidden" name="total" value="${total}">
    <input type="hidden" name="price" value="${plan.price}">
    ${
      total > 0 &&
      html`<p class="quiet">${card ? portal.cardIsCharged(cardText(visit, card)) : add_card}</p>`
    }
    ${formActions(total > 0 ? portal.confirmAndPay(amount(total)) : portal.confirmChange, {
      leave: portal.cancelForm,
      at: address,
    })}
  </form>
</div>`,
  });
}

/** What nobody may overlook: the free days are over, and money is taken today. */
function endOfTrial(
  { words }: Visit,
  { subscription: { trial_end }, preview: { ends_trial, total, currency } }: PreviewView,
): Html | undefined {
  if (!ends_trial || trial_end === null) return undefined;
  const { portal } = words;
  const day = words.day(trial_end);
  const amount = words.amount(total, currency);
  const text = total > 0 ? portal.endsTrial({ amount, day }) : portal.endsTrialFree(day);
  return html`<p class="alert mild" role="note">${text}</p>`;
}
