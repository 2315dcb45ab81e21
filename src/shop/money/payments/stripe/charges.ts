import type Stripe from 'stripe';
import { ProviderRefused } from '../../../../platform/core/errors.ts';
import { DAY_MS, HOUR_MS } from '../../../../platform/core/time.ts';
import type { Charge, ChargeResult, Gateway, Started } from '../gateway.ts';
import { ChargesHeld } from '../held-charges.ts';
import { answerAtOnce } from './at-once.ts';
import { certain, chargeCard, declined, keyAt, mayHaveHappened } from './charge-card.ts';
import { sessionParameters, unconfirmedParameters, WE_SELL } from './charge-parameters.ts';
import { GIVEN_UP, intentResult, sessionResult } from './charge-result.ts';
import { type StripeAccess, stripeOf } from './credentials.ts';
import { toStripeAmount } from './currency.rules.ts';
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
    return charge.buyer_present ? openPage(stripe, charge) : chargeCard(stripe, charge);
  },

  async lookUpCharge({ store_id, reference }) {
    return lookUpAtStripe(await stripeOf(access, store_id), reference);
  },

  async findCharge(of) {
    return findAtStripe(await stripeOf(access, of.store_id), of);
  },

  async cancelCharge({ reference, ...charge }) {
    // What was never sent to Stripe need not be given up there.
    if (reference === null && !isChargeable(charge)) return declined('amount_not_chargeable');
    const stripe = await stripeOf(access, charge.store_id);
    return reference === null ? takeKey(stripe, charge) : end(stripe, reference);
  },
});

/**
 * The last net: whoever asks, no card is charged by itself while charges are held. One that was
 * begun before the backup goes on, since it is requested again under the same key.
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
 * so where nobody knows whether there is one already, another may be opened.
 */
async function openPage(
  stripe: Stripe,
  charge: Charge,
  { known_buyer, idempotencyKey } = { known_buyer: true, idempotencyKey: charge.key },
): Promise<Result> {
  const parameters = sessionParameters(charge, known_buyer);
  try {
    const session = await answerAtOnce(stripe, (options) =>
      stripe.checkout.sessions.create(parameters, { ...options, idempotencyKey }),
    );
    return { ...sessionResult(session), reference: session.id };
  } catch (error) {
    if (mayHaveHappened(error)) {
      const found = certain(await findPage(stripe, charge));
      if (found !== 'none') return found;
      if (idempotencyKey.endsWith('-again')) throw error;
      const again = `${idempotencyKey}-again`;
      return openPage(stripe, charge, { known_buyer, idempotencyKey: again });
    }
    if (!(error instanceof StripeRefused)) throw error;
    // The customer was deleted at Stripe, or it does not like the e-mail address.
    if (!known_buyer || !error.param?.startsWith('customer')) return refusedPage(error);
    const unnamed = `${idempotencyKey}-unnamed`;
    return openPage(stripe, charge, { known_buyer: false, idempotencyKey: unnamed });
  }
}

/** Nobody can pay on a page that was not opened, whether or not it is opened later. */
function refusedPage({ code, param, message }: StripeRefused): Result {
  if (param?.includes('currency')) return declined('currency_not_supported');
  const is_of_amount = code === 'amount_too_small' || code === 'amount_too_large';
  if (is_of_amount) return declined(code);
  throw new ProviderRefused(message);
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
    const result = await lookUpAtStripe(stripe, reference);
    if (result.status === 'action_required') throw error;
    return { ...result, reference };
  }
}

/**
 * Takes the key with something that nobody can pay, so that a request under it that is still on
 * its way is refused by Stripe. If ours is refused, the other one was first: then that is ended.
 */
async function takeKey(stripe: Stripe, charge: Charge, step = 0): Promise<Result> {
  const find = async () =>
    certain(
      charge.buyer_present
        ? await findPage(stripe, charge)
        : await findPayment(stripe, charge, customerIn(charge.card_token)),
    );
  try {
    return await end(stripe, await makeUnpayable(stripe, charge, step));
  } catch (error) {
    if (!(error instanceof StripeRefused || error instanceof StripeFailed)) throw error;
    const found = await find();
    if (found !== 'none') return end(stripe, found.reference);
    if (error instanceof StripeFailed && !error.is_repeated) throw error;
    const is_other = error instanceof StripeRefused && error.is_other_request;
    // A page that nobody knows may still be made: nobody can pay on it.
    if (!is_other || charge.buyer_present) return declined(GIVEN_UP);
    const first = await outcomeOfFirst(stripe, charge, step);
    if (first === 'unknown') throw error;
    const after_all = await find();
    if (after_all !== 'none') return end(stripe, after_all.reference);
    // The next key may be on its way by now.
    return first === 'refused' ? takeKey(stripe, charge, step + 1) : declined(GIVEN_UP);
  }
}

/** How the request that was first under a key is over. Only asked while Stripe knows it. */
async function outcomeOfFirst(
  stripe: Stripe,
  charge: Charge,
  step: number,
): Promise<'refused' | 'failed' | 'unknown'> {
  if (charge.now - charge.created_at > REMEMBERED_MS) return 'failed';
  try {
    await chargeCard(stripe, charge, { step, last: step, confirms: false });
    return 'unknown';
  } catch (error) {
    if (error instanceof ProviderRefused && !(error instanceof KeyRefused)) return 'refused';
    return error instanceof StripeFailed && error.is_repeated ? 'failed' : 'unknown';
  }
}

async function makeUnpayable(stripe: Stripe, charge: Charge, step: number): Promise<string> {
  const options = { idempotencyKey: keyAt(charge, step) };
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
