import type Stripe from 'stripe';
import type { ChargeResult, Started } from '../gateway.ts';
import { intentResult, sessionResult, setupIntentResult } from './charge-result.ts';
import { lookUpAtStripe, readIntent } from './find-charge.ts';
import { answerOf, StripeRefused } from './refusals.ts';

/** Ends what can still be paid; what has ended, or cannot be stopped any more, is the outcome. */
export async function endAtStripe(
  stripe: Stripe,
  reference: string,
): Promise<Started<ChargeResult>> {
  try {
    return { ...(await end(stripe, reference)), reference };
  } catch (error) {
    if (!(error instanceof StripeRefused)) throw error;
    const result = await lookUpAtStripe(stripe, reference);
    if (result.status === 'action_required') throw error;
    return { ...result, reference };
  }
}

/**
 * What became of a charge. One that the bank or the buyer refused waits for another card at Stripe,
 * and could be paid long after it was declined here: it is ended. If it was paid just now, that is
 * the outcome.
 */
export async function lookUpAndClose(stripe: Stripe, reference: string): Promise<ChargeResult> {
  if (reference.startsWith('cs_')) return lookUpAtStripe(stripe, reference);
  const { result, status } = await readIntent(stripe, reference);
  if (result.status !== 'declined' || status === 'canceled') return result;
  const { reference: _, ...ended } = await endAtStripe(stripe, reference);
  return ended.status === 'declined' ? result : ended;
}

async function end(stripe: Stripe, reference: string): Promise<ChargeResult> {
  if (reference.startsWith('cs_')) {
    return sessionResult(await answerOf(stripe.checkout.sessions.expire(reference)));
  }
  if (reference.startsWith('seti_')) {
    return setupIntentResult(await answerOf(stripe.setupIntents.cancel(reference)));
  }
  return intentResult(await answerOf(stripe.paymentIntents.cancel(reference)));
}
