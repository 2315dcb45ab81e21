import { amountDue, type CheckoutRow, needsCard } from '../../checkout/checkout.rules.ts';
import { couponText } from '../../checkout/price.rules.ts';
import { fromMinor } from '../../core/money.ts';
import { DAY_MS } from '../../core/time.ts';
import { amountText, dateText } from '../shared/amounts.ts';
import {
  cardInputs,
  countryInput,
  emailInput,
  input,
  invalidAttributes,
  problemText,
} from '../shared/fields.ts';
import { type Html, html } from '../shared/html.ts';
import { htmlPage } from '../shared/layout.ts';
import type { PageAnswer } from '../shared/page.ts';
import { amountRow } from '../shared/rows.ts';
import { testMark } from '../shared/test-mark.ts';
import type { Problems, Typed } from './checkout-form.ts';

export interface CheckoutView {
  base_path: string;
  /** Of this session's page; what is done with it is below. */
  address: string;
  checkout: CheckoutRow;
  store: { name: string; mode: 'test' | 'live' };
  locale: string;
  now: number;
}

interface PaymentView extends CheckoutView {
  /** The provider with a page of its own on which the buyer pays; undefined: on this page. */
  hosted: { name: string; origins: readonly string[] } | undefined;
  typed: Typed;
  problems: Problems;
  /** What went wrong as a whole: a decline, a coupon. */
  problem: string | undefined;
  coupon_problem: string | undefined;
  coupon_typed: string;
  /** The same for every sending of this form: sending it twice pays once. */
  attempt: string;
}

/** The page on which a buyer pays. */
export function paymentPage(view: PaymentView): PageAnswer {
  const { checkout, store } = view;
  const status = Object.keys(view.problems).length > 0 || view.coupon_problem ? 400 : 200;
  return checkoutPage(
    view,
    status,
    `Buy ${checkout.product_name}`,
    html`
<div class="columns">
  ${order(view)}
  <section class="pay" aria-labelledby="pay-title">
    <h2 id="pay-title">Your details</h2>
    ${view.problem && html`<p class="problem" role="alert">${view.problem}</p>`}
    ${paymentForm(view)}
    ${
      checkout.cancel_url &&
      html`<p class="quiet">
        <a href="${checkout.cancel_url}">Cancel and go back to ${store.name}</a>
      </p>`
    }
  </section>
</div>`,
    { forms_lead_to: view.hosted?.origins ?? [] },
  );
}

export function expiredPage(view: CheckoutView & { problem: string | undefined }): PageAnswer {
  const { checkout, store, problem } = view;
  return checkoutPage(
    view,
    200,
    'This checkout has expired',
    html`
<div class="receipt">
  <h1>This checkout has expired</h1>
  ${problem && html`<p class="problem">The payment did not go through. ${problem}</p>`}
  <p>
    Nothing was charged. Start again at ${store.name} if you still want ${checkout.product_name}.
  </p>
  ${checkout.cancel_url && backButton(checkout.cancel_url, store.name)}
</div>`,
  );
}

export function checkoutPage(
  view: CheckoutView,
  status: number,
  title: string,
  main: Html,
  options: { can_copy?: boolean; forms_lead_to?: readonly string[] } = {},
): PageAnswer {
  const { base_path, checkout, store } = view;
  return htmlPage(
    status,
    `${title} · ${store.name}`,
    html`<body class="checkout">
${store.mode === 'test' && testMark()}
<main>
  <p class="shop">${store.name}</p>
  ${main}
</main>
</body>`,
    { base_path, is_checkout: true, picture_url: checkout.product_image_url, ...options },
  );
}

/** The way back to the shop. */
export const backButton = (address: string, shop: string): Html =>
  html`<p><a class="button" href="${address}">Back to ${shop}</a></p>`;

function order(view: PaymentView): Html {
  const { checkout, locale } = view;
  const amount = (minor: number) => amountText(minor, checkout.currency, locale);
  const { product_image_url, quantity, discount_minor } = checkout;
  const { balance_change_minor: change, due_minor } = amountDue(checkout);
  const has_trial = checkout.trial_days > 0;
  const unit = has_trial
    ? `${checkout.trial_days} days of trial`
    : amount(checkout.unit_price_minor);
  const discount = `Discount ${checkout.coupon_code} (${couponText(checkout)})`;
  const balance = change < 0 ? 'Paid from your balance' : 'Owed from earlier';
  return html`<section class="order" aria-labelledby="order-title">
  ${product_image_url && picture(product_image_url)}
  <h1 id="order-title">${checkout.product_name}</h1>
  <p class="due">${amount(due_minor)}${has_trial && html` <span class="quiet">today</span>`}</p>
  ${renewalNotice(view)}
  <p class="description">${shortened(checkout.product_description)}</p>
  <table>
    <caption class="hidden">What you pay</caption>
    <tbody>
      ${amountRow(`${unit} × ${quantity}`, amount(checkout.subtotal_minor))}
      ${discount_minor > 0 && amountRow(discount, amount(-discount_minor))}
      ${change !== 0 && amountRow(balance, amount(change))}
    </tbody>
    <tfoot>${amountRow(has_trial ? 'Due today' : 'Total', amount(due_minor))}</tfoot>
  </table>
  ${couponForm(view)}
</section>`;
}

const picture = (address: string): Html =>
  html`<img src="${address}" alt="" width="96" height="96" referrerpolicy="no-referrer">`;

function couponForm({ checkout, address, coupon_problem, coupon_typed }: PaymentView): Html {
  const action = `${address}/coupon`;
  if (checkout.coupon_code !== null) {
    return html`<form class="coupon" method="post" action="${action}">
  <span>Coupon <strong>${checkout.coupon_code}</strong> is applied.</span>
  <button class="plain" name="remove" value="1">Remove coupon</button>
</form>`;
  }
  return html`<form class="coupon" method="post" action="${action}">
  <label for="coupon">Coupon</label>
  <input id="coupon" name="coupon" value="${coupon_typed}" maxlength="64" autocomplete="off"
    autocapitalize="characters" spellcheck="false"${invalidAttributes('coupon', coupon_problem)}>
  <button class="plain">Apply</button>
  ${problemText('coupon', coupon_problem)}
</form>`;
}

function paymentForm(view: PaymentView): Html {
  const { checkout, address, typed, problems, attempt } = view;
  const needs_card = needsCard(checkout);
  const total = fromMinor(amountDue(checkout).due_minor, checkout.currency);
  const name = input({
    name: 'name',
    label: 'Name',
    optional: true,
    value: typed.name,
    problem: problems.name,
    attributes: { autocomplete: 'name', maxlength: 200 },
  });
  return html`<form method="post" action="${address}/pay">
  <input type="hidden" name="attempt" value="${attempt}">
  <input type="hidden" name="total" value="${total}">
  ${emailInput(typed.email, problems.email)}
  ${name}
  ${countryInput(typed.country, problems.country)}
  ${needs_card && (view.hosted ? nextPage(view, view.hosted.name) : cardFields(problems))}
  <button class="button">${payLabel(view)}</button>
</form>`;
}

const cardFields = (problems: Problems): Html => html`<fieldset>
  <legend>Card</legend>
  ${cardInputs(problems)}
</fieldset>`;

/** Said where the card would be asked for. */
const nextPage = ({ checkout }: PaymentView, provider: string): Html =>
  amountDue(checkout).due_minor > 0
    ? html`<p class="next">You pay on the next page, at ${provider}.</p>`
    : html`<p class="next">
  On the next page, at ${provider}, you choose how to pay later. Nothing is charged today.
</p>`;

function payLabel({ checkout, locale }: PaymentView): string {
  if (checkout.trial_days > 0) return 'Start the trial';
  const { due_minor } = amountDue(checkout);
  if (due_minor === 0) return 'Complete the order';
  return `Pay ${amountText(due_minor, checkout.currency, locale)}`;
}

/** What a recurring product will cost, and when. */
export function renewalNotice({ checkout, locale, now }: CheckoutView): Html | undefined {
  const { billing_interval, billing_interval_count, renewal_total_minor, trial_days } = checkout;
  if (billing_interval === null || renewal_total_minor === null) return undefined;
  const count = billing_interval_count ?? 1;
  const span = count === 1 ? billing_interval : `${count} ${billing_interval}s`;
  const amount = (minor: number) => amountText(minor, checkout.currency, locale);
  const full = amount(checkout.unit_price_minor * checkout.quantity);
  const next = amount(renewal_total_minor);
  const months = `${checkout.coupon_months} month${checkout.coupon_months === 1 ? '' : 's'}`;
  const price =
    next === full || checkout.coupon_duration === 'forever'
      ? `${next} every ${span}`
      : checkout.coupon_duration === 'once'
        ? `${next} for the first ${span}, then ${full} every ${span}`
        : `${next} every ${span} for the first ${months}, then ${full}`;
  if (trial_days === 0) return html`<p class="next">Renews at ${price}, until you cancel.</p>`;
  const until = dateText((checkout.completed_at ?? now) + trial_days * DAY_MS);
  return html`<p class="next">
  Free for ${trial_days} days, until ${until}. Then ${price}, until you cancel.
</p>`;
}

const DESCRIPTION_MAX = 600;

/** A description may be a page long; here the form must stay in sight. */
function shortened(text: string): string {
  const signs = [...text.trim()];
  return signs.length <= DESCRIPTION_MAX ? text : `${signs.slice(0, DESCRIPTION_MAX).join('')} …`;
}
