/** Our code for a decline, from what Stripe says about it. */
export function declineCodeOf(stripe: {
  code?: string | null | undefined;
  decline_code?: string | null | undefined;
}): string {
  const { code, decline_code } = stripe;
  return CODES[decline_code ?? ''] ?? CODES[code ?? ''] ?? 'card_declined';
}

const CODES: Readonly<Record<string, string>> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  lost_card: 'lost_card',
  stolen_card: 'stolen_card',
  processing_error: 'processing_error',
  authentication_required: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
};
