import type Stripe from 'stripe';
import { ProviderUnanswered } from '../../core/errors.ts';
import type { DeclineCode } from '../card.rules.ts';
import type { ByKey, Charge, ChargeResult, Found, Gateway, Started } from '../gateway.ts';
import { findCard } from './cards.ts';
import { intentParameters, sessionParameters, unconfirmedParameters } from './charge-parameters.ts';
import { INTENT_EXPAND, intentResult, SESSION_EXPAND, sessionResult } from './charge-result.ts';
import { type StripeAccess, stripeOf } from './credentials.ts';
import { declineCodeOf } from './decline.rules.ts';
import { answerOf, StripeFailed, StripeRefused } from './refusals.ts';
import { earliest, findInList } from './search.ts';

type Charges = Pick<Gateway, 'startCharge' | 'lookUpCharge' | 'findCharge' | 'cancelCharge'>;
type Result = Started<ChargeResult>;

export const chargesAt = (access: StripeAccess): Charges => ({
  async startCharge(charge) {
    const stripe = await stripeOf(access, charge.store_id);
    return charge.buyer_present ? openPage(stripe, charge) : chargeCard(stripe, charge);
  },

  async lookUpCharge({ store_id, reference }) {
    return lookUp(await stripeOf(access, store_id), reference);
  },

  async findCharge(of) {
    return find(await stripeOf(access, of.store_id), of);
  },

  async cancelCharge({ reference, ...charge }) {
    const stripe = await stripeOf(access, charge.store_id);
    return reference === null ? takeKey(stripe, charge) : end(stripe, reference);
  },
});

/**
 * The page where the buyer pays. Until its address is known to somebody, it cannot be paid: another
 * one may be opened where it is uncertain whether there is one.
 */
async function openPage(stripe: Stripe, charge: Charge): Promise<Result> {
  const open = async (known_buyer: boolean, idempotencyKey: string): Promise<Result> => {
    const parameters = sessionParameters(charge, known_buyer);
    const session = await answerOf(stripe.checkout.sessions.create(parameters, { idempotencyKey }));
    return { ...sessionResult(session), reference: session.id };
  };
  try {
    return await open(true, charge.key);
  } catch (error) {
    const found = await foundAfter(stripe, charge, error);
    if (found) return found;
    // The customer was deleted at Stripe, or it does not like the e-mail address.
    if (error instanceof StripeRefused && error.param?.startsWith('customer')) {
      return open(false, `${charge.key}-unnamed`);
    }
    if (mayHaveHappened(error)) return open(true, `${charge.key}-again`);
    if (error instanceof StripeRefused) return refusedStart(error);
    throw error;
  }
}

/** Charges the saved card while nobody is there. */
async function chargeCard(stripe: Stripe, charge: Charge): Promise<Result> {
  const parameters = intentParameters(charge);
  if (!parameters) return declined('payment_method_missing');
  const options = { idempotencyKey: charge.key };
  try {
    const expand = INTENT_EXPAND;
    const intent = await answerOf(stripe.paymentIntents.create({ ...parameters, expand }, options));
    return { ...intentResult(intent), reference: intent.id };
  } catch (error) {
    if (error instanceof StripeRefused && error.payment_intent) {
      return { ...declined(declineCodeOf(error)), reference: error.payment_intent.id };
    }
    const found = await foundAfter(stripe, charge, error);
    if (found) return found;
    if (!(error instanceof StripeRefused) || error.is_other_request) throw error;
    const card = await findCard(stripe, charge.card_token);
    return card ? refusedStart(error) : declined('payment_method_missing');
  }
}

/** Whether the same call could have been answered differently when it was made first. */
const mayHaveHappened = (error: unknown): boolean =>
  error instanceof StripeFailed || (error instanceof StripeRefused && error.is_other_request);

/** What an earlier call under this key has made, where Stripe's answer does not tell. */
async function foundAfter(
  stripe: Stripe,
  charge: Charge,
  error: unknown,
): Promise<Result | undefined> {
  if (!mayHaveHappened(error) && !(error instanceof StripeRefused)) return undefined;
  const found = await find(stripe, charge);
  if (found === 'unknown') throw new ProviderUnanswered('Stripe cannot tell what became of it');
  return found === 'none' ? undefined : found;
}

/** Refused for what was asked, not by a bank: mostly something that only the seller can change. */
function refusedStart({ code, param }: StripeRefused): Result {
  if (param?.endsWith('currency')) return declined('currency_not_supported');
  const is_of_amount = code === 'amount_too_small' || code === 'amount_too_large';
  return declined(is_of_amount ? code : 'payment_refused');
}

const declined = (decline_code: DeclineCode) => ({
  status: 'declined' as const,
  decline_code,
  reference: null,
});

async function lookUp(stripe: Stripe, reference: string): Promise<ChargeResult> {
  if (reference.startsWith('cs_')) {
    const expand = SESSION_EXPAND;
    return sessionResult(await answerOf(stripe.checkout.sessions.retrieve(reference, { expand })));
  }
  const expand = INTENT_EXPAND;
  return intentResult(await answerOf(stripe.paymentIntents.retrieve(reference, { expand })));
}

/** Pages first: an intent that was made by one is ended by ending the page. */
async function find(
  stripe: Stripe,
  of: Pick<ByKey, 'key' | 'created_at' | 'now'>,
): Promise<Found<ChargeResult>> {
  const created = { gte: earliest(of) };
  const session = await findInList(
    (paging) => stripe.checkout.sessions.list({ ...paging, created }),
    of.key,
  );
  const found =
    session === 'none'
      ? await findInList((paging) => stripe.paymentIntents.list({ ...paging, created }), of.key)
      : session;
  if (typeof found === 'string') return found;
  return { ...(await lookUp(stripe, found.id)), reference: found.id };
}

/** Ends what can still be paid; what has ended, or cannot be stopped any more, is the outcome. */
async function end(stripe: Stripe, reference: string): Promise<Result> {
  try {
    if (reference.startsWith('cs_')) {
      const session = await answerOf(stripe.checkout.sessions.expire(reference));
      return { ...sessionResult(session), reference };
    }
    const intent = await answerOf(stripe.paymentIntents.cancel(reference));
    return { ...intentResult(intent), reference };
  } catch (error) {
    if (!(error instanceof StripeRefused)) throw error;
    const result = await lookUp(stripe, reference);
    if (result.status === 'action_required') throw error;
    return { ...result, reference };
  }
}

/**
 * Takes the key with something that nobody can pay, so that a call under it that is still on its
 * way is refused by Stripe. If Stripe refuses ours, the other call was first: then that is ended.
 */
async function takeKey(stripe: Stripe, charge: Charge): Promise<Result> {
  const options = { idempotencyKey: charge.key };
  try {
    if (charge.buyer_present) {
      const { metadata, return_url: success_url } = charge;
      const currency = charge.currency.toLowerCase();
      const page = { mode: 'setup' as const, currency, success_url, metadata };
      const { id } = await answerOf(stripe.checkout.sessions.create(page, options));
      return await end(stripe, id);
    }
    const parameters = unconfirmedParameters(charge);
    const { id } = await answerOf(stripe.paymentIntents.create(parameters, options));
    return await end(stripe, id);
  } catch (error) {
    const found = await foundAfter(stripe, charge, error);
    if (found?.reference) return end(stripe, found.reference);
    if (error instanceof StripeRefused && !error.is_other_request) return refusedStart(error);
    throw error;
  }
}
