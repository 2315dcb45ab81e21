import { refuseParameter } from '../../../platform/core/errors.ts';
import { type Html, html } from '../../../platform/core/html.ts';
import { toMinor } from '../../../platform/core/money.ts';
import { getCustomer } from '../../../shop/customers/get-customer.ts';
import { listLicenses } from '../../../shop/licenses/list-licenses.ts';
import { refundTransaction } from '../../../shop/settlement/refund-transaction.ts';
import { getSubscription } from '../../../shop/subscriptions/get-subscription.ts';
import { previewSubscriptionCancel } from '../../../shop/subscriptions/preview-subscription-cancel.ts';
import { type Action, actionHandlers } from '../action.ts';
import { field } from '../field.ts';
import type { Visit } from '../visit.ts';
import { paymentSubject, refundsOf } from './find-payment.ts';
import { leftToRefund, methodText, type Payment, round } from './payment-text.ts';

interface Refundable {
  payment: Payment;
  /** What has not gone back yet. */
  left: number;
  /** How much of that this person may refund. */
  most: number;
}

/** How much somebody may refund of a payment now. */
export async function refundable(visit: Visit, payment: Payment): Promise<Refundable> {
  const left = leftToRefund(payment, await refundsOf(visit, payment));
  const { refund_max } = visit;
  const gone = payment.total - left;
  const most = refund_max === null ? left : Math.max(0, Math.min(left, round(refund_max - gone)));
  return { payment, left, most };
}

const fields = {
  amount: field.optionalMoney({ label: 'Amount', hint: 'Empty: all that is left' }),
  reason: field.optionalText({
    label: 'Reason',
    hint: 'For your own records. The customer does not see it.',
  }),
  cancel_subscription: field.tick({ label: 'Also cancel the subscription, at once' }),
};

const action: Action<Refundable, Partial<typeof fields>> = {
  operation: refundTransaction,
  name: 'refund',
  title: 'Refund',
  refused: 'Nothing was refunded',
  fields: (_, { payment }) => {
    const { cancel_subscription, ...others } = fields;
    return payment.subscription_id === null ? others : fields;
  },
  // `all`: also what is paid for goes, as after a warning of fraud.
  filled: ({ most, left, payment }, query) => ({
    ...(most < left && { amount: most }),
    ...(query.has('all') && payment.subscription_id !== null && { cancel_subscription: true }),
  }),
  intro: ({ words, refund_max }, { payment, left, most }) => {
    const { currency, total } = payment;
    const paid = words.amount(total, currency);
    const rest = words.amount(left, currency);
    return html`${paid} was paid${left < total && html`, ${rest} of it is left`}.
    ${
      refund_max !== null &&
      html`You may refund up to ${words.amount(refund_max, currency)} of a payment:
      ${words.amount(most, currency)} of this one.`
    }`;
  },
  explain: async (visit, { payment, left, most }, { amount, cancel_subscription = false }) => {
    const { words } = visit;
    const sum = amount ?? left;
    const no = whyNotRefund(visit, { payment, left, most }, sum);
    if (no) throw refuseParameter('amount', no);
    const text = words.amount(sum, payment.currency);
    const { customer_id } = payment;
    const { email, name } = await visit.ask(getCustomer, { customer_id });
    const who = [name, email].filter(Boolean).join(', ') || customer_id;
    const method = methodText(payment);
    const follows = await consequences(visit, payment, {
      // A debt that it has paid beside its price goes back last.
      is_full: sum >= round(left - Math.max(0, payment.balance_change)),
      cancel_subscription,
    });
    return {
      text: html`<p class="sum"><strong>${text}</strong></p>
<ul>
  <li>goes back to <strong>${who}</strong>${method && html`, to ${method}`}, of
  ${words.amount(payment.total, payment.currency)} paid on ${words.day(payment.created_at)}.</li>
  ${follows.map((one) => html`<li>${one}</li>`)}
  <li>A credit note is issued, and the customer gets a mail if refunds are mailed.</li>
  <li>It cannot be taken back.</li>
</ul>`,
      button: `Refund ${text}`,
      is_dangerous: true,
    };
  },
  act: (visit, { payment: { transaction_id } }, { amount, reason, cancel_subscription }, once) => {
    const values = { amount: amount ?? undefined, reason: reason ?? null, cancel_subscription };
    return visit.ask(refundTransaction, { transaction_id, ...values }, once);
  },
  done: ({ amount }) => (amount === null || amount === undefined ? 'refunded' : 'refunded-part'),
};

function whyNotRefund(
  { words }: Visit,
  { payment, left, most }: Refundable,
  sum: number,
): string | undefined {
  const { currency } = payment;
  if (left === 0) return 'nothing is left to refund';
  if (!(sum > 0) || toMinor(sum, currency) === undefined) {
    return `must be an amount of ${currency} above 0`;
  }
  if (sum <= most) return undefined;
  return most < left
    ? `must be at most ${words.amount(most, currency)}: you may refund no more of this payment`
    : `must be at most ${words.amount(left, currency)}: no more is left of this payment`;
}

/** What becomes of what was bought. */
async function consequences(
  visit: Visit,
  payment: Payment,
  { is_full, cancel_subscription }: { is_full: boolean; cancel_subscription: boolean },
): Promise<Html[]> {
  const { subscription_id, license_keys } = payment;
  if (subscription_id !== null) {
    const { plan, status } = await visit.ask(getSubscription, { subscription_id });
    const { data } = await visit.ask(listLicenses, { subscription_id, limit: 1 });
    const key = data[0] && html`, and the license key <code>${data[0].license_key}</code> ends`;
    if (status === 'canceled') return [html`The subscription ${plan.name} has ended already.`];
    if (!cancel_subscription) {
      return [html`The subscription ${plan.name} <strong>goes on</strong> and renews as before.`];
    }
    const { charged, currency } = await visit.ask(previewSubscriptionCancel, { subscription_id });
    const owed = visit.words.amount(charged, currency);
    return [
      ...(charged > 0 ? [html`${owed} that the customer owes is charged before it ends.`] : []),
      html`The subscription ${plan.name} is <strong>canceled at once</strong>${key}.`,
    ];
  }
  if (license_keys.length === 0) return [];
  const keys = license_keys.map((key) => html` <code>${key}</code>`);
  return is_full
    ? [html`As all is refunded, the license key${keys} is <strong>disabled</strong>.`]
    : [
        html`The license key${keys} <strong>stays good</strong>: it is disabled only when all is
      refunded.`,
      ];
}

export const refundHandlers = actionHandlers(
  async (visit: Visit, parts: { transaction_id: string }) => {
    const subject = await paymentSubject(visit, parts);
    return { ...subject, record: await refundable(visit, subject.record) };
  },
  action,
);
