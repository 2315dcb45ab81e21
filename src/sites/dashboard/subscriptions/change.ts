import { html } from '../../../platform/core/html.ts';
import { previewSubscriptionChange } from '../../../shop/subscriptions/preview-subscription-change.ts';
import { updateSubscription } from '../../../shop/subscriptions/update-subscription.ts';
import { quantityText } from '../../shared/rows.ts';
import type { Action } from '../action.ts';
import { field } from '../field.ts';
import type { ValuesOf } from '../form.ts';
import { priceText } from '../products/product-choices.ts';
import type { Visit } from '../visit.ts';
import { billTable } from './bill.ts';
import { newestPlans } from './plans.ts';
import { planPrice, planText, type SubscriptionRecord } from './subscription-text.ts';

type ChangeFields = ReturnType<typeof changeFields>;

const changeFields = (choices: { value: string; label: string }[]) => ({
  plan_id: field.oneOf({ label: 'Plan', choices }),
  quantity: field.number({ label: 'Quantity' }),
  effective: field.choice({
    label: 'When',
    choices: { now: 'Now', period_end: 'When the paid period ends' },
  }),
  proration: field.optionalChoice({
    label: 'What the rest of the period costs',
    none: 'Charge more at once, put less on the balance',
    choices: {
      charge_now: 'Charge it at once',
      next_renewal: 'Add it to the next payment',
      none: 'Nothing: charge and credit nothing',
    },
    hint: 'Another billing interval begins a new period, which is always charged at once.',
  }),
});

/** Plans in the same currency; the one it has keeps its price. */
async function planChoices(visit: Visit, one: SubscriptionRecord) {
  const { currency } = one.plan;
  const plans = await newestPlans(visit, { currency });
  const others = plans.filter(({ product_id }) => product_id !== one.plan_id);
  return [
    { value: one.plan_id, label: `${one.plan.name}, ${planPrice(visit, one)} (as now)` },
    ...others.map((plan) => ({
      value: plan.product_id,
      label: `${plan.name}, ${priceText(visit, plan)}`,
    })),
  ];
}

const changeOf = (
  { subscription_id }: SubscriptionRecord,
  { proration, ...change }: ValuesOf<ChangeFields>,
) => ({ subscription_id, ...change, proration: proration ?? undefined });

export const changeAction: Action<SubscriptionRecord, ChangeFields> = {
  operation: updateSubscription,
  name: 'change',
  title: 'Change plan or quantity',
  refused: 'The subscription was not changed',
  fields: async (visit, one) => changeFields(await planChoices(visit, one)),
  filled: ({ plan_id, quantity }) => ({ plan_id, quantity, effective: 'now', proration: null }),
  async explain(visit, one, values) {
    const { words } = visit;
    const preview = await visit.ask(previewSubscriptionChange, changeOf(one, values));
    const { currency, total, credit, next_renewal } = preview;
    const amount = (value: number) => words.amount(value, currency);
    const choices = await planChoices(visit, one);
    const label = choices.find(({ value }) => value === values.plan_id)?.label ?? values.plan_id;
    const is_now = values.effective === 'now';
    const then = words.day(next_renewal.at);
    const next = { ...next_renewal, currency };
    return {
      text: html`<p>From <strong>${planText(one)}</strong>, ${planPrice(visit, one)}, to
  <strong>${label}${quantityText(values.quantity)}</strong>,
  ${is_now ? 'now' : html`on ${words.day(one.current_period_end)}`}.</p>
${
  preview.lines.length > 0
    ? billTable(visit, preview, { caption: 'Now', total: 'Charged now' })
    : html`<p>Nothing is charged now.</p>`
}
${
  total > 0 &&
  html`<p>The customer’s card is charged ${amount(total)} at once. If that is declined, nothing
  changes.</p>`
}
${
  credit !== one.credit &&
  html`<p>The customer’s balance is ${amount(one.credit)} now and ${amount(credit)} afterwards.</p>`
}
${billTable(visit, next, { caption: `Next payment, on ${then}`, total: 'Charged then' })}
<p class="quiet">The customer is told by mail. The limit of the license follows.</p>`,
      button: total > 0 ? `Change and charge ${amount(total)}` : 'Change it',
    };
  },
  act: (visit, one, values, once) => visit.ask(updateSubscription, changeOf(one, values), once),
  done: ({ effective }) => (effective === 'now' ? 'changed' : 'change-planned'),
};
