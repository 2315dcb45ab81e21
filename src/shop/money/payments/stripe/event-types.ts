import type Stripe from 'stripe';
import { isStripeError } from './package.ts';

/** The events that we subscribe to; at most twenty, since Stripe's list of events takes no more. */
const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'charge.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'payment_method.automatically_updated',
  'payment_method.updated',
  'radar.early_fraud_warning.created',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

type EventType = (typeof EVENT_TYPES)[number];

/** The one without which a shop loses nothing but time. */
const OF_FRAUD: EventType = 'radar.early_fraud_warning.created';

/**
 * Asks Stripe about all of them; where a key may not know of fraud, about the others. Stripe names
 * no permission that could be requested for it.
 */
export async function aboutEvents<T>(ask: (types: EventType[]) => Promise<T>): Promise<T> {
  try {
    return await ask([...EVENT_TYPES]);
  } catch (error) {
    if (!isStripeError(error) || !isAboutFraud(error)) throw error;
    return ask(EVENT_TYPES.filter((type) => type !== OF_FRAUD));
  }
}

const isAboutFraud = ({ statusCode, message }: Stripe.errors.StripeError): boolean =>
  (statusCode === 400 || statusCode === 403) && /radar|fraud/i.test(message.slice(0, MESSAGE_MAX));

const MESSAGE_MAX = 2_000;
