import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { amountDue } from '../../shop/checkout/checkout.rules.ts';
import type { ProviderFields } from '../../shop/money/payments/provider-fields.rules.ts';
import type { WayToPay } from '../../shop/money/payments/way-to-pay.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import { canBeLeft } from '../../shop/money/transactions/waiting.rules.ts';
import { providerName } from '../shared/provider-name.ts';
import { type CheckoutView, checkoutPage } from './checkout-page.ts';
import { isAskedHere } from './to-bank.ts';

type View = CheckoutView & {
  transaction: TransactionRow | undefined;
  /** Where the buyer pays; undefined where there is no payment. */
  way: WayToPay | undefined;
  /** The provider's script, where it asks for the bank on our page. */
  fields: ProviderFields | undefined;
};

/** A payment is under way: here or in another window, at the bank, or at the provider. */
export function processingPage(view: View): PageAnswer {
  const { transaction, way, now } = view;
  const is_hosted = way === 'page';
  const { after } = view.words;
  if (transaction?.needs_review === 1) return page(view, after.checking, checking);
  if (transaction && transaction.action_url !== null) {
    if (!is_hosted) return page(view, after.confirm, atBank, scriptOfBank(view));
    const is_due = amountDue(view.checkout).due_minor > 0;
    return page(view, is_due ? after.notPaidYet : after.oneStepLeft, atProvider);
  }
  if (transaction && transaction.provider_reference !== null) {
    const is_due = amountDue(view.checkout).due_minor > 0;
    const shown = is_due
      ? page(view, after.onItsWay, onItsWay)
      : page(view, after.accountToConfirm, toConfirm);
    // Most ways to pay that are not at once take seconds or minutes.
    return now < transaction.created_at + WATCHED_MS ? lookAgainIn(10, shown) : shown;
  }
  const shown = page(view, after.processing, starting);
  // To the provider's page, as soon as it opens.
  return lookAgainIn(3, shown, is_hosted && transaction ? `${view.address}/continue` : undefined);
}

const WATCHED_MS = 10 * 60_000;

/** What the page needs where the bank asks on it. */
const scriptOfBank = ({
  address,
  transaction,
  fields,
}: View): Parameters<typeof checkoutPage>[4] =>
  fields && isAskedHere(address, transaction?.action_url ?? '')
    ? { files: ['/ask-bank.mjs'], asks_server: true, provider: fields.origins }
    : {};

function page(
  view: View,
  title: string,
  content: (view: View) => Html,
  options: Parameters<typeof checkoutPage>[4] = {},
): PageAnswer {
  return checkoutPage(
    view,
    200,
    title,
    html`
<div class="receipt">
  <h1>${title}</h1>
  ${content(view)}
</div>`,
    options,
  );
}

const lookAgainIn = (seconds: number, shown: PageAnswer, at?: string): PageAnswer => ({
  ...shown,
  headers: { ...shown.headers, Refresh: at === undefined ? `${seconds}` : `${seconds};url=${at}` },
});

const amountOf = ({ checkout, words }: View): string =>
  words.money(amountDue(checkout).due_minor, checkout.currency);

function atBank(view: View): Html {
  const { after } = view.words;
  return html`
<p>${after.confirmText(amountOf(view))}</p>
<p><a class="button" ${bankLink(view)}>${after.toBank}</a></p>
<form method="post" action="${view.address}/give-up">
  <button class="plain">${after.otherCard}</button>
</form>`;
}

/** To the bank's page; or to our own, where a script asks in its place. */
function bankLink({ address, transaction, fields }: View): Html {
  const action_url = transaction?.action_url ?? '';
  if (!isAskedHere(address, action_url)) return html`href="${action_url}"`;
  const script = fields && html` data-script="${fields.script}" data-key="${fields.public_key}"`;
  return html`href="${address}/continue"${script}`;
}

function atProvider(view: View): Html {
  const { address, checkout, words } = view;
  const { after } = words;
  const provider = providerName(words, view.transaction?.provider ?? null);
  const what =
    amountDue(checkout).due_minor > 0
      ? after.stillToPay({ amount: amountOf(view), provider })
      : after.chooseHowToPay(provider);
  const again = (text: string) => html`<a href="${address}/return">${text}</a>`;
  return html`
<p>${what}</p>
<p><a class="button" href="${address}/continue">${after.toProvider(provider)}</a></p>
${startAgain(view)}
<p class="quiet">${after.doneThere(again)} ${after.neverTwice}</p>`;
}

const startAgain = ({
  address,
  words,
}: View): Html => html`<form method="post" action="${address}/give-up">
  <button class="plain">${words.after.startAgain}</button>
</form>`;

const checkAgain = ({ address, words }: View, at = address): Html =>
  html`<p><a class="button" href="${at}">${words.after.checkAgain}</a></p>`;

const onItsWay = (view: View): Html => html`
<p>${view.words.after.onItsWayText(amountOf(view))}</p>
<p>${view.words.after.nothingToDo(view.store.name)}</p>
${checkAgain(view)}`;

/** Nothing is paid, and the way to pay later has to be confirmed first. */
const toConfirm = (view: View): Html => html`
<p>${view.words.after.accountToConfirmText(
  providerName(view.words, view.transaction?.provider ?? null),
)}</p>
${checkAgain(view)}`;

const checking = (view: View): Html => html`
<p>${view.words.after.checkingText({ amount: amountOf(view), shop: view.store.name })}</p>
<p>${view.words.after.doNotPayAgain(view.store.name)}</p>
${checkAgain(view)}`;

const starting = (view: View): Html => html`
<p>${view.words.after.processingText} ${view.words.after.neverTwice}</p>
${checkAgain(view, view.way === 'page' ? `${view.address}/continue` : undefined)}
${mayLeave(view) && startAgain(view)}`;

const mayLeave = ({ way, transaction, now }: View): boolean =>
  way !== 'card' && transaction !== undefined && canBeLeft(transaction, now);
