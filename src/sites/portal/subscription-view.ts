import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import type { PaymentMethodRow } from '../../shop/money/payments/payment-method.sql.ts';
import type { NextPayment } from '../../shop/subscriptions/next-payment.ts';
import type { RefusalText } from '../shared/refusal.ts';
import { factRow } from '../shared/rows.ts';
import { cardFacts, cardText } from './card-section.ts';
import { type ChangeView, changeForm } from './change-form.ts';
import { portalPage } from './layout.ts';
import type { PauseState } from './pause-state.ts';
import { planText, priceText, statusChip, statusText, tile } from './status.ts';
import type { SubscriptionRecord, Visit } from './visit.ts';

interface SubscriptionView extends ChangeView {
  image_url: string | null;
  next: NextPayment | null;
  card: PaymentMethodRow | undefined;
  /** Whether the card expires before the next payment. */
  card_expires: boolean;
  /** The payment that failed, if it is past due. */
  failed: Html | undefined;
  /** The button that takes a cancel back or ends a pause, if that is for the customer to do. */
  way_back: Html | undefined;
  pause: PauseState;
  pending_name: string | undefined;
  note: string | undefined;
  refusal: RefusalText | undefined;
}

export function subscriptionPage(visit: Visit, view: SubscriptionView): PageAnswer {
  const { subscription, note, refusal, image_url, next } = view;
  const { plan, quantity } = subscription;
  const status = statusText(visit, subscription, next);
  return portalPage(visit, {
    title: plan.name,
    note,
    refusal,
    pictures: image_url === null ? [] : [image_url],
    main: html`<div class="narrow">
${view.failed}
${view.card_expires && expiryAlert(visit, view)}
<div class="panel">
  <div class="head">
    ${tile({ name: plan.name, image_url })}
    <div class="about">
      <h1>${planText(visit.words, { name: plan.name, quantity })}</h1>
      <p>${statusChip(visit, subscription)}</p>
    </div>
  </div>
  ${status && !isPlain(subscription) && html`<p>${status}</p>`}
  ${view.way_back && html`<div class="actions">${view.way_back}</div>`}
  ${facts(visit, view)}
</div>
${changeForm(visit, view)}
${endSection(visit, view)}
</div>`,
  });
}

/** What runs as it should: the facts say all. */
const isPlain = ({ status, cancel_at_period_end }: SubscriptionRecord): boolean =>
  status === 'active' && !cancel_at_period_end;

const expiryAlert = (visit: Visit, { card, next }: SubscriptionView): Html | undefined => {
  const { portal, day } = visit.words;
  if (!card || !next) return undefined;
  return html`<section class="alert mild" aria-labelledby="expires-title">
  <h2 id="expires-title">${portal.cardExpiresSoon}</h2>
  <p>${portal.cardExpiresBefore({ card: cardText(visit, card), day: day(next.at) })}</p>
  <p class="actions"><a class="plain" href="${visit.address}/card">${portal.updateCard}</a></p>
</section>`;
};

function facts(visit: Visit, view: SubscriptionView): Html {
  const { words } = visit;
  const { portal } = words;
  const { subscription, next, card, pending_name, is_plus_tax } = view;
  const { plan, quantity, credit, pending_change } = subscription;
  const balance = words.amount(Math.abs(credit), plan.currency);
  const add_card = html`${portal.noCard} <a href="${visit.address}/card">${portal.addCard}</a>`;
  const price = priceText(words, plan, { is_plus_tax, is_each: quantity > 1 });
  const planned =
    pending_change &&
    portal.plannedFrom({
      plan: planText(words, { name: pending_name ?? '', quantity: pending_change.quantity }),
      day: words.day(pending_change.effective_at),
    });
  return html`<dl class="facts">
  ${factRow(portal.price, price)}
  ${factRow(portal.quantity, quantity > 1 && String(quantity))}
  ${factRow(portal.discount, discountText(visit, subscription))}
  ${factRow(portal.nextPayment, nextText(visit, subscription, next))}
  ${factRow(portal.paymentMethod, next && (card ? cardFacts(visit, card) : add_card))}
  ${factRow(portal.credit, credit > 0 && portal.creditIsUsed(balance))}
  ${factRow(portal.owed, credit < 0 && portal.owedIsAdded(balance))}
  ${factRow(portal.plannedChange, planned)}
</dl>`;
}

function discountText({ words, now }: Visit, one: SubscriptionRecord): string | null {
  const { coupon_code: code, discount_ends_at: end, status } = one;
  const is_over = end !== null && Date.parse(end) <= now;
  if (code === null || is_over || status === 'canceled') return null;
  return end === null ? code : words.portal.discountUntil({ code, day: words.day(end) });
}

function nextText(
  { words: { portal, amount, day } }: Visit,
  { plan }: SubscriptionRecord,
  next: NextPayment | null,
): string {
  if (!next) return portal.none;
  const what = { amount: amount(next.total, plan.currency), day: day(next.at) };
  return next.tax === 0 ? portal.amountOn(what) : portal.amountWithTaxOn(what);
}

/** The ways to pause and to leave, said plainly. */
function endSection(visit: Visit, { subscription, pause }: SubscriptionView): Html | undefined {
  const { portal, day } = visit.words;
  const { status, paused_by, cancel_at_period_end, subscription_id } = subscription;
  if (status === 'canceled' || cancel_at_period_end) return undefined;
  const address = `${visit.address}/subscription/${subscription_id}`;
  const { cancelsNow, cancelTrialText } = portal;
  const has_paid_time = status !== 'past_due' && paused_by !== 'unpaid';
  const cancelText = !has_paid_time
    ? cancelsNow
    : status === 'trialing'
      ? cancelTrialText
      : portal.cancelText;
  return html`<section class="panel ways" aria-label="${portal.manage}">
  ${
    pause !== 'never' &&
    html`<div class="way">
      <div>
        <h2>${portal.pause}</h2>
        <p class="quiet">${
          pause === 'may' ? portal.pauseText : portal.pauseUsed({ day: day(pause.again_at) })
        }</p>
      </div>
      ${pause === 'may' && html`<a class="plain" href="${address}/pause">${portal.pauseShort}</a>`}
    </div>`
  }
  <div class="way">
    <div>
      <h2>${portal.cancel}</h2>
      <p class="quiet">${cancelText}</p>
    </div>
    <a class="plain leave" href="${address}/cancel">${portal.cancel}</a>
  </div>
</section>`;
}
