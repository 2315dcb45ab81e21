import type Stripe from 'stripe';
import { ProviderRefused, ProviderUnanswered } from '../../../../platform/core/errors.ts';
import { HOUR_MS } from '../../../../platform/core/time.ts';
import type { DeclineCode } from '../card.rules.ts';
import type { Charge, ChargeResult, Found, Started } from '../gateway.ts';
import { findCard } from './cards.ts';
import { intentParameters, UNATTENDED } from './charge-parameters.ts';
import { GIVEN_UP, INTENT_EXPAND, intentResult, NOT_TRIED } from './charge-result.ts';
import { declineCodeOf } from './decline.rules.ts';
import { findPayment, lookUpAtStripe } from './find-charge.ts';
import { answerOf, isSellers, StripeFailed, StripeRefused } from './refusals.ts';
import { readCardToken } from './saved-card.ts';

type Result = Started<ChargeResult>;

/**
 * Charges the saved card while nobody is there. What Stripe has refused for a reason of the seller's
 * it refuses for a day under the same key, also after that is mended. Nothing was made then, for
 * certain, so now and then another key is tried, and always the first ones before it: once one of
 * them is answered otherwise, that is the answer. `confirms`: goes on with what Stripe has begun.
 */
export async function chargeCard(
  stripe: Stripe,
  charge: Charge,
  { step, last, confirms } = { step: 0, last: keysBy(charge), confirms: true },
): Promise<Result> {
  const parameters = intentParameters(charge);
  if (!parameters) return declined('payment_method_missing');
  const options = { idempotencyKey: keyAt(charge, step) };
  try {
    const expand = INTENT_EXPAND;
    const intent = await answerOf(stripe.paymentIntents.create({ ...parameters, expand }, options));
    return { ...certainlyTried(intentResult(intent)), reference: intent.id };
  } catch (error) {
    if (!(error instanceof StripeRefused || error instanceof StripeFailed)) throw error;
    if (isSellers(error) && error.is_repeated && step < last) {
      const { payment_intent_id: made } = error;
      if (made) return confirmAgain(stripe, charge, { made, key: keyAt(charge, last) });
      return chargeCard(stripe, charge, { step: step + 1, last, confirms });
    }
    if (error instanceof StripeRefused && error.payment_intent_id) {
      if (!error.is_decline) throw new ProviderRefused(error.message);
      return { ...declined(declineCodeOf(error)), reference: error.payment_intent_id };
    }
    const found = certain(await findPayment(stripe, charge, parameters.customer));
    if (found !== 'none') {
      const goes_on = confirms && error instanceof StripeFailed && mayBeSkipped(found);
      if (!goes_on) return certainlyTried(found);
      return confirmAgain(stripe, charge, { made: found.reference, key: `${charge.key}-confirm` });
    }
    // It may yet appear, so it is asked about again until Stripe has surely forgotten the key.
    if (mayHaveHappened(error) || error instanceof StripeFailed) throw error;
    const card = await findCard(stripe, charge.card_token);
    if (!card) return declined('payment_method_missing');
    if (error.is_decline) return declined(declineCodeOf(error));
    throw new ProviderRefused(error.message);
  }
}

/** Stripe has failed after it made the payment and before it asked the bank. */
export const mayBeSkipped = (found: ChargeResult): boolean =>
  (found.status === 'action_required' &&
    found.action_url === '' &&
    found.client_secret === undefined) ||
  (found.status === 'declined' && found.decline_code === GIVEN_UP);

/** A payment that Stripe has made and then refused. It can be paid once, whatever key asks for it. */
async function confirmAgain(
  stripe: Stripe,
  charge: Charge,
  { made, key }: { made: string; key: string },
): Promise<Result> {
  const { payment_method } = readCardToken(charge.card_token) ?? {};
  const confirming = {
    ...(payment_method !== undefined && { payment_method }),
    ...UNATTENDED,
    expand: INTENT_EXPAND,
  };
  const options = { idempotencyKey: key };
  try {
    const intent = await answerOf(stripe.paymentIntents.confirm(made, confirming, options));
    return { ...certainlyTried(intentResult(intent)), reference: made };
  } catch (error) {
    if (!(error instanceof StripeRefused)) throw error;
    if (error.is_decline) return { ...declined(declineCodeOf(error)), reference: made };
    // It was paid, or given up, by a request whose answer was lost.
    if (error.code !== 'payment_intent_unexpected_state') throw new ProviderRefused(error.message);
    return { ...certainlyTried(await lookUpAtStripe(stripe, made)), reference: made };
  }
}

/** The first key is the transaction's own name. */
export const keyAt = ({ key }: Pick<Charge, 'key'>, step: number): string =>
  step === 0 ? key : `${key}-mended-${step}`;

const FIRST_DAY = 24;
const OF_FIRST_DAY = 5;

/** After 1, 2, 4, 8 and 16 hours another key may be tried, and then once a day. */
export function keysBy({ now, created_at }: Pick<Charge, 'now' | 'created_at'>): number {
  const hours = Math.floor((now - created_at) / HOUR_MS);
  if (hours < 1) return 0;
  return hours < FIRST_DAY
    ? Math.floor(Math.log2(hours)) + 1
    : OF_FIRST_DAY + Math.floor(hours / FIRST_DAY);
}

/** Where no bank has said no, nobody's card was declined: what is in the way, the seller has to see. */
export function certainlyTried<R extends ChargeResult>(result: R): R {
  if (result.status !== 'declined' || result.decline_code !== NOT_TRIED) return result;
  throw new ProviderRefused('Stripe refused a payment for another reason than a bank’s');
}

/** Whether Stripe's answer leaves open what an earlier request under the same key has done. */
export const mayHaveHappened = (error: unknown): boolean =>
  error instanceof StripeFailed || (error instanceof StripeRefused && error.is_other_request);

export function certain(found: Found<ChargeResult>): Exclude<Found<ChargeResult>, 'unknown'> {
  if (found === 'unknown') throw new ProviderUnanswered('Stripe has too many payments to find it');
  return found;
}

export const declined = (decline_code: DeclineCode) => ({
  status: 'declined' as const,
  decline_code,
  reference: null,
});
