import type Stripe from 'stripe';
import type { ProviderApi } from '../connector.ts';
import { createStripeClients } from './client.ts';
import { smallestStripeCharge, stripeStep, toStripeAmount } from './currency.rules.ts';
import { isStripeError } from './package.ts';
import { answerOf, StripeRefused } from './refusals.ts';

interface Keys {
  key: string;
  publishable_key: string;
  /** What the store sells in, if it sells yet. */
  currency: string | undefined;
}

/**
 * Why a publishable key does not belong to the account of a key; undefined: it does. No answer of
 * Stripe names it, so a payment that nobody can pay is made with one and looked up with the other.
 */
export async function whyNotPublishableKey({
  key,
  publishable_key,
  currency,
  ...api
}: ProviderApi & Keys): Promise<string | undefined> {
  const clientFor = createStripeClients(api);
  const [stripe, page] = await Promise.all([clientFor(key), clientFor(publishable_key)]);
  let made: Stripe.PaymentIntent;
  try {
    made = await answerOf(stripe.paymentIntents.create(parametersIn(currency)));
  } catch (error) {
    if (error instanceof StripeRefused) return `cannot be checked, Stripe says: ${error.words}`;
    throw error;
  }
  try {
    return await whyNotSeen(page, made);
  } finally {
    // Nobody can pay it: it has no card, and nobody knows its secret.
    await stripe.paymentIntents.cancel(made.id).catch((error: unknown) => {
      if (!isStripeError(error)) throw error;
    });
  }
}

function parametersIn(currency = 'USD'): Stripe.PaymentIntentCreateParams {
  const sells_in = stripeStep(currency) === undefined ? 'USD' : currency;
  const amount = toStripeAmount(2 * smallestStripeCharge(sells_in), sells_in) ?? 0;
  return {
    amount,
    currency: sells_in.toLowerCase(),
    description: 'Kassa tries whether two keys are of one account',
    metadata: { kassa: 'try' },
  };
}

async function whyNotSeen(
  page: Stripe,
  { id, client_secret }: Stripe.PaymentIntent,
): Promise<string | undefined> {
  try {
    await page.paymentIntents.retrieve(id, { client_secret: client_secret ?? '' });
    return undefined;
  } catch (error) {
    if (!isStripeError(error)) throw error;
    const { statusCode = 0 } = error;
    if (statusCode === 401 || statusCode === 403) return 'is not accepted by Stripe';
    if (statusCode !== 404 && statusCode !== 400) return answerOf(Promise.reject(error));
    return 'is of another account at Stripe than the restricted key, or of another sandbox';
  }
}
