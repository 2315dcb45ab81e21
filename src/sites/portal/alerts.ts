import { type Html, html } from '../../platform/core/html.ts';
import { listSubscriptions } from '../../shop/subscriptions/list-subscriptions.ts';
import { dueNow } from '../../shop/subscriptions/next-payment.ts';
import { declineText } from '../shared/decline-text.ts';
import type { SubscriptionList } from './subscriptions.ts';
import { addressHere, ownTransaction, type SubscriptionRecord, type Visit } from './visit.ts';

const MOST = 5;

/** What needs the customer: payments that failed, the first thing on the page. */
export async function failedPayments(visit: Visit, newest: SubscriptionList): Promise<Html[]> {
  const { ask, customer_id } = visit;
  const { data } = newest.has_more
    ? await ask(listSubscriptions, { customer_id, status: 'past_due', limit: MOST })
    : { data: newest.data.filter(({ status }) => status === 'past_due').slice(0, MOST) };
  return Promise.all(data.map((one) => failedPayment(visit, one)));
}

/** What could not be charged, why, what happens next, and the button that pays it. */
export async function failedPayment(visit: Visit, one: SubscriptionRecord): Promise<Html> {
  const { portal, day, amount } = visit.words;
  const { plan, next_payment_at, payment_url, subscription_id } = one;
  const total = await dueNow(visit.work, subscription_id);
  const due = amount(total ?? plan.price, plan.currency);
  const again =
    next_payment_at === null ? portal.notTriedAgain : portal.triedAgainOn(day(next_payment_at));
  const id = `failed-${subscription_id}`;
  return html`<section class="alert" aria-labelledby="${id}">
  <h2 id="${id}">${portal.paymentFailed}</h2>
  <p>${portal.couldNotCharge({ amount: due, plan: plan.name })} ${await whyFailed(visit, one)}
    ${again}</p>
  <p class="actions">
    ${
      payment_url &&
      html`<a class="button" href="${addressHere(payment_url)}">${portal.payAmount(due)}</a>`
    }
    <a class="plain" href="${visit.address}/card">${portal.updateCard}</a>
  </p>
</section>`;
}

async function whyFailed(visit: Visit, one: SubscriptionRecord): Promise<string | undefined> {
  if (one.latest_transaction_id === null) return undefined;
  const failed = await ownTransaction(visit, one.latest_transaction_id);
  return failed?.decline_code ? declineText(visit.words, failed.decline_code).text : undefined;
}
