import { type Html, html } from '../../platform/core/html.ts';
import { amountDue, type CheckoutRow, needsCard } from '../../shop/checkout/checkout.rules.ts';
import type { ProviderFields } from '../../shop/money/payments/provider-fields.rules.ts';
import { refusalBox } from '../shared/refusal.ts';
import { isPriceKnown, type PaymentView } from './checkout-page.ts';

type View = Pick<PaymentView, 'fields' | 'checkout' | 'words' | 'required' | 'is_undecided'>;

/**
 * What says one thing where the buyer pays on this page, in the provider's fields, and another
 * where a button leads to the provider's: a script decides, when the fields are there.
 */
export const hereOr = ({ fields }: Pick<View, 'fields'>, here: string, away: string | Html) =>
  fields === undefined
    ? away
    : html`<span class="away">${away}</span><span class="here">${here}</span>`;

/** Where the provider's script puts its fields, and what it is told; empty without scripts. */
export function providerFields(view: View): Html | undefined {
  const { fields, checkout, words, required } = view;
  if (!fields) return undefined;
  const { script, public_key, methods } = fields;
  return html`<div class="fields" data-script="${script}" data-key="${public_key}"
    data-currency="${checkout.currency.toLowerCase()}" data-methods="${methods.join(' ')}"${
      required.country && html` data-knows-country`
    }>
  <div></div>
  <template>${refusalBox({
    title: words.checkout.noAnswer,
    text: `${words.checkout.pressAgain} ${words.after.neverTwice}`,
  })}</template>
</div>`;
}

/** Apple Pay and Google Pay, on devices that have them. */
export const walletButtons = ({ fields, words }: View): Html | undefined =>
  fields &&
  html`<div class="wallets">
  <div></div>
  <p class="or">${words.checkout.orByCard}</p>
</div>`;

/** What the fields have to know about the payment: it changes with the order. */
export function payableHere(view: View): Html | undefined {
  const { fields, checkout } = view;
  const amount = fields && amountHere(fields, checkout);
  if (amount === undefined || !isPriceKnown(view) || !needsCard(checkout)) return undefined;
  const is_saved = checkout.billing_interval !== null;
  return html` data-amount="${amount}"${is_saved && html` data-saves`}`;
}

const amountHere = (fields: ProviderFields, checkout: CheckoutRow): number | undefined =>
  fields.amountOf(amountDue(checkout).due_minor, checkout.currency);
