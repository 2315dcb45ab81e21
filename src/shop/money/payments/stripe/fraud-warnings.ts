import type { Gateway } from '../gateway.ts';
import { type StripeAccess, stripeOf } from './credentials.ts';
import { answerOf, isMissing } from './refusals.ts';
import { idOf } from './saved-card.ts';

/**
 * Warnings are read from their event. Stripe names no permission with which a
 * restricted key could read the warning itself; the one for events is needed anyway.
 */
export const warningsAt = (access: StripeAccess): Required<Pick<Gateway, 'lookUpWarning'>> => ({
  async lookUpWarning({ store_id, reference }) {
    const stripe = await stripeOf(access, store_id);
    try {
      const event = await answerOf(stripe.events.retrieve(reference));
      if (event.type !== 'radar.early_fraud_warning.created') return undefined;
      const { id, payment_intent, fraud_type } = event.data.object;
      const charge_reference = idOf(payment_intent);
      return charge_reference === null
        ? undefined
        : { reference: id, charge_reference, fraud_type: String(fraud_type) };
    } catch (error) {
      // Stripe keeps events for thirty days.
      if (isMissing(error)) return undefined;
      throw error;
    }
  },
});
