import type Stripe from 'stripe';
import { ProviderRefused, ProviderUnanswered } from '../../../../platform/core/errors.ts';
import type { Charge, ChargeResult, Started } from '../gateway.ts';
import { answerAtOnce } from './at-once.ts';
import { certain, certainlyTried, declined, mayBeSkipped, mayHaveHappened } from './charge-card.ts';
import { setupParameters, tokenParameters } from './charge-parameters.ts';
import { INTENT_EXPAND, intentResult, SETUP_EXPAND, setupIntentResult } from './charge-result.ts';
import { ownerOf } from './customer.ts';
import { declineCodeOf } from './decline.rules.ts';
import { endAtStripe } from './end-charge.ts';
import { findByToken } from './find-by-token.ts';
import { lookUpAtStripe } from './find-charge.ts';
import { KeyRefused, StripeFailed, StripeRefused } from './refusals.ts';
import { refusedBuyer } from './refused-buyer.ts';
import { findToken, isForeign, isPageToken, UNUSABLE } from './tokens.ts';

type Result = Started<ChargeResult>;

/**
 * Charges what the buyer has typed into Stripe's fields on our page, while they are there; or saves
 * it, if nothing is due. One token is one try: declined, another one has to be typed. `confirms`: goes
 * on with what Stripe has made and not asked the bank about.
 */
export async function chargeToken(
  stripe: Stripe,
  charge: Charge,
  { confirms } = { confirms: true },
): Promise<Result> {
  const { card_token: token } = charge;
  if (!isPageToken(token)) return declined(UNUSABLE);
  const customer = await firstOnly(charge, ownerOf(stripe, charge));
  try {
    return await sendable(stripe, await begin(stripe, charge, { token, customer }));
  } catch (error) {
    if (error instanceof KeyRefused) return firstOnly(charge, Promise.reject(error));
    if (!(error instanceof StripeRefused || error instanceof StripeFailed)) throw error;
    if (error instanceof StripeRefused && (error.is_decline || error.payment_intent_id)) {
      const { payment_intent_id: reference = null, is_decline } = error;
      if (is_decline) return { ...declined(declineCodeOf(error)), reference };
      return { ...(await declinedIfForeign(stripe, charge, error)), reference };
    }
    const { found, is_unused, token: used } = await unlessRefused(findByToken(stripe, charge));
    const made = certain(found);
    if (made !== 'none') {
      if (!(confirms && is_unused && mayBeSkipped(made) && error instanceof StripeFailed)) {
        return unlessRefused(sendable(stripe, tried(made)));
      }
      // Until Stripe repeats its answer, it may be what took the key when the buyer gave up.
      if (!error.is_repeated) throw error;
      return unlessRefused(confirm(stripe, charge, made.reference));
    }
    // The same request again would be answered the same; it may yet appear.
    if (mayHaveHappened(error) || error instanceof StripeFailed) throw error;
    const is_unusable = !used || !is_unused || isForeign(used, charge);
    if (is_unusable || error.param === 'confirmation_token') return declined(UNUSABLE);
    return refusedBuyer(error);
  }
}

/**
 * What was made and then refused, nobody can pay. The reason is the seller's to mend, unless it may
 * be what a token brought that our page has not made.
 */
async function declinedIfForeign(
  stripe: Stripe,
  charge: Charge,
  { message }: StripeRefused,
): Promise<Result> {
  const token = await unlessRefused(findToken(stripe, charge.card_token ?? ''));
  if (token && isForeign(token, charge)) return declined(UNUSABLE);
  throw new ProviderRefused(message);
}

/**
 * What is refused before anything was sent is no payment. Of a charge that is started again nobody
 * knows: an answer of Stripe may have been lost before its key was refused, and the card charged.
 */
async function firstOnly<T>({ now, created_at }: Charge, sent: Promise<T>): Promise<T> {
  return now > created_at ? unlessRefused(sent) : sent;
}

/** Whoever may not look at a payment does not know that it was declined. */
async function unlessRefused<T>(looking: Promise<T>): Promise<T> {
  try {
    return await looking;
  } catch (error) {
    const is_refused = error instanceof ProviderRefused || error instanceof StripeRefused;
    throw is_refused ? new ProviderUnanswered(error.message) : error;
  }
}

const tried = (result: ChargeResult & { reference: string }): Result => ({
  ...certainlyTried(result),
  reference: result.reference,
});

interface Paid {
  token: string;
  customer: string | undefined;
}

async function begin(stripe: Stripe, charge: Charge, paid: Paid): Promise<Result> {
  const { key: idempotencyKey } = charge;
  if (charge.amount_minor === 0) {
    const parameters = { ...setupParameters(charge, paid), expand: SETUP_EXPAND };
    const setup = await answerAtOnce(stripe, (options) =>
      stripe.setupIntents.create(parameters, { ...options, idempotencyKey }),
    );
    return tried({ ...setupIntentResult(setup), reference: setup.id });
  }
  const parameters = { ...tokenParameters(charge, paid), expand: INTENT_EXPAND };
  const intent = await answerAtOnce(stripe, (options) =>
    stripe.paymentIntents.create(parameters, { ...options, idempotencyKey }),
  );
  return tried({ ...intentResult(intent), reference: intent.id });
}

/** With the token, which is good for one payment, whatever key asks for it. */
async function confirm(stripe: Stripe, charge: Charge, made: string): Promise<Result> {
  const { card_token: confirmation_token, return_url, asks_here = false } = charge;
  if (confirmation_token === null) return declined(UNUSABLE);
  const confirming = { confirmation_token, return_url, use_stripe_sdk: asks_here };
  const idempotencyKey = `${charge.key}-confirm`;
  try {
    if (made.startsWith('seti_')) {
      const expand = SETUP_EXPAND;
      const setup = await answerAtOnce(stripe, (options) =>
        stripe.setupIntents.confirm(
          made,
          { ...confirming, expand },
          { ...options, idempotencyKey },
        ),
      );
      return await sendable(stripe, { ...setupIntentResult(setup), reference: made });
    }
    const expand = INTENT_EXPAND;
    const intent = await answerAtOnce(stripe, (options) =>
      stripe.paymentIntents.confirm(
        made,
        { ...confirming, expand },
        { ...options, idempotencyKey },
      ),
    );
    return await sendable(stripe, { ...intentResult(intent), reference: made });
  } catch (error) {
    if (!(error instanceof StripeRefused)) throw error;
    if (error.is_decline) return { ...declined(declineCodeOf(error)), reference: made };
    if (!error.code?.endsWith('_unexpected_state')) {
      return { ...(await declinedIfForeign(stripe, charge, error)), reference: made };
    }
    return tried({ ...(await lookUpAtStripe(stripe, made)), reference: made });
  }
}

/**
 * Where the bank asks in a way that neither an address nor Stripe's script shows, nobody can go on: it
 * is ended, and the buyer pays with another card or on Stripe's page.
 */
async function sendable(stripe: Stripe, result: Result): Promise<Result> {
  const { reference } = result;
  if (result.status !== 'action_required' || reference === null) return result;
  if (result.action_url !== '' || result.client_secret !== undefined) return result;
  const ended = await endAtStripe(stripe, reference);
  if (ended.status !== 'declined') return ended;
  return { ...declined('authentication_required'), reference };
}
