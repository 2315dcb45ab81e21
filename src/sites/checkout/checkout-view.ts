import { type Html, html } from '../../platform/core/html.ts';
import { fromMinor } from '../../platform/core/money.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { amountDue, isFreeLater, needsCard } from '../../shop/checkout/checkout.rules.ts';
import { cardInputs, emailInput, invalidAttributes, problemText } from '../shared/fields.ts';
import { hereOr } from '../shared/provider-fields.ts';
import { mistakesIn, type RefusalText, refusalBox, refusedTitle } from '../shared/refusal.ts';
import { shopFooter } from '../shared/shop-footer.ts';
import { shopHeader } from '../shared/shop-header.ts';
import { buyerFields } from './buyer-fields.ts';
import { checkoutBody, isPriceKnown, type PaymentView, part } from './checkout-page.ts';
import { customInputs } from './custom-fields.ts';
import { orderTitle, orderView } from './order-view.ts';
import { payableHere, providerFields, walletButtons } from './pay-here.ts';
import { renewalOf, renewalSentence } from './renewal-text.ts';

/** The page on which a buyer pays: one form, so that nothing typed is lost whatever is pressed. */
export function paymentPage(view: PaymentView): PageAnswer {
  const { address, hosted, fields, checkout, store } = view;
  const refusal = view.refusal ?? refusalOf(view);
  const main = html`<form method="post" novalidate data-preview="${address}/preview"
  action="${address}/${isPriceKnown(view) ? 'pay' : 'details'}">
  ${orderSection(view, refusal)}
  ${paySection(view, isAboutOrder(view) ? undefined : refusal)}
</form>
${shopFooter(view)}`;
  const title = refusedTitle(refusal, `${checkout.product_name} · ${store.name}`);
  return checkoutBody(view, {
    status: view.is_refused ? 400 : 200,
    title,
    main: html`<main class="sale">
${main}
</main>`,
    is_sale: true,
    files: ['/card.js', '/sale.js', ...(fields ? (['/pay.mjs'] as const) : [])],
    asks_server: true,
    forms_lead_to: hosted?.origins ?? [],
    provider: fields?.origins,
  });
}

/** Everything that has to be mended, with the way to each field. */
function refusalOf({ problems, words }: PaymentView): RefusalText | undefined {
  if (problems.quantity !== undefined) {
    return { title: words.checkout.checkQuantityTitle, text: problems.quantity };
  }
  if (problems.coupon !== undefined) {
    return { title: words.checkout.codeNotValid, text: problems.coupon };
  }
  return mistakesIn(words, problems);
}

/** What is wrong with the order is said there, in the order itself. */
const isAboutOrder = ({ refusal, problems }: PaymentView): boolean =>
  refusal === undefined && (problems.coupon !== undefined || problems.quantity !== undefined);

function orderSection(view: PaymentView, refusal: RefusalText | undefined): Html {
  const { checkout, words } = view;
  const is_here = refusal !== undefined && isAboutOrder(view);
  const back =
    checkout.cancel_url !== null &&
    html`<a class="back" href="${checkout.cancel_url}">${words.checkout.back}</a>`;
  // The first button is the one that Enter presses: to pay, not to apply a code.
  return html`<section class="order" aria-label="${words.checkout.order}">
  <button class="hidden" tabindex="-1" aria-hidden="true"></button>
  ${shopHeader(view, back)}
  ${is_here && refusalBox(refusal)}
  <h1>${orderTitle(view)}</h1>
  ${refusal && !is_here ? foldedOrder(view) : orderView(view)}
</section>`;
}

/** After a refusal, a telephone shows the order as one line, so that the refusal is in sight. */
const foldedOrder = (view: PaymentView): Html => html`<details class="fold">
    <summary class="folded">
      <span dir="auto">${view.checkout.product_name}</span>
      <strong data-part="amount">${dueText(view)}</strong>
    </summary>
    ${orderView(view)}
  </details>`;

const dueText = ({ checkout, words }: PaymentView): string =>
  words.money(amountDue(checkout).due_minor, checkout.currency);

function paySection(view: PaymentView, refusal: RefusalText | undefined): Html {
  const { checkout, words, attempt, note, typed, problems } = view;
  const is_known = isPriceKnown(view);
  const total = fromMinor(amountDue(checkout).due_minor, checkout.currency);
  const renewal_total = fromMinor(checkout.renewal_total_minor ?? 0, checkout.currency);
  return html`<section class="pay" aria-labelledby="pay-title">
  ${refusal && refusalBox(refusal)}
  ${!refusal && note && html`<p class="note" role="status">${note}</p>`}
  <h2 id="pay-title" data-part="title">${payTitle(view)}</h2>
  <input type="hidden" name="attempt" value="${attempt}">
  <input type="hidden" name="product" value="${checkout.product_id}">
  ${part(
    'totals',
    html`<input type="hidden" name="total" value="${total}"${payableHere(view)}>
  <input type="hidden" name="renewal_total" value="${renewal_total}">`,
  )}
  ${view.fields && part('consent', is_known && consentBox(view))}
  ${walletButtons(view)}
  ${emailInput(words, typed.email, problems.email)}
  ${!view.hosted && part('card', is_known && needsCard(checkout) && ownCard(view), { keeps: true })}
  ${providerFields(view)}
  ${buyerFields(view, { can_update: is_known })}
  ${part('custom', is_known && customInputs(view, typed.custom), { keeps: true })}
  ${part('end', is_known ? orderEnd(view) : goOnButton(words.checkout.goOn))}
  ${view.hosted && html`<p class="quiet secure">${words.checkout.securedBy(view.hosted.name)}</p>`}
</section>`;
}

const goOnButton = (label: Html | string): Html =>
  html`<button class="button wide">${label}</button>`;

/**
 * From what the law wants to be said to the small print, with the button that pays. Where wallets
 * order as well, what the buyer agrees to stands above all buttons.
 */
const orderEnd = (view: PaymentView): Html => html`${!view.fields && consentBox(view)}
  ${view.is_consumer && recap(view)}
  ${view.hosted && needsCard(view.checkout) && nextStep(view, view.hosted)}
  ${goOnButton(payLabel(view))}
  ${smallPrint(view)}`;

function payTitle(view: PaymentView): Html | string {
  const { startTrial, payment, yourDetails } = view.words.checkout;
  if (view.checkout.trial_days > 0) return startTrial;
  const has_card = isPriceKnown(view) && needsCard(view.checkout);
  if (!has_card) return yourDetails;
  return view.hosted ? hereOr(view.fields, { here: payment, away: yourDetails }) : payment;
}

const ownCard = ({ words, typed_card: typed, problems }: PaymentView): Html =>
  cardInputs(words, { typed, problems });

/** Where the button leads, directly above it. */
const nextStep = ({ words, checkout }: PaymentView, { name }: { name: string }): Html =>
  html`<p class="next away">${
    amountDue(checkout).due_minor > 0 ? words.checkout.payAt(name) : words.checkout.chooseAt(name)
  }</p>`;

/** Whoever is led to the provider's page pays there, and the button does not say otherwise. */
function payLabel(view: PaymentView): Html | string {
  const label = orderLabel(view);
  const is_due = amountDue(view.checkout).due_minor > 0;
  const away = view.words.checkout.continueToPay;
  return view.hosted && is_due ? hereOr(view.fields, { here: label, away }) : label;
}

function orderLabel(view: PaymentView): string {
  const { checkout, words } = view;
  const is_due = amountDue(checkout).due_minor > 0;
  if (view.is_consumer && needsCard(checkout)) {
    return is_due ? words.checkout.orderAndPay(dueText(view)) : words.checkout.orderWithObligation;
  }
  if (checkout.trial_days > 0) return words.checkout.startTrialNow;
  return is_due ? words.checkout.payNow(dueText(view)) : words.checkout.completeOrder;
}

/** What the law wants the buyer to agree to, before they order. */
const consentBox = ({ consent_text, has_consented, problems }: PaymentView): Html | undefined =>
  consent_text === undefined
    ? undefined
    : html`<div class="field consent">
  <label for="consent">
    <input type="checkbox" id="consent" name="consent" value="1" required${
      has_consented && html` checked`
    }${invalidAttributes('consent', problems.consent)}>
    <span>${consent_text}</span>
  </label>
  ${problemText('consent', problems.consent)}
</div>`;

/**
 * What is ordered, directly before the button, as the same law wants it: with what it will cost,
 * how often, and until when.
 */
const recap = (view: PaymentView): Html => html`<p class="recap">
    <span><bdi>${view.checkout.product_name}</bdi>${
      view.checkout.quantity > 1 && html` × ${view.checkout.quantity}`
    }${recurring(view)}</span>
    <strong>${dueText(view)}</strong>
  </p>`;

function recurring({ checkout, words, now }: PaymentView): Html | undefined {
  const next = renewalOf(checkout, { words, now });
  if (!next || isFreeLater(checkout)) return undefined;
  return html` <span class="quiet">${renewalSentence(checkout, words, next)} ${
    words.checkout.renewsUntilCanceled
  }</span>`;
}

/** Under the button: what it agrees to. Consumers have read above it how it goes on. */
function smallPrint(view: PaymentView): Html | undefined {
  const { checkout, words, store, now } = view;
  const next = view.is_consumer ? undefined : renewalOf(checkout, { words, now });
  const is_paid_again = next !== undefined && checkout.renewal_total_minor !== 0;
  const first = is_paid_again && checkout.trial_days > 0 && words.checkout.firstCharge(next);
  const renews = next && !isFreeLater(checkout) && words.checkout.renewsUntilCanceled;
  const { terms_url, privacy_url } = store.brand;
  const link = (address: string) => (text: string) =>
    html`<a href="${address}" target="_blank" rel="noopener noreferrer">${text}</a>`;
  const accepted =
    terms_url === null
      ? privacy_url !== null && words.checkout.acceptPrivacy(link(privacy_url))
      : privacy_url === null
        ? words.checkout.acceptTerms(link(terms_url))
        : words.checkout.acceptBoth(link(terms_url), link(privacy_url));
  if (!renews && !accepted) return undefined;
  return html`<p class="quiet terms">${first} ${renews} ${accepted}</p>`;
}
