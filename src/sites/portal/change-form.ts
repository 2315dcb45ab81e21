import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import { invalidAttributes, problemText } from '../shared/fields.ts';
import { type IsPlusTax, priceText } from './status.ts';
import type { ProductRecord, SubscriptionRecord, Visit } from './visit.ts';

export type ChangeProblems = Partial<Record<'plan' | 'quantity' | 'whole', string>>;

export interface TypedChange {
  plan_id: string;
  quantity: string;
}

export interface ChangeView {
  subscription: SubscriptionRecord;
  is_plus_tax: IsPlusTax;
  /** The plans to change to; undefined when nothing can be changed. */
  offer: { plans: ProductRecord[]; has_more: boolean; changes_quantity: boolean } | undefined;
  typed: TypedChange;
  problems: ChangeProblems;
}

/** The plans to choose from, and the quantity. What a choice costs is shown before it is made. */
export function changeForm(
  visit: Visit,
  { subscription, offer, typed, problems, is_plus_tax }: ChangeView,
): Html | undefined {
  if (!offer) return undefined;
  const { plans, has_more, changes_quantity } = offer;
  if (plans.length === 0 && !changes_quantity) return undefined;
  const { words, store } = visit;
  const { portal } = words;
  const { plan, plan_id, subscription_id } = subscription;
  const terms = (one: ProductRecord) => ({
    ...one,
    interval: one.billing_interval,
    interval_count: one.billing_interval_count,
  });
  const choices = [
    { plan_id, name: plan.name, price: priceText(words, plan, { is_plus_tax }), is_current: true },
    ...plans.map((one) => ({
      plan_id: one.product_id,
      name: one.name,
      price: priceText(words, terms(one), { is_plus_tax }),
      is_current: false,
    })),
  ];
  const choice = (one: (typeof choices)[number]) => {
    const checked = one.plan_id === typed.plan_id && html` checked`;
    return html`<label class="choice">
  <input type="radio" name="plan_id" value="${one.plan_id}"${checked}>
  <span class="name">${one.name}
    ${one.is_current && html`<span class="chip">${portal.currentPlan}</span>`}</span>
  <span class="price">${one.price}</span>
</label>`;
  };
  const address = `${visit.address}/subscription/${subscription_id}/change`;
  return html`<section class="panel" aria-labelledby="change-title">
  <h2 id="change-title">${changeTitle(words, plans.length > 0, changes_quantity)}</h2>
  <form class="change" method="post" action="${address}">
    ${
      plans.length > 0 &&
      html`<fieldset class="choices" id="plan"${invalidAttributes('plan', problems.plan)}>
        <legend class="hidden">${portal.plan}</legend>
        ${choices.map(choice)}
        ${has_more && html`<p class="quiet">${portal.nearestPlans(store.name)}</p>`}
        ${problemText('plan', problems.plan)}
      </fieldset>`
    }
    ${
      changes_quantity &&
      html`<div class="field short">
        <label for="quantity">${portal.quantity}</label>
        <input id="quantity" name="quantity" value="${typed.quantity}" inputmode="numeric"
          maxlength="7" autocomplete="off"
          required${invalidAttributes('quantity', problems.quantity)}>
        ${problemText('quantity', problems.quantity)}
      </div>`
    }
    ${subscription.status === 'trialing' && html`<p class="quiet">${portal.dearerEndsTrial}</p>`}
    <p class="actions"><button class="plain">${portal.reviewChange}</button>
      <span class="quiet">${portal.nothingChangesYet}</span></p>
  </form>
</section>`;
}

function changeTitle({ portal }: Words, has_plans: boolean, changes_quantity: boolean): string {
  if (!changes_quantity) return portal.changePlan;
  return has_plans ? portal.changePlanOrQuantity : portal.changeQuantity;
}
