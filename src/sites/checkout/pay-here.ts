import { type Html, html } from '../../platform/core/html.ts';
import { amountDue, type CheckoutRow, needsCard } from '../../shop/checkout/checkout.rules.ts';
import type { ProviderFields } from '../../shop/money/payments/provider-fields.rules.ts';
import { fieldsPlace } from '../shared/provider-fields.ts';
import { refusalBox } from '../shared/refusal.ts';
import { isPriceKnown, type PaymentView } from './checkout-page.ts';

type View = Pick<PaymentView, 'fields' | 'checkout' | 'words' | 'required' | 'is_undecided'>;

/** Where the provider's script puts its fields; empty without scripts. */
export function providerFields(view: View): Html | undefined {
  const { fields, checkout, words, required } = view;
  if (!fields) return undefined;
  const { noAnswer: title, pressAgain } = words.checkout;
  const content = html`<template>${refusalBox({
    title,
    text: `${pressAgain} ${words.after.neverTwice}`,
  })}</template>`;
  const more = html` data-knows-email${required.country && html` data-knows-country`}`;
  return fieldsPlace(fields, { currency: checkout.currency, more, content });
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
