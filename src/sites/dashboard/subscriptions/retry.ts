import { html } from '../../../platform/core/html.ts';
import { getPaymentMethod } from '../../../shop/money/payments/get-payment-method.ts';
import { previewSubscriptionChange } from '../../../shop/subscriptions/preview-subscription-change.ts';
import { retryPayment } from '../../../shop/subscriptions/retry-payment.ts';
import type { Action } from '../action.ts';
import { planText, type SubscriptionRecord } from './subscription-text.ts';

/** What is past due is charged once more, between the tries that are planned. */
export const retryAction: Action<SubscriptionRecord> = {
  operation: retryPayment,
  name: 'retry',
  title: 'Try the payment again now',
  refused: 'Nothing was paid',
  async explain(visit, one) {
    const { words } = visit;
    const { subscription_id, customer_id, next_payment_at } = one;
    const { next_renewal, currency } = await visit.ask(previewSubscriptionChange, {
      subscription_id,
    });
    const { card } = await visit.ask(getPaymentMethod, { customer_id });
    const amount = words.amount(next_renewal.total, currency);
    return {
      text: html`<p>The customer’s card${card && html`, ${card.brand} •••• ${card.last4},`}
  is charged <strong>${amount}</strong> for <strong>${planText(one)}</strong> at once.</p>
<ul>
  <li>If it is paid, the subscription is active again, an invoice is issued, and the customer gets
  it by mail if renewals are mailed.</li>
  <li>If it is declined, nothing changes${
    next_payment_at !== null && html`: the next planned try is on ${words.day(next_payment_at)}`
  }.</li>
</ul>`,
      button: `Charge ${amount} now`,
    };
  },
  act: (visit, { subscription_id }, _, once) => visit.ask(retryPayment, { subscription_id }, once),
  done: () => 'paid',
};
