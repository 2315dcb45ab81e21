import type Stripe from 'stripe';
import { ProviderUnanswered } from '../../../../platform/core/errors.ts';
import type { ChargeResult, SavedCard } from '../gateway.ts';
import { fromStripeAmount } from './currency.rules.ts';
import { declineCodeOf, isDecline } from './decline.rules.ts';
import { type CardDetails, cardOfDetails, idOf, objectOf, savedCardOf } from './saved-card.ts';

/** What is expanded in a session. */
export const SESSION_EXPAND = [
  'payment_intent.latest_charge.balance_transaction',
  'payment_intent.payment_method',
  'setup_intent.payment_method',
  'setup_intent.latest_attempt',
];
/** What is expanded in a setup that was made without a page. */
export const SETUP_EXPAND = ['payment_method', 'latest_attempt'];
export const INTENT_EXPAND = ['latest_charge.balance_transaction', 'payment_method'];

/** The decline code of what ended without having been paid. */
export const GIVEN_UP = 'confirmation_expired';
/** And of what no bank was asked about: Stripe refused it for a reason that is the seller's. */
export const NOT_TRIED = 'payment_not_made';

/** A session was expanded with SESSION_EXPAND. While it is open the buyer can try other cards. */
export function sessionResult(session: Stripe.Checkout.Session): ChargeResult {
  const { status, url } = session;
  if (status === 'open') return { status: 'action_required', action_url: addressOf(url) };
  if (status === 'expired') return { status: 'declined', decline_code: GIVEN_UP };
  if (status !== 'complete') throw new ProviderUnanswered('Stripe does not say how its page is');
  const setup = objectOf(session.setup_intent);
  if (session.mode === 'setup') return setupResult(session, setup);
  const intent = objectOf(session.payment_intent);
  if (!intent) return { status: 'pending' };
  // A voucher or a transfer that the buyer has yet to pay elsewhere.
  if (intent.status === 'requires_action') return { status: 'pending' };
  const result = intentResult(intent);
  return result.status === 'paid' ? { ...result, payment_reference: intent.id } : result;
}

/** Where buyers are sent: an address of the web, so that no other kind gets into our pages. */
function addressOf(url: string | null): string {
  const address = URL.parse(url ?? '');
  const is_local = address?.hostname === '127.0.0.1' || address?.hostname === 'localhost';
  const is_of_web = address?.protocol === 'https:' || (address?.protocol === 'http:' && is_local);
  if (typeof url === 'string' && is_of_web) return url;
  throw new ProviderUnanswered('the page of Stripe has no address to which a buyer can be sent');
}

function setupResult(
  { currency }: Pick<Stripe.Checkout.Session, 'currency'>,
  setup: Stripe.SetupIntent | undefined,
): ChargeResult {
  if (!setup || WAITING.includes(setup.status)) return { status: 'pending' };
  if (setup.status !== 'succeeded') {
    const { last_setup_error: error } = setup;
    return { status: 'declined', decline_code: error ? codeOf(error) : GIVEN_UP };
  }
  const attempt = objectOf(setup.latest_attempt);
  const card = cardIn(setup.payment_method, idOf(setup.customer), attempt);
  const of = (currency ?? '').toUpperCase();
  const saved = { amount_minor: 0, currency: of, ...(card && { card }), ...unlike(setup) };
  return { status: 'paid', ...saved };
}

/**
 * Of a setup whose page is complete. `requires_action`: Stripe has sent a small amount to a bank
 * account, and its owner shows days later that it has arrived.
 */
const WAITING: readonly Stripe.SetupIntent.Status[] = ['processing', 'requires_action'];

/** Of a setup without a page, expanded with SETUP_EXPAND: the buyer may be asked by their bank. */
export function setupIntentResult(setup: Stripe.SetupIntent): ChargeResult {
  const { status, next_action } = setup;
  const is_asked = status === 'requires_action' || status === 'requires_confirmation';
  if (is_asked && next_action?.type !== 'verify_with_microdeposits') {
    return asked(setup);
  }
  return setupResult({ currency: null }, setup);
}

/** An intent was expanded with INTENT_EXPAND. */
export function intentResult(intent: Stripe.PaymentIntent): ChargeResult {
  const { status } = intent;
  if (status === 'processing') return { status: 'pending' };
  if (status === 'succeeded') return { status: 'paid', ...received(intent) };
  if (status === 'requires_payment_method' || status === 'canceled') {
    return { status: 'declined', decline_code: declineOf(intent) };
  }
  if (!String(status).startsWith('requires_')) {
    throw new ProviderUnanswered('Stripe does not say how the payment is');
  }
  return asked(intent);
}

/** At an address of the bank's, or by Stripe's script; by neither while Stripe has not asked yet. */
function asked({
  next_action,
  client_secret,
}: Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'next_action' | 'client_secret'>): ChargeResult {
  const action_url = next_action?.redirect_to_url?.url ?? '';
  const is_here = next_action?.type === 'use_stripe_sdk' && client_secret !== null;
  return { status: 'action_required', action_url, ...(is_here && { client_secret }) };
}

function declineOf(intent: Stripe.PaymentIntent): string {
  const { last_payment_error: error } = intent;
  if (!error) return GIVEN_UP;
  const charge = objectOf(intent.latest_charge);
  const advice = charge?.outcome;
  return codeOf({
    ...error,
    failure_code: charge?.failure_code,
    advice_code: error.advice_code ?? advice?.advice_code,
    network_advice_code: error.network_advice_code ?? advice?.network_advice_code,
  });
}

const codeOf = (error: Parameters<typeof isDecline>[0]): string =>
  isDecline(error) ? declineCodeOf(error) : NOT_TRIED;

/** With taxes and invoices of its own: see WE_SELL. No payment of ours asks for that. */
const STRIPE_SOLD =
  'Stripe was the seller of this payment (Managed Payments), which nobody asked for';

const unlike = ({
  managed_payments: managed,
}:
  | Pick<Stripe.PaymentIntent, 'managed_payments'>
  | Pick<Stripe.SetupIntent, 'managed_payments'>) =>
  managed?.enabled ? { unlike_request: STRIPE_SOLD } : {};

function received(intent: Stripe.PaymentIntent) {
  const currency = intent.currency.toUpperCase();
  const charge = objectOf(intent.latest_charge);
  const card = cardIn(intent.payment_method, idOf(intent.customer), charge);
  const fee = feeOf(charge);
  return {
    amount_minor: fromStripeAmount(intent.amount_received, currency),
    currency,
    ...(card && { card }),
    ...(fee && { fee }),
    ...unlike(intent),
  };
}

/** Known as soon as Stripe has booked the payment, which may be a while later. */
export function feeOf(
  charge: Stripe.Charge | undefined,
): { amount_minor: number; currency: string } | undefined {
  const booked = objectOf(charge?.balance_transaction);
  if (!booked) return undefined;
  const currency = booked.currency.toUpperCase();
  return { amount_minor: fromStripeAmount(booked.fee, currency), currency };
}

/** What a charge, or an attempt to save, says about what it was made with. */
interface Tried {
  payment_method: string | Stripe.PaymentMethod | null;
  payment_method_details: (Parameters<typeof savedCardOf>[2] & { card?: CardDetails }) | null;
}

/** The card of a payment; where the payment does not show it, as the charge does. */
function cardIn(
  method: string | Stripe.PaymentMethod | null,
  customer: string | null,
  tried: Tried | undefined,
): SavedCard | undefined {
  const known = objectOf(method);
  const details = tried?.payment_method_details;
  if (known) return savedCardOf(known, customer, details);
  const name = idOf(method) ?? idOf(tried?.payment_method);
  return name === null ? undefined : cardOfDetails(name, customer, details?.card);
}
