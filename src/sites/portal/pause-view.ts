import { html } from '../../platform/core/html.ts';
import { addMonths } from '../../platform/core/periods.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import type { PaymentMethodRow } from '../../shop/money/payments/payment-method.sql.ts';
import type { NextPayment } from '../../shop/subscriptions/next-payment.ts';
import { attemptField } from '../shared/attempt-field.ts';
import type { RefusalText } from '../shared/refusal.ts';
import { cardText } from './card-section.ts';
import { formActions, portalPage } from './layout.ts';
import { planText } from './status.ts';
import type { SubscriptionRecord, Visit } from './visit.ts';

/** So long may a pause be that ends by itself. */
export const PAUSE_MONTHS = [1, 2, 3] as const;

export function pausePage(
  visit: Visit,
  view: { subscription: SubscriptionRecord; pending_name: string | undefined },
): PageAnswer {
  const { words, now } = visit;
  const { portal, day } = words;
  const { plan, subscription_id, pending_change: pending } = view.subscription;
  const address = `${visit.address}/subscription/${subscription_id}`;
  const title = portal.pausePlan(plan.name);
  const dropped =
    pending &&
    portal.plannedFrom({
      plan: planText(words, { name: view.pending_name ?? '', quantity: pending.quantity }),
      day: day(pending.effective_at),
    });
  const choice = (value: string, text: string, is_first = false) => html`<label class="choice">
      <input type="radio" name="months" value="${value}"${is_first && html` checked`}>
      <span class="name">${text}</span>
    </label>`;
  return portalPage(visit, {
    title,
    back: { at: address, name: plan.name },
    main: html`<div class="panel narrow">
  <h1>${title}</h1>
  <p>${portal.pauseMeans}</p>
  ${dropped && html`<p class="warn">${portal.pauseDropsChange(dropped)}</p>`}
  <form method="post" action="${address}/pause">
    ${attemptField()}
    <fieldset class="choices">
      <legend>${portal.pauseHowLong}</legend>
      ${PAUSE_MONTHS.map((months, at) => {
        const until = portal.pauseMonths({ months, day: day(addMonths(now, months)) });
        return choice(String(months), until, at === 0);
      })}
      ${choice('', portal.pauseOpen)}
    </fieldset>
    <p class="quiet">${portal.pauseOnce}</p>
    ${formActions(portal.pause, { leave: portal.notNow, at: address })}
  </form>
</div>`,
  });
}

interface ResumeView {
  subscription: SubscriptionRecord;
  payment: NextPayment & { is_now: boolean };
  card: PaymentMethodRow | undefined;
  refusal: RefusalText | undefined;
}

/** What a pause that ends now costs: nothing before the paid time is over, or a new period. */
export function resumePage(visit: Visit, view: ResumeView): PageAnswer {
  const { portal, shared, day, ...words } = visit.words;
  const { subscription, payment, card } = view;
  const { plan, subscription_id } = subscription;
  const address = `${visit.address}/subscription/${subscription_id}`;
  const title = portal.resumePlan(plan.name);
  const amount = words.amount(payment.total, plan.currency);
  const every = shared.every(plan.interval, plan.interval_count);
  const what = payment.is_now
    ? portal.resumeCharges({ amount, every: portal.priceEvery({ amount, every }) })
    : `${portal.resumeMeans} ${portal.nextPaymentOn({ amount, day: day(payment.at) })}`;
  const add_card = html`${portal.cardNeeded} <a href="${visit.address}/card">${portal.addCard}</a>`;
  const is_charged = payment.is_now && payment.total > 0;
  const refusal = view.refusal && {
    ...view.refusal,
    text: html`${view.refusal.text} ${portal.stillPaused}`,
  };
  return portalPage(visit, {
    title,
    refusal,
    back: { at: address, name: plan.name },
    main: html`<div class="panel narrow">
  <h1>${title}</h1>
  <p>${what}</p>
  <form method="post" action="${address}/resume">
    ${attemptField()}
    <input type="hidden" name="total" value="${payment.total}">
    ${
      is_charged &&
      html`<p class="quiet">${card ? portal.cardIsCharged(cardText(visit, card)) : add_card}
        <a href="${visit.address}/card">${portal.updateCard}</a></p>`
    }
    ${formActions(is_charged ? portal.payAndResume(amount) : portal.resume, {
      leave: portal.notNow,
      at: address,
    })}
  </form>
</div>`,
  });
}
