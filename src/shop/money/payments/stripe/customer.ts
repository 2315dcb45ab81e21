import type Stripe from 'stripe';
import type { Charge } from '../gateway.ts';
import { answerAtOnce } from './at-once.ts';
import { isMissing, StripeFailed, StripeRefused } from './refusals.ts';
import { customerIn } from './saved-card.ts';

/**
 * Whose card is saved: a card without an owner cannot be charged later. It is the same one whenever
 * the charge is started again, and costs nothing if the charge is declined.
 */
export async function ownerOf(stripe: Stripe, charge: Charge): Promise<string | undefined> {
  const { saves_card, payer, store_id, key } = charge;
  if (!saves_card) return undefined;
  const known = customerIn(payer.saved_card);
  if (known !== undefined && (await isThere(stripe, known))) return known;
  const { email, name, customer_id } = payer;
  const metadata = { store_id, customer_id };
  const make = async (parameters: Stripe.CustomerCreateParams, idempotencyKey: string) => {
    const made = await answerAtOnce(stripe, (options) =>
      stripe.customers.create(parameters, { ...options, idempotencyKey }),
    );
    return made.id;
  };
  const named = { ...(email !== null && { email }), ...(name !== null && { name }), metadata };
  try {
    return await make(named, `${key}-customer`);
  } catch (error) {
    // It does not like the e-mail address, or has failed, and would under the same key for a day.
    if (!(error instanceof StripeRefused || error instanceof StripeFailed)) throw error;
    return make({ metadata }, `${key}-customer-unnamed`);
  }
}

/** The seller may have deleted them at Stripe. */
async function isThere(stripe: Stripe, customer: string): Promise<boolean> {
  try {
    const found = await answerAtOnce(stripe, (options) =>
      stripe.customers.retrieve(customer, {}, options),
    );
    return found.deleted !== true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
