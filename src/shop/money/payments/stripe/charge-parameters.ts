import assert from 'node:assert/strict';
import type Stripe from 'stripe';
import type { Language } from '../../../../platform/core/languages.ts';
import { fromMinor } from '../../../../platform/core/money.ts';
import type { Charge } from '../gateway.ts';
import { isCountable, toStripeAmount } from './currency.rules.ts';
import { customerIn, readCardToken } from './saved-card.ts';
import { FIELD_METHODS } from './tokens.ts';

type SessionParameters = Stripe.Checkout.SessionCreateParams;

/**
 * In accounts made since July 2026 Stripe is the seller unless a page says otherwise: with taxes,
 * invoices and amounts of its own, and no card could be charged later.
 */
export const WE_SELL = { managed_payments: { enabled: false } } satisfies SessionParameters;

/** Stripe's pages know all of our languages but one; without one they are in that of the browser. */
const localeOf = (language: Language | null): Locale =>
  language === null || language === 'ar' ? 'auto' : language;

type Locale = Stripe.Checkout.SessionCreateParams.Locale;

/** Where nobody ever goes: Stripe wants to know where a buyer comes back to, and none is there. */
const NOWHERE = 'https://example.com/';

/** How a charge is confirmed while nobody is there. */
export const UNATTENDED = { off_session: true, return_url: NOWHERE };

const LINES_MAX = 100;
const NAME_MAX = 250;
const DESCRIPTION_MAX = 1000;

/**
 * A page of Stripe's where the buyer pays, or only saves a card if nothing is due. `known_buyer`:
 * whether Stripe knows who it is; without that the buyer types their e-mail address there.
 */
export function sessionParameters(charge: Charge, known_buyer: boolean): SessionParameters {
  const { key, metadata, return_url, saves_card, payer, currency } = charge;
  const customer = known_buyer ? customerIn(payer.saved_card) : undefined;
  const common: SessionParameters = {
    ...WE_SELL,
    success_url: return_url,
    cancel_url: return_url,
    locale: localeOf(payer.language),
    client_reference_id: key,
    metadata,
    ...(customer !== undefined && { customer }),
    ...(customer === undefined &&
      known_buyer &&
      payer.email !== null && { customer_email: payer.email }),
    // What is saved needs an owner; Stripe makes one when the buyer has paid, and not before.
    ...(customer === undefined && saves_card && { customer_creation: 'always' as const }),
  };
  const described = { metadata, description: descriptionOf(charge) };
  if (charge.amount_minor === 0) {
    const setup = { mode: 'setup' as const, currency: currency.toLowerCase() };
    return { ...common, ...setup, setup_intent_data: described };
  }
  return {
    ...common,
    mode: 'payment',
    line_items: lineItems(charge),
    adaptive_pricing: { enabled: false }, // The buyer pays our amount in our currency.
    payment_intent_data: {
      ...described,
      ...(saves_card && { setup_future_usage: 'off_session' as const }),
    },
  };
}

/** Our lines, where they can be shown at Stripe and add up to the total; otherwise the total. */
function lineItems(charge: Charge): LineItem[] {
  const { lines, amount_minor, currency, description } = charge;
  const sum = lines.reduce((all, line) => all + line.amount_minor, 0);
  const units = lines.map((line) => toStripeAmount(line.amount_minor, currency));
  const can_be_shown =
    sum === amount_minor &&
    lines.length <= LINES_MAX &&
    units.every((amount) => amount !== undefined && amount >= 0);
  if (!can_be_shown) {
    const tax_minor = lines.reduce((all, line) => all + (line.tax_minor ?? 0), 0);
    const whole = { description, quantity: 1, unit_amount: stripeAmount(charge), tax_minor };
    return [lineItem(whole, currency)];
  }
  return lines.map((line, at) => {
    const { quantity } = line;
    const amount = units[at] ?? 0;
    const unit_amount = amount / quantity;
    if (isCountable(unit_amount, currency)) return lineItem({ ...line, unit_amount }, currency);
    const description = quantity > 1 ? `${quantity} × ${line.description}` : line.description;
    return lineItem({ ...line, description, quantity: 1, unit_amount: amount }, currency);
  });
}

type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;

interface ShownLine {
  description: string;
  quantity: number;
  unit_amount: number;
  tax_minor?: number;
}

/** Amounts have their tax in them, which is said below the name. */
function lineItem(
  { description, quantity, unit_amount, tax_minor = 0 }: ShownLine,
  currency: string,
): LineItem {
  const tax = `Includes ${fromMinor(tax_minor, currency)} ${currency} of tax`;
  const product_data = {
    name: beginning(description, NAME_MAX) || 'Purchase',
    ...(tax_minor > 0 && { description: tax }),
  };
  return {
    quantity,
    price_data: { currency: currency.toLowerCase(), unit_amount, product_data },
  };
}

const descriptionOf = ({ description }: Charge): string =>
  beginning(description, DESCRIPTION_MAX) || 'Purchase';

/** Not the first half of a sign alone, such as of an emoji: it cannot be sent. */
const beginning = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');

/** Charges that Stripe cannot express are declined before. */
function stripeAmount({ amount_minor, currency }: Charge): number {
  const amount = toStripeAmount(amount_minor, currency);
  assert(amount !== undefined, `Stripe can charge ${amount_minor} ${currency}`);
  return amount;
}

/** A charge of a saved card while nobody is there. */
export function intentParameters(charge: Charge): Stripe.PaymentIntentCreateParams | undefined {
  const card = readCardToken(charge.card_token);
  if (!card) return undefined;
  const { customer, payment_method } = card;
  return {
    ...unconfirmedParameters(charge),
    ...(customer !== undefined && { customer }),
    payment_method,
    confirm: true,
    ...UNATTENDED,
  };
}

/** The same amount, but nothing that could pay it. */
export const unconfirmedParameters = (charge: Charge): Stripe.PaymentIntentCreateParams => ({
  amount: stripeAmount(charge),
  currency: charge.currency.toLowerCase(),
  description: descriptionOf(charge),
  metadata: charge.metadata,
});

interface ByToken {
  token: string;
  /** Whose card it becomes, if it is saved. */
  customer: string | undefined;
}

/**
 * What both kinds of payment by a token say. Where the bank asks, the buyer is sent there, unless our
 * page lets Stripe's script ask.
 */
const confirmedBy = ({ return_url, asks_here = false }: Charge, { token, customer }: ByToken) => ({
  ...(customer !== undefined && { customer }),
  confirm: true,
  confirmation_token: token,
  use_stripe_sdk: asks_here,
  return_url,
  allowed_payment_method_types: [...FIELD_METHODS],
});

/** A charge of what a buyer who is there has typed into Stripe's fields on our page. */
export const tokenParameters = (charge: Charge, by: ByToken): Stripe.PaymentIntentCreateParams => ({
  ...unconfirmedParameters(charge),
  ...confirmedBy(charge, by),
  ...(charge.saves_card && { setup_future_usage: 'off_session' as const }),
});

/** The same where nothing is due: the card is only saved. */
export const setupParameters = (charge: Charge, by: ByToken): Stripe.SetupIntentCreateParams => ({
  ...unconfirmedSetup(charge),
  ...confirmedBy(charge, by),
  usage: 'off_session',
});

export const unconfirmedSetup = (charge: Charge): Stripe.SetupIntentCreateParams => ({
  description: descriptionOf(charge),
  metadata: charge.metadata,
});
