import { Refusal } from '../../../platform/core/errors.ts';
import { type Html, html } from '../../../platform/core/html.ts';
import type { PageRequest } from '../../../platform/http/page.ts';
import { getDiscountCode } from '../../../shop/catalogue/discounts/get-discount-code.ts';
import { getProduct } from '../../../shop/catalogue/products/get-product.ts';
import { adjustCustomerBalance } from '../../../shop/customers/adjust-customer-balance.ts';
import { listLicenses } from '../../../shop/licenses/list-licenses.ts';
import { declineMessage } from '../../../shop/money/payments/card.rules.ts';
import { getTransactions } from '../../../shop/money/transactions/get-transactions.ts';
import { getSubscription } from '../../../shop/subscriptions/get-subscription.ts';
import { previewSubscriptionChange } from '../../../shop/subscriptions/preview-subscription-change.ts';
import { resumeSubscription } from '../../../shop/subscriptions/resume-subscription.ts';
import { methodText } from '../../shared/method-text.ts';
import { quantityText } from '../../shared/rows.ts';
import { copyable } from '../copy.ts';
import { customerCell, customerNames } from '../customer-names.ts';
import { offText } from '../discount-codes/discount-text.ts';
import { doneNote } from '../form.ts';
import { historyOf } from '../happenings.ts';
import { card, dashboardPage, facts } from '../layout.ts';
import { devicesText, keyText, licenseAddress, licenseChip } from '../licenses/license-text.ts';
import type { Payment } from '../payments/payment-text.ts';
import type { Handler, Visit } from '../visit.ts';
import { actionLinks } from './actions.ts';
import { billTable } from './bill.ts';
import { paymentsCard } from './payments.ts';
import {
  isEnding,
  planPrice,
  planText,
  type SubscriptionRecord,
  statusChip,
  subscriptionAddress,
} from './subscription-text.ts';

const PAYMENTS_SHOWN = 12;

const NOTES = {
  changed: 'The subscription was changed. The customer is told by mail.',
  'change-planned': 'The change is planned for the end of the paid period.',
  ending: 'The subscription is canceled: it ends when the paid time is over.',
  canceled: 'The subscription was canceled and has ended.',
  paid: 'The payment went through: the subscription is active again.',
  paused: 'The subscription is paused.',
  resumed: 'The subscription goes on.',
  'trial-extended': 'The trial lasts longer.',
  discounted: 'The discount code is applied, from the next payment on.',
  credited: 'The customer’s balance was changed.',
};

/** One subscription: what is paid next, what was paid, and what can be done. */
export const showSubscription: Handler<{ subscription_id: string }> = async (
  visit,
  request,
  { subscription_id },
) => {
  const one = await visit.ask(getSubscription, { subscription_id });
  const { data: payments } = await visit.ask(getTransactions, {
    subscription_id,
    limit: PAYMENTS_SHOWN,
  });
  const all = `${visit.address}/payments?subscription_id=${subscription_id}`;
  return dashboardPage(visit, {
    title: planText(one),
    section: 'subscriptions',
    note: noteOf(visit, one, request),
    can_copy: one.payment_url !== null,
    actions: actionLinks(visit, one),
    main: html`${one.status === 'past_due' && pastDueCard(visit, one, payments)}
<div class="two-thirds">
<div>${await nextPaymentCard(visit, one)}
${paymentsCard(visit, { rows: payments, all })}
${await historyOf(visit, { customer_id: one.customer_id, record_id: subscription_id })}</div>
<div>${card('Subscription', await factsOf(visit, one, payments))}
${await licenseCard(visit, subscription_id)}</div>
</div>`,
  });
};

/** What was just done, and the way to undo it while there is one. */
function noteOf(
  visit: Visit,
  one: SubscriptionRecord,
  request: Pick<PageRequest, 'readQuery'>,
): Html | undefined {
  const text = doneNote(request, NOTES);
  if (text === undefined) return undefined;
  const undo = undoOf(visit, one, request.readQuery().get('done') ?? '');
  const at = subscriptionAddress(visit, one);
  return html`${text} ${undo && html`<a href="${at}/${undo.path}">${undo.label}</a>`}`;
}

function undoOf({ may }: Visit, one: SubscriptionRecord, done: string) {
  if (done === 'ending' && isEnding(one) && may(resumeSubscription)) {
    return { path: 'resume', label: 'Take it back' };
  }
  if (done === 'paused' && one.status === 'paused' && may(resumeSubscription)) {
    return { path: 'resume', label: 'Resume it' };
  }
  if (done === 'credited' && may(adjustCustomerBalance)) {
    return { path: 'credit', label: 'Change it again' };
  }
  return done === 'change-planned' ? { path: 'change', label: 'Change it again' } : undefined;
}

/** Why it could not be paid, and what happens next. */
function pastDueCard(visit: Visit, one: SubscriptionRecord, payments: Payment[]): Html {
  const { words } = visit;
  const code = payments.find(({ status }) => status === 'declined')?.decline_code ?? null;
  const tries = one.payment_retries === 1 ? 'once' : `${one.payment_retries} times`;
  return card(
    'The payment failed',
    html`<p>${
      code !== null &&
      html`The card was declined (<code>${code}</code>). Buyers read: “${declineMessage(code)}” `
    }
  ${one.payment_retries > 0 && html`It was tried again ${tries}. `}
  ${
    one.next_payment_at === null
      ? 'It is not tried again by itself: another card is needed.'
      : html`The next try is on <strong>${words.day(one.next_payment_at)}</strong>.`
  }</p>
  ${
    one.payment_url &&
    html`<p>The customer pays it here, also with another card:</p>
  ${copyable(visit, { id: 'pay-link', text: one.payment_url })}`
  }`,
  );
}

/** What is charged next, line by line. */
async function nextPaymentCard(visit: Visit, one: SubscriptionRecord): Promise<Html | false> {
  const { subscription_id } = one;
  if (one.status === 'canceled' || isEnding(one) || one.status === 'paused') return false;
  const { next_renewal, currency } = await visit.ask(previewSubscriptionChange, {
    subscription_id,
  });
  const day = visit.words.day(one.next_payment_at ?? next_renewal.at);
  const caption = one.status === 'past_due' ? 'What is due' : `On ${day}`;
  return card(
    'Next payment',
    billTable(visit, { ...next_renewal, currency }, { caption, total: 'Charged' }),
  );
}

async function factsOf(visit: Visit, one: SubscriptionRecord, payments: Payment[]) {
  const { words, address } = visit;
  const day = (at: string | null) => at && words.day(at);
  const paid_with = payments.find(({ status }) => status !== 'declined')?.payment_method;
  const is_over = one.status === 'canceled';
  return facts([
    ['State', statusChip(one)],
    ['Customer', customerCell(visit, one.customer_id, await customerNames(visit, [one]))],
    ['Plan', html`<a href="${address}/products/${one.plan_id}">${one.plan.name}</a>`],
    ['Price', planPrice(visit, one)],
    ['Quantity', one.quantity],
    ['Current period', words.days(one.current_period_start, one.current_period_end)],
    ['Trial until', day(one.trial_end)],
    ['Ends', isEnding(one) && day(one.current_period_end)],
    ['Ended', day(one.ended_at)],
    ['Canceled', day(one.canceled_at)],
    ['Why', one.cancellation_reason],
    ['The customer said', one.cancellation_comment],
    ['Paused', one.status === 'paused' && pausedText(visit, one)],
    ['Planned change', !is_over && (await plannedText(visit, one))],
    ['Discount', one.coupon_code !== null && (await discountText(visit, one, one.coupon_code))],
    ['Last paid with', paid_with && methodText(words, paid_with)],
    ['Customer’s balance', one.credit !== 0 && words.amount(one.credit, one.plan.currency)],
    ['Since', words.day(one.created_at)],
    ['Identifier', html`<code>${one.subscription_id}</code>`],
    ...Object.entries(one.metadata),
  ]);
}

const PAUSERS = { customer: 'by the customer', seller: 'by you', unpaid: 'because nobody paid' };

function pausedText({ words }: Visit, one: SubscriptionRecord): string {
  const by = one.paused_by === null ? '' : `, ${PAUSERS[one.paused_by]}`;
  const until = one.resumes_at === null ? '' : `, until ${words.day(one.resumes_at)}`;
  return `Since ${words.day(one.paused_at ?? one.updated_at)}${by}${until}`;
}

async function plannedText(visit: Visit, { pending_change: change }: SubscriptionRecord) {
  if (change === null) return null;
  const { name } = await visit.ask(getProduct, { product_id: change.plan_id });
  return `${name}${quantityText(change.quantity)} on ${visit.words.day(change.effective_at)}`;
}

/** What it takes off, by which code, and for how long. */
async function discountText(visit: Visit, one: SubscriptionRecord, code: string): Promise<Html> {
  const { words, address } = visit;
  const { discount_starts_at: from, discount_ends_at: to } = one;
  const found = await visit.ask(getDiscountCode, { code }).catch((error: unknown) => {
    // A code that was deleted goes on for whoever has it.
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  });
  const name = html`<code>${code}</code>`;
  return html`${
    found
      ? html`${offText(visit, found)} by
    <a href="${address}/discount-codes/${found.discount_id}">${name}</a>`
      : name
  }${from && ` from ${words.day(from)}`}${to && ` for periods before ${words.day(to)}`}`;
}

async function licenseCard(visit: Visit, subscription_id: string): Promise<Html | false> {
  const { data } = await visit.ask(listLicenses, { subscription_id, limit: 1 });
  const [license] = data;
  if (!license) return false;
  const at = licenseAddress(visit, license);
  return card(
    'License',
    facts([
      ['State', licenseChip(license)],
      ['Key', html`<a href="${at}"><code>${keyText(license)}</code></a>`],
      ['Devices', devicesText(license)],
    ]),
  );
}
