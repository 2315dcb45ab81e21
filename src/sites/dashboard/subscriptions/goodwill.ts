import { Refusal, refuseParameter, refuseParameters } from '../../../platform/core/errors.ts';
import { html } from '../../../platform/core/html.ts';
import { parseInstant } from '../../../platform/core/time.ts';
import { getDiscountCode } from '../../../shop/catalogue/discounts/get-discount-code.ts';
import { adjustCustomerBalance } from '../../../shop/customers/adjust-customer-balance.ts';
import { applyCoupon } from '../../../shop/subscriptions/apply-coupon.ts';
import { extendTrial } from '../../../shop/subscriptions/extend-trial.ts';
import { previewSubscriptionChange } from '../../../shop/subscriptions/preview-subscription-change.ts';
import { whyNotTrialEnd } from '../../../shop/subscriptions/trial.rules.ts';
import type { Action } from '../action.ts';
import { field } from '../field.ts';
import { instantText } from '../text.ts';
import type { Visit } from '../visit.ts';
import { planText, type SubscriptionRecord } from './subscription-text.ts';

/** The next payment as things are now. */
async function nextPayment(visit: Visit, { subscription_id }: SubscriptionRecord) {
  const { next_renewal, currency } = await visit.ask(previewSubscriptionChange, {
    subscription_id,
  });
  const { total } = next_renewal;
  return { amount: visit.words.amount(total, currency), day: visit.words.day(next_renewal.at) };
}

const trial_fields = {
  trial_end: field.text({
    label: 'New end of the trial',
    type: 'date',
    hint: 'The trial lasts to the end of this day (UTC), at most 730 days in all.',
  }),
};

export const extendTrialAction: Action<SubscriptionRecord, typeof trial_fields> = {
  operation: extendTrial,
  name: 'extend-trial',
  title: 'Extend the trial',
  refused: 'The trial was not extended',
  fields: () => trial_fields,
  intro: ({ words }, one) =>
    `The trial ends on ${words.day(one.trial_end ?? one.current_period_end)}.`,
  async explain(visit, one, values) {
    const trial_end = parseInstant(values.trial_end, 'end');
    const ends = {
      trial_end: Date.parse(one.trial_end ?? ''),
      created_at: Date.parse(one.created_at),
    };
    const problem =
      trial_end === undefined
        ? { param: 'trial_end', code: 'invalid_format', message: 'must be a day' }
        : whyNotTrialEnd(ends, { trial_end, now: visit.now });
    if (problem || trial_end === undefined) throw refuseParameters(problem ? [problem] : []);
    const { amount } = await nextPayment(visit, one);
    return {
      text: html`<p>The trial of <strong>${planText(one)}</strong> ends on
  <strong>${instantText(visit, trial_end)}</strong> instead of
  ${instantText(visit, one.trial_end ?? one.current_period_end)}.</p>
<ul>
  <li>The first payment, <strong>${amount}</strong>, is made then; nothing is charged before.</li>
  <li>The customer is told of it by mail three days before.</li>
  <li>The license works as long.</li>
  <li>A trial can be made longer, not shorter again.</li>
</ul>`,
      button: 'Extend the trial',
    };
  },
  act: (visit, { subscription_id }, { trial_end }, once) =>
    visit.ask(extendTrial, { subscription_id, trial_end }, once),
  done: () => 'trial-extended',
};

const coupon_fields = {
  coupon_code: field.text({ label: 'Discount code', is_code: true, autocomplete: 'off' }),
};

export const couponAction: Action<SubscriptionRecord, typeof coupon_fields> = {
  operation: applyCoupon,
  name: 'coupon',
  title: 'Apply a discount code',
  refused: 'The discount code was not applied',
  fields: () => coupon_fields,
  async explain(visit, one, { coupon_code: code }) {
    const coupon = await visit.ask(getDiscountCode, { code }).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
      throw refuseParameter('coupon_code', 'is no code of this store');
    });
    const { discount_amount, discount_percentage, currency, duration, duration_months } = coupon;
    const off =
      discount_amount !== null && currency !== null
        ? visit.words.amount(discount_amount, currency)
        : `${discount_percentage} %`;
    const of = {
      once: 'the next payment',
      forever: 'every payment from the next one on',
      repeating: `payments of the next ${duration_months} months`,
    }[duration];
    const { amount, day } = await nextPayment(visit, one);
    return {
      text: html`<p><strong>${coupon.code}</strong> takes <strong>${off}</strong> off ${of}. The
  next payment is made on ${day}; as things are, it is ${amount}.</p>
<ul><li>What is paid already keeps its price.</li>
<li>It counts as one use of the code, and cannot be taken off again.</li></ul>`,
      button: 'Apply the code',
    };
  },
  act: (visit, { subscription_id }, { coupon_code }, once) =>
    visit.ask(applyCoupon, { subscription_id, coupon_code }, once),
  done: () => 'discounted',
};

const creditFields = (currency: string) => ({
  amount: field.money({
    may_be_negative: true,
    label: `Amount in ${currency}`,
    hint: 'Below 0, it is taken from the balance.',
  }),
  reason: field.optionalText({ label: 'Why', hint: 'For your own records.' }),
});

type CreditFields = ReturnType<typeof creditFields>;

export const creditAction: Action<SubscriptionRecord, CreditFields> = {
  operation: adjustCustomerBalance,
  name: 'credit',
  title: 'Give credit',
  refused: 'The balance was not changed',
  fields: (_, { plan }) => creditFields(plan.currency),
  intro: ({ words }, { credit, plan: { currency } }) =>
    `The customer’s balance is ${words.amount(credit, currency)}. The next payments use it first.`,
  explain({ words }, { credit, plan, customer_id }, { amount: change }) {
    const amount = (value: number) => words.amount(value, plan.currency);
    if (!Number.isFinite(change) || change === 0) {
      throw refuseParameter('amount', 'must be an amount other than 0');
    }
    const after = Math.round((credit + change) * 1000) / 1000;
    const [does, size] = change > 0 ? ['goes to', change] : ['is taken from', -change];
    return {
      text: html`<p><strong>${amount(size)}</strong> ${does} the balance of
  <strong>${customer_id}</strong>: ${amount(credit)} now, <strong>${amount(after)}</strong>
  afterwards.</p>
<ul>
  ${
    after >= 0
      ? html`<li>The next payments in ${plan.currency} use it, of all their subscriptions and
  purchases. It is not paid out.</li>`
      : html`<li>What is below 0 is owed: the next payment in ${plan.currency} collects it.</li>`
  }
  <li>Nothing is charged or refunded now. The opposite amount takes it back.</li>
</ul>`,
      button: change > 0 ? `Give ${amount(size)} credit` : `Take ${amount(size)} away`,
    };
  },
  act: (visit, { customer_id, plan }, values, once) =>
    visit.ask(adjustCustomerBalance, { customer_id, currency: plan.currency, ...values }, once),
  done: () => 'credited',
};
