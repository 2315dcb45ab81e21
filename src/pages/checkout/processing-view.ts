import { amountDue } from '../../checkout/checkout.rules.ts';
import type { TransactionRow } from '../../transactions/transaction.rules.ts';
import { canBeLeft } from '../../transactions/waiting.rules.ts';
import { amountText } from '../shared/amounts.ts';
import { type Html, html } from '../shared/html.ts';
import type { PageAnswer } from '../shared/page.ts';
import { providerName } from '../shared/provider-name.ts';
import { type CheckoutView, checkoutPage } from './checkout-page.ts';

type View = CheckoutView & {
  transaction: TransactionRow | undefined;
  /** Whether the buyer pays on the provider's own page. */
  is_hosted: boolean;
};

/** A payment is under way: here or in another window, at the bank, or at the provider. */
export function processingPage(view: View): PageAnswer {
  const { transaction, is_hosted, now } = view;
  if (transaction?.needs_review === 1) return page(view, 'Your payment is being checked', checking);
  if (transaction && transaction.action_url !== null) {
    if (!is_hosted) return page(view, 'Confirm your payment', atBank);
    const is_due = amountDue(view.checkout).due_minor > 0;
    return page(view, is_due ? 'You have not paid yet' : 'One step is left', atProvider);
  }
  if (transaction && transaction.provider_reference !== null) {
    const shown = page(view, 'Your payment is on its way', onItsWay);
    // Most ways to pay that are not at once take seconds or minutes.
    return now < transaction.created_at + WATCHED_MS ? lookAgainIn(10, shown) : shown;
  }
  return lookAgainIn(3, page(view, 'Your payment is being processed', starting));
}

const WATCHED_MS = 10 * 60_000;

function page(view: View, title: string, content: (view: View) => Html): PageAnswer {
  return checkoutPage(
    view,
    200,
    title,
    html`
<div class="receipt">
  <h1>${title}</h1>
  ${content(view)}
</div>`,
  );
}

const lookAgainIn = (seconds: number, shown: PageAnswer): PageAnswer => ({
  ...shown,
  headers: { ...shown.headers, Refresh: String(seconds) },
});

const amountOf = ({ checkout, locale }: View): string =>
  amountText(amountDue(checkout).due_minor, checkout.currency, locale);

const atBank = (view: View): Html => html`
<p>Your bank wants you to confirm this payment of ${amountOf(view)}.</p>
<p><a class="button" href="${view.transaction?.action_url}">Continue to your bank</a></p>
<form method="post" action="${view.address}/give-up">
  <button class="plain">Use another card</button>
</form>`;

function atProvider(view: View): Html {
  const { address, checkout } = view;
  const provider = providerName(view.transaction?.provider ?? null);
  const what =
    amountDue(checkout).due_minor > 0
      ? `${amountOf(view)} is still to be paid at ${provider}.`
      : `At ${provider} you choose how to pay later. Nothing is charged today.`;
  return html`
<p>${what}</p>
<p><a class="button" href="${address}/continue">Continue to ${provider}</a></p>
${startAgain(view)}
<p class="quiet">
  Done there already? <a href="${address}/return">Look again</a>: you are never charged twice.
</p>`;
}

const startAgain = ({
  address,
}: View): Html => html`<form method="post" action="${address}/give-up">
  <button class="plain">Give up and start again</button>
</form>`;

const onItsWay = (view: View): Html => html`
<p>
  Your payment of ${amountOf(view)} has begun, and the money has not arrived yet. Some ways to pay
  take a few minutes; a debit from a bank account takes a few days.
</p>
<p>
  There is nothing more for you to do. As soon as the money has arrived, ${view.store.name} delivers
  and this page shows your receipt: keep its address. If the payment fails, this page says why.
</p>
<p><a class="button" href="${view.address}">Look again</a></p>`;

const checking = (view: View): Html => html`
<p>
  Something about your payment does not fit this order of ${amountOf(view)}, so
  ${view.store.name} has to look at it. Nothing is delivered before that.
</p>
<p>Do not pay again. This page shows how it ends; if it takes long, ask ${view.store.name}.</p>
<p><a class="button" href="${view.address}">Look again</a></p>`;

const starting = (view: View): Html => html`
<p>This page looks again every few seconds. You will not be charged twice.</p>
<p><a class="button" href="${view.address}">Look again</a></p>
${view.is_hosted && view.transaction && canBeLeft(view.transaction, view.now) && startAgain(view)}`;
