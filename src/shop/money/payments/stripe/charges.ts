import type Stripe from 'stripe';
import { ProviderRefused } from '../../../../platform/core/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../platform/core/time.ts';
import type { Charge, ChargeResult, Found, Gateway, Started } from '../gateway.ts';
import { ChargesHeld } from '../held-charges.ts';
import { answerAtOnce } from './at-once.ts';
import { certain, chargeCard, declined, keyAt, mayHaveHappened } from './charge-card.ts';
import {
  sessionParameters,
  unconfirmedParameters,
  unconfirmedSetup,
  WE_SELL,
} from './charge-parameters.ts';
import { GIVEN_UP, sessionResult } from './charge-result.ts';
import { chargeToken } from './charge-token.ts';
import { type StripeAccess, stripeOf } from './credentials.ts';
import { toStripeAmount } from './currency.rules.ts';
import { endAtStripe, lookUpAndClose } from './end-charge.ts';
import { findByToken } from './find-by-token.ts';
import { findAtStripe, findPage, findPayment } from './find-charge.ts';
import { answerOf, KeyRefused, StripeFailed, StripeRefused } from './refusals.ts';
import { refusedBuyer } from './refused-buyer.ts';
import { customerIn } from './saved-card.ts';
import { isPageToken } from './tokens.ts';

/** An hour less than Stripe remembers a key. */
const REMEMBERED_MS = DAY_MS - HOUR_MS;

type Charges = Pick<Gateway, 'startCharge' | 'lookUpCharge' | 'findCharge' | 'cancelCharge'>;
type Result = Started<ChargeResult>;

export const chargesAt = (access: StripeAccess): Charges => ({
  async startCharge(charge) {
    if (!isChargeable(charge)) return declined('amount_not_chargeable');
    await refuseHeld(access, charge);
    const stripe = await stripeOf(access, charge.store_id);
    if (!charge.buyer_present) return chargeCard(stripe, charge);
    return isHosted(charge) ? openPage(stripe, charge) : chargeToken(stripe, charge);
  },

  async lookUpCharge({ store_id, reference }) {
    return lookUpAndClose(await stripeOf(access, store_id), reference);
  },

  async findCharge(of) {
    return findAtStripe(await stripeOf(access, of.store_id), of);
  },

  async cancelCharge({ reference, ...charge }) {
    // What was never sent to Stripe need not be given up there.
    if (reference === null && !isChargeable(charge)) return declined('amount_not_chargeable');
    const stripe = await stripeOf(access, charge.store_id);
    return reference === null ? takeKey(stripe, charge) : endAtStripe(stripe, reference);
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

/** Whether the buyer pays on Stripe's page: what they typed into fields on ours has a token. */
const isHosted = ({ buyer_present, card_token }: Charge): boolean =>
  buyer_present && card_token === null;

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
    if (!known_buyer || !error.param?.startsWith('customer')) return refusedBuyer(error);
    const unnamed = `${idempotencyKey}-unnamed`;
    return openPage(stripe, charge, { known_buyer: false, idempotencyKey: unnamed });
  }
}

/**
 * Takes the key with something that nobody can pay, so that a request under it that is still on
 * its way is refused by Stripe. If ours is refused, the other one was first: then that is ended.
 */
async function takeKey(stripe: Stripe, charge: Charge, step = 0): Promise<Result> {
  try {
    return await endAtStripe(stripe, await makeUnpayable(stripe, charge, step));
  } catch (error) {
    if (!(error instanceof StripeRefused || error instanceof StripeFailed)) throw error;
    const found = certain(await find(stripe, charge));
    if (found !== 'none') return endAtStripe(stripe, found.reference);
    if (error instanceof StripeFailed && !error.is_repeated) throw error;
    const is_other = error instanceof StripeRefused && error.is_other_request;
    // A page that nobody knows may still be made: nobody can pay on it.
    if (!is_other || isHosted(charge)) return declined(GIVEN_UP);
    const first = await outcomeOfFirst(stripe, charge, step);
    if (first === 'unknown' || (first === 'other' && !isSurelyOver(charge))) throw error;
    const after_all = certain(await find(stripe, charge));
    if (after_all !== 'none') return endAtStripe(stripe, after_all.reference);
    // The next key may be on its way by now; a token has only one.
    const has_next = first === 'refused' && !charge.buyer_present;
    return has_next ? takeKey(stripe, charge, step + 1) : declined(GIVEN_UP);
  }
}

/**
 * Of a token nothing is started after a few minutes. A request that was first under the key, and is
 * not the one of now because the buyer was named otherwise, has made by then what it ever makes: that
 * would be found by the token, or in the lists.
 */
const isSurelyOver = ({ buyer_present, card_token, now, created_at }: Charge): boolean =>
  buyer_present && isPageToken(card_token) && now - created_at > OVER_MS;

const OVER_MS = 5 * MINUTE_MS;

/** What was made for it, by whatever key. */
async function find(stripe: Stripe, charge: Charge): Promise<Found<ChargeResult>> {
  if (isHosted(charge)) return findPage(stripe, charge);
  if (charge.buyer_present) return (await findByToken(stripe, charge)).found;
  return findPayment(stripe, charge, customerIn(charge.card_token));
}

/**
 * How the request that was first under a key is over. Only asked while Stripe knows it. `other`: it
 * was not the one that would be sent now.
 */
async function outcomeOfFirst(
  stripe: Stripe,
  charge: Charge,
  step: number,
): Promise<'refused' | 'failed' | 'other' | 'unknown'> {
  if (charge.now - charge.created_at > REMEMBERED_MS) return 'failed';
  try {
    if (charge.buyer_present) {
      const { status } = await chargeToken(stripe, charge, { confirms: false });
      return status === 'declined' ? 'refused' : 'unknown';
    }
    await chargeCard(stripe, charge, { step, last: step, confirms: false });
    return 'unknown';
  } catch (error) {
    if (error instanceof ProviderRefused && !(error instanceof KeyRefused)) return 'refused';
    if (error instanceof StripeRefused && error.is_other_request) return 'other';
    return error instanceof StripeFailed && error.is_repeated ? 'failed' : 'unknown';
  }
}

async function makeUnpayable(stripe: Stripe, charge: Charge, step: number): Promise<string> {
  const options = { idempotencyKey: keyAt(charge, step) };
  if (charge.buyer_present && !isHosted(charge) && charge.amount_minor === 0) {
    return (await answerOf(stripe.setupIntents.create(unconfirmedSetup(charge), options))).id;
  }
  if (!isHosted(charge)) {
    const customer = customerIn(charge.card_token);
    const parameters = { ...unconfirmedParameters(charge), ...(customer && { customer }) };
    return (await answerOf(stripe.paymentIntents.create(parameters, options))).id;
  }
  const { metadata, return_url: success_url } = charge;
  const page = { mode: 'setup' as const, currency: charge.currency.toLowerCase() };
  const parameters = { ...WE_SELL, ...page, success_url, metadata };
  return (await answerOf(stripe.checkout.sessions.create(parameters, options))).id;
}
