import type { NextPayment } from '../../subscriptions/next-payment.ts';
import type { TaxBehavior } from '../../taxes/tax-settings.rules.ts';
import { dayText, quantityText } from '../shared/amounts.ts';
import { invalidAttributes, problemText } from '../shared/fields.ts';
import { type Html, html } from '../shared/html.ts';
import type { PageAnswer } from '../shared/page.ts';
import { factRow } from '../shared/rows.ts';
import { portalPage } from './layout.ts';
import { money, type ProductRecord, type SubscriptionRecord, type Visit } from './visit.ts';

export type ChangeProblems = Partial<Record<'plan' | 'quantity' | 'whole', string>>;

export interface TypedChange {
  plan_id: string;
  quantity: string;
}

interface SubscriptionView {
  subscription: SubscriptionRecord;
  tax_text: TaxText;
  next: NextPayment | null;
  card: string | undefined;
  /** Whether the card expires before the next payment. */
  card_expires: boolean;
  pending_name: string | undefined;
  /** The plans to change to; undefined when nothing can be changed. */
  offer: { plans: ProductRecord[]; has_more: boolean; changes_quantity: boolean } | undefined;
  note: string | undefined;
  typed: TypedChange;
  problems: ChangeProblems;
  attempt: string;
}

export function subscriptionPage(visit: Visit, view: SubscriptionView): PageAnswer {
  const { subscription, problems, note } = view;
  return portalPage(visit, {
    status: Object.keys(problems).length > 0 ? 400 : 200,
    title: subscription.plan.name,
    note,
    main: html`<h1>${subscription.plan.name}${quantityText(subscription.quantity)}</h1>
${problems.whole && html`<p class="problem boxed" role="alert">${problems.whole}</p>`}
${statusMark(subscription)}
${facts(visit, view)}
${view.offer && changeForm(visit, view, view.offer)}
${endForm(visit, view)}`,
  });
}

/** What is said of the tax in a price: ` plus tax` or nothing. */
export type TaxText = (plan: Stated) => string;

interface Stated {
  tax_behavior: TaxBehavior | null;
}

interface Priced extends Stated, Pick<ProductRecord, 'price' | 'currency'> {
  interval: string | null;
  interval_count: number | null;
}

/** `€20.00 every month plus tax`. */
export function priceText(visit: Visit, plan: Priced, tax_text: TaxText): string {
  const count = plan.interval_count ?? 1;
  const span = count === 1 ? plan.interval : `${count} ${plan.interval}s`;
  return `${money(visit, plan.price, plan.currency)} every ${span}${tax_text(plan)}`;
}

/** What has become of it, in a few words. */
export function statusMark(subscription: SubscriptionRecord): Html {
  const [mood, text] = statusText(subscription);
  return html`<p class="status ${mood}">${text}</p>`;
}

function statusText(one: SubscriptionRecord): [mood: 'good' | 'warn' | 'over', text: string] {
  const end = dayText(one.current_period_end);
  if (one.status === 'canceled') return ['over', `Ended on ${dayText(one.ended_at ?? '')}`];
  if (one.status === 'paused') return ['over', 'Paused'];
  if (one.status === 'past_due') {
    const { next_payment_at: next } = one;
    const again = next === null ? 'the card is not tried again' : `next try on ${dayText(next)}`;
    return ['warn', `Payment failed: ${again}`];
  }
  if (one.cancel_at_period_end) return ['warn', `Ends on ${end}`];
  if (one.status === 'trialing') return ['good', `Trial until ${dayText(one.trial_end ?? '')}`];
  return ['good', `Paid until ${end}`];
}

/** When what is charged next; undefined when nothing is. */
export function nextText(
  visit: Visit,
  { plan }: SubscriptionRecord,
  next: NextPayment | null,
): string | undefined {
  if (!next) return undefined;
  const tax = next.tax === 0 ? '' : ' including tax';
  return `${money(visit, next.total, plan.currency)}${tax} on ${dayText(next.at)}`;
}

function facts(visit: Visit, view: SubscriptionView): Html {
  const { subscription, next, card, pending_name, tax_text } = view;
  const { plan, quantity, credit, pending_change, coupon_code } = subscription;
  const upcoming = nextText(visit, subscription, next);
  const add_card = html`No card is kept. <a href="${visit.address}/card">Add one</a>`;
  const balance = money(visit, Math.abs(credit), plan.currency);
  return html`<dl class="facts">
  ${factRow('Price', `${priceText(visit, plan, tax_text)}${quantity > 1 ? ' each' : ''}`)}
  ${factRow('Quantity', quantity > 1 && String(quantity))}
  ${factRow('Coupon', coupon_code)}
  ${factRow('Next payment', `${upcoming ?? 'None'}${upcoming && card ? `, with ${card}` : ''}`)}
  ${factRow('Card', upcoming && !card && add_card)}
  ${factRow('Credit', credit > 0 && `${balance}, taken off the next payments`)}
  ${factRow('Owed', credit < 0 && `${balance}, added to the next payment`)}
  ${factRow('Planned change', pending_change && plannedText(pending_change, pending_name))}
</dl>
${
  view.card_expires &&
  subscription.status !== 'past_due' &&
  html`<p class="warn">
    Your card expires before the next payment. <a href="${visit.address}/card">Replace it</a>
  </p>`
}
${
  subscription.status === 'past_due' &&
  html`<p class="actions">
    ${
      subscription.payment_url &&
      html`<a class="button" href="${subscription.payment_url}">Pay now</a>`
    }
    <a href="${visit.address}/card">Replace the card and pay</a>
  </p>`
}`;
}

const plannedText = (
  { quantity, effective_at }: NonNullable<SubscriptionRecord['pending_change']>,
  name: string | undefined,
): string => `${name ?? ''}${quantityText(quantity)} from ${dayText(effective_at)}`;

function changeForm(
  visit: Visit,
  { subscription, typed, problems, tax_text }: SubscriptionView,
  { plans, has_more, changes_quantity }: NonNullable<SubscriptionView['offer']>,
): Html | undefined {
  if (plans.length === 0 && !changes_quantity) return undefined;
  const { plan, plan_id, subscription_id } = subscription;
  const terms = (one: ProductRecord) => ({
    ...one,
    interval: one.billing_interval,
    interval_count: one.billing_interval_count,
  });
  const choices = [
    { plan_id, name: plan.name, price: `${priceText(visit, plan, tax_text)}, your plan` },
    ...plans.map((one) => ({
      plan_id: one.product_id,
      name: one.name,
      price: priceText(visit, terms(one), tax_text),
    })),
  ];
  const choice = (one: (typeof choices)[number]) => {
    const checked = one.plan_id === typed.plan_id && html` checked`;
    return html`<label class="choice">
  <input type="radio" name="plan_id" value="${one.plan_id}"${checked}>
  <span>${one.name} <span class="quiet">${one.price}</span></span>
</label>`;
  };
  const others = html`<p class="quiet">
  These are the plans nearest to yours. Ask ${visit.store.name} about others.
</p>`;
  const address = `${visit.address}/subscription/${subscription_id}/change`;
  return html`<section aria-labelledby="change-title">
  <h2 id="change-title">${changeTitle(plans.length > 0, changes_quantity)}</h2>
  <form class="change" method="post" action="${address}">
    ${
      plans.length > 0 &&
      html`<fieldset${invalidAttributes('plan', problems.plan)}>
        <legend>Plan</legend>
        ${choices.map(choice)}
        ${has_more && others}
        ${problemText('plan', problems.plan)}
      </fieldset>`
    }
    ${
      changes_quantity &&
      html`<div class="field short">
        <label for="quantity">Quantity</label>
        <input id="quantity" name="quantity" value="${typed.quantity}" inputmode="numeric"
          maxlength="7" autocomplete="off"
          required${invalidAttributes('quantity', problems.quantity)}>
        ${problemText('quantity', problems.quantity)}
      </div>`
    }
    <button class="plain">See what it costs</button>
    <p class="quiet">Nothing changes before you confirm.</p>
  </form>
</section>`;
}

function changeTitle(has_plans: boolean, changes_quantity: boolean): string {
  if (!changes_quantity) return 'Change plan';
  return has_plans ? 'Change plan or quantity' : 'Change the quantity';
}

/** The way out, or back in. */
function endForm(visit: Visit, { subscription, attempt }: SubscriptionView): Html | undefined {
  const { status, cancel_at_period_end, subscription_id } = subscription;
  const address = `${visit.address}/subscription/${subscription_id}`;
  if (status === 'canceled') return undefined;
  if (!cancel_at_period_end) {
    return html`<section aria-labelledby="end-title">
  <h2 id="end-title">Cancel</h2>
  <p><a href="${address}/cancel">Cancel this subscription</a></p>
</section>`;
  }
  const end = dayText(subscription.current_period_end);
  return html`<section aria-labelledby="end-title">
  <h2 id="end-title">Keep it</h2>
  <p>It is canceled and ends on ${end}. Until then you can take that back.</p>
  <form method="post" action="${address}/resume">
    <input type="hidden" name="attempt" value="${attempt}">
    <button class="button">Keep the subscription</button>
  </form>
</section>`;
}
