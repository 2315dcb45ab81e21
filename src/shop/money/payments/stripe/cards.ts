import type Stripe from 'stripe';
import type { Gateway, SavedCard } from '../gateway.ts';
import { type StripeAccess, stripeOf } from './credentials.ts';
import { answerOf, isMissing } from './refusals.ts';
import { idOf, readCardToken, savedCardOf } from './saved-card.ts';

export const cardsAt = (access: StripeAccess): Required<Pick<Gateway, 'lookUpCard'>> => ({
  async lookUpCard({ store_id, card_token }) {
    return findCard(await stripeOf(access, store_id), card_token);
  },
});

/** Undefined if the card can never be charged again. */
export async function findCard(
  stripe: Stripe,
  card_token: string | null,
): Promise<SavedCard | undefined> {
  const named = readCardToken(card_token);
  if (!named) return undefined;
  try {
    const method = await answerOf(stripe.paymentMethods.retrieve(named.payment_method));
    const owner = idOf(method.customer);
    // One that was taken from its customer cannot be used any more.
    return owner === (named.customer ?? null) ? savedCardOf(method, owner) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
