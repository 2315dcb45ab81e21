import type Stripe from 'stripe';
import { ProviderRefused, ProviderUnanswered } from '../../core/errors.ts';
import { DAY_MS, HOUR_MS } from '../../core/time.ts';
import type { DeclineCode } from '../card.rules.ts';
import type { Charge, ChargeResult, Found, Gateway, Started } from '../gateway.ts';
import { ChargesHeld } from '../held-charges.ts';
import { answerAtOnce } from './at-once.ts';
import { findCard } from './cards.ts';
import {
  intentParameters,
  sessionParameters,
  unconfirmedParameters,
  WE_SELL,
} from './charge-parameters.ts';
import {
  GIVEN_UP,
  INTENT_EXPAND,
  intentResult,
  NOT_TRIED,
  sessionResult,
} from './charge-result.ts';
import { type StripeAccess, stripeOf } from './credentials.ts';
import { toStripeAmount } from './currency.rules.ts';
import { declineCodeOf } from './decline.rules.ts';
import { findAtStripe, findPage, findPayment, lookUpAtStripe } from './find-charge.ts';
import { answerOf, KeyRefused, StripeFailed, StripeRefused } from './refusals.ts';
import { customerIn } from './saved-card.ts';

/** An hour less than Stripe remembers a key. */
const REMEMBERED_MS = DAY_MS - HOUR_MS;

type Charges = Pick<Gateway, 'startCharge' | 'lookUpCharge' | 'findCharge' | 'cancelCharge'>;
type Result = Started<ChargeResult>;

export const chargesAt = (access: StripeAccess): Charges => ({
  async startCharge(charge) {
    if (!isChargeable(charge)) return declined('amount_not_chargeable');
    await refuseHeld(access, charge);
    const stripe = await stripeOf(access, charge.store_id);
    const start = charge.buyer_present ? openPage : chargeCard;
    return start(stripe, charge);
  },

  async lookUpCharge({ store_id, reference }) {
    return lookUpAtStripe(await stripeOf(access, store_id), reference);
  },

  async findCharge(of) {
    return findAtStripe(await stripeOf(access, of.store_id), of);
  },

  async cancelCharge({ reference, ...charge }) {
    // What was never asked of Stripe need not be given up there.
    if (reference === null && !isChargeable(charge)) return declined('amount_not_chargeable');
    const stripe = await stripeOf(access, charge.store_id);
    return reference === null ? takeKey(stripe, charge) : end(stripe, reference);
  },
});

/**
 * The last net: whoever asks, no card is charged by itself while charges are held. One that was
 * begun before the backup goes on, since it is asked for again under the same key.
 */
async function refuseHeld({ credentialsOf }: StripeAccess, charge: Charge): Promise<void> {
  const { buyer_present, amount_minor, created_at, store_id } = charge;
  if (buyer_present || amount_minor === 0) return;
  const held_from = (await credentialsOf(store_id))?.charges_held_from ?? null;
  if (held_from !== null && created_at > held_from) throw new ChargesHeld();
}

const isChargeable = ({ amount_minor, currency }: Charge): boolean =>
  toStripeAmount(amount_minor, currency) !== undefined;

/**
 * Opens the page where the buyer pays. Nobody can pay on a page before its address is kept here,
 * so where it cannot be told whether there is one already, another may be opened.
 */
async function openPage(stripe: Stripe, charge: Charge): Promise<Result> {
  const open = async (known_buyer: boolean, idempotencyKey: string): Promise<Result> => {
    const parameters = sessionParameters(charge, known_buyer);
    const session = await answerAtOnce(stripe, (options) =>
      stripe.checkout.sessions.create(parameters, { ...options, idempotencyKey }),
    );
    return { ...sessionResult(session), reference: session.id };
  };
  try {
    return await open(true, charge.key);
  } catch (error) {
    if (mayHaveHappened(error)) {
      const found = certain(await findPage(stripe, charge));
      return found === 'none' ? open(true, `${charge.key}-again`) : found;
    }
    if (!(error instanceof StripeRefused)) throw error;
    // The customer was deleted at Stripe, or it does not like the e-mail address.
    if (error.param?.startsWith('customer')) return open(false, `${charge.key}-unnamed`);
    return refusedPage(error);
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
    return { ...certainlyTried(intentResult(intent)), reference: intent.id };
  } catch (error) {
    if (error instanceof StripeRefused && error.payment_intent_id) {
      if (!error.is_decline) throw new ProviderRefused(error.message);
      return { ...declined(declineCodeOf(error)), reference: error.payment_intent_id };
    }
    if (!(error instanceof StripeRefused || error instanceof StripeFailed)) throw error;
    const found = certain(await findPayment(stripe, charge, parameters.customer));
    if (found !== 'none') return certainlyTried(found);
    // It may yet appear, so it is asked about again until Stripe has surely forgotten the key.
    if (mayHaveHappened(error) || error instanceof StripeFailed) throw error;
    const card = await findCard(stripe, charge.card_token);
    if (!card) return declined('payment_method_missing');
    if (error.is_decline) return declined(declineCodeOf(error));
    throw new ProviderRefused(error.message);
  }
}

/** Where no bank has said no, nobody's card was declined: what is in the way, the seller has to see. */
function certainlyTried<R extends ChargeResult>(result: R): R {
  if (result.status !== 'declined' || result.decline_code !== NOT_TRIED) return result;
  throw new ProviderRefused('Stripe refused a payment for another reason than a bank’s');
}

/** Whether Stripe's answer leaves open what an earlier request under the same key has done. */
const mayHaveHappened = (error: unknown): boolean =>
  error instanceof StripeFailed || (error instanceof StripeRefused && error.is_other_request);

function certain(found: Found<ChargeResult>): Exclude<Found<ChargeResult>, 'unknown'> {
  if (found === 'unknown') throw new ProviderUnanswered('Stripe has too many payments to tell');
  return found;
}

/** Nobody can pay on a page that was not opened, whether or not it is opened later. */
function refusedPage({ code, param, message }: StripeRefused): Result {
  if (param?.includes('currency')) return declined('currency_not_supported');
  const is_of_amount = code === 'amount_too_small' || code === 'amount_too_large';
  if (is_of_amount) return declined(code);
  throw new ProviderRefused(message);
}

const declined = (decline_code: DeclineCode) => ({
  status: 'declined' as const,
  decline_code,
  reference: null,
});

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
    const result = await lookUpAtStripe(stripe, reference);
    if (result.status === 'action_required') throw error;
    return { ...result, reference };
  }
}

/**
 * Takes the key with something that nobody can pay, so that a request under it that is still on
 * its way is refused by Stripe. If ours is refused, the other one was first: then that is ended.
 */
async function takeKey(stripe: Stripe, charge: Charge): Promise<Result> {
  const find = async () =>
    certain(
      charge.buyer_present
        ? await findPage(stripe, charge)
        : await findPayment(stripe, charge, customerIn(charge.card_token)),
    );
  try {
    return await end(stripe, await makeUnpayable(stripe, charge));
  } catch (error) {
    if (!(error instanceof StripeRefused || error instanceof StripeFailed)) throw error;
    const found = await find();
    if (found !== 'none') return end(stripe, found.reference);
    if (error instanceof StripeFailed && !error.is_repeated) throw error;
    const is_other = error instanceof StripeRefused && error.is_other_request;
    // A page that nobody knows may still be made: nobody can pay on it.
    if (!is_other || charge.buyer_present) return declined(GIVEN_UP);
    if (!(await hasFailed(stripe, charge))) throw error;
    const after_all = await find();
    return after_all === 'none' ? declined(GIVEN_UP) : end(stripe, after_all.reference);
  }
}

/** Whether the request that was first is over, with a failure. Only asked while Stripe knows it. */
async function hasFailed(stripe: Stripe, charge: Charge): Promise<boolean> {
  if (charge.now - charge.created_at > REMEMBERED_MS) return true;
  try {
    await chargeCard(stripe, charge);
    return false;
  } catch (error) {
    if (error instanceof ProviderRefused) return !(error instanceof KeyRefused);
    return error instanceof StripeFailed && error.is_repeated;
  }
}

async function makeUnpayable(stripe: Stripe, charge: Charge): Promise<string> {
  const options = { idempotencyKey: charge.key };
  if (!charge.buyer_present) {
    const customer = customerIn(charge.card_token);
    const parameters = { ...unconfirmedParameters(charge), ...(customer && { customer }) };
    return (await answerOf(stripe.paymentIntents.create(parameters, options))).id;
  }
  const { metadata, return_url: success_url } = charge;
  const page = { mode: 'setup' as const, currency: charge.currency.toLowerCase() };
  const parameters = { ...WE_SELL, ...page, success_url, metadata };
  return (await answerOf(stripe.checkout.sessions.create(parameters, options))).id;
}
