import { amountDue, needsCard } from '../../checkout/checkout.rules.ts';
import { fromMinor } from '../../core/money.ts';
import { amountText } from '../shared/amounts.ts';
import { cardInputs } from '../shared/fields.ts';
import { type Html, html } from '../shared/html.ts';
import type { PageAnswer } from '../shared/page.ts';
import { refusalBox, refusedTitle } from '../shared/refusal.ts';
import { buyerFields } from './buyer-fields.ts';
import {
  backButton,
  type CheckoutView,
  checkoutPage,
  isPriceKnown,
  type PaymentView,
} from './checkout-page.ts';
import { orderView } from './order-view.ts';

/** The page on which a buyer pays. */
export function paymentPage(view: PaymentView): PageAnswer {
  const { checkout, store } = view;
  const refusal = view.problem === undefined ? undefined : { title: view.problem };
  const status = Object.keys(view.problems).length > 0 || view.coupon_problem ? 400 : 200;
  return checkoutPage(
    view,
    status,
    refusedTitle(refusal, `Buy ${checkout.product_name}`),
    html`
<div class="columns">
  ${orderView(view)}
  <section class="pay" aria-labelledby="pay-title">
    <h2 id="pay-title">Your details</h2>
    ${refusal && refusalBox(refusal)}
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

function paymentForm(view: PaymentView): Html {
  const { checkout, address, attempt } = view;
  // Nobody can be asked to pay before the price is known: the first step is to say where they are.
  if (!isPriceKnown(view)) {
    return html`<form method="post" action="${address}/details">
  ${buyerFields(view, { can_update: false })}
  <button class="button" formnovalidate>Continue</button>
</form>`;
  }
  const needs_card = needsCard(checkout);
  const total = fromMinor(amountDue(checkout).due_minor, checkout.currency);
  const renewal_total = fromMinor(checkout.renewal_total_minor ?? 0, checkout.currency);
  // The first button is the one that Enter presses: to pay, not to update the total.
  return html`<form method="post" action="${address}/pay">
  ${view.asked.country && html`<button class="hidden" tabindex="-1" aria-hidden="true"></button>`}
  <input type="hidden" name="attempt" value="${attempt}">
  <input type="hidden" name="total" value="${total}">
  <input type="hidden" name="renewal_total" value="${renewal_total}">
  ${buyerFields(view, { can_update: true })}
  ${needs_card && (view.hosted ? nextPage(view, view.hosted.name) : cardFields(view))}
  <button class="button">${payLabel(view)}</button>
</form>`;
}

const cardFields = ({ words, problems }: PaymentView): Html => html`<fieldset>
  <legend>${words.shared.card}</legend>
  ${cardInputs(words, { problems })}
</fieldset>`;

/** Said where the card would be asked for. */
const nextPage = ({ checkout }: PaymentView, provider: string): Html =>
  amountDue(checkout).due_minor > 0
    ? html`<p class="next">You pay on the next page, at ${provider}.</p>`
    : html`<p class="next">
  On the next page, at ${provider}, you choose how to pay later. Nothing is charged today.
</p>`;

function payLabel({ checkout, locale, words }: PaymentView): string {
  if (checkout.trial_days > 0) return 'Start the trial';
  const { due_minor } = amountDue(checkout);
  if (due_minor === 0) return 'Complete the order';
  return words.checkout.payNow(amountText(due_minor, checkout.currency, locale));
}
