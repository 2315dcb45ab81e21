import { DECLINES, type DeclineCode, HARD_DECLINES } from '../card.rules.ts';

interface StripeDecline {
  /** The bank's reason, in Stripe's words. */
  decline_code?: string | null | undefined;
  /** Why the charge failed: debits of a bank account say it only there. */
  failure_code?: string | null | undefined;
  /** What kind of error it is. */
  code?: string | null | undefined;
  /** What the bank advises. */
  advice_code?: string | null | undefined;
  /** The same in the words of the network of the card. */
  network_advice_code?: string | null | undefined;
}

/**
 * Whether a bank, or the way to pay, has said no. Anything else that Stripe refuses lies between it
 * and the seller: an account that may not take payments, a permission, a request that is wrong.
 */
export function isDecline(error: StripeDecline & { type?: string | undefined }): boolean {
  if (error.type === 'card_error') return true;
  const said = [error.decline_code, error.failure_code, error.code];
  return said.some((code) => code != null && CODES.has(code) && !SELLERS.includes(code));
}

/**
 * Of the codes below, what a bank says only in a card error. Otherwise it is for the seller: an amount
 * that Stripe does not take, a way to pay that is not switched on (any more), a limit or a rule of the
 * account (Stripe: "contact us to request a higher processing limit").
 */
const SELLERS: readonly string[] = [
  ...['amount_too_small', 'amount_too_large', 'invalid_amount', 'invalid_charge_amount'],
  ...['payment_method_unactivated', 'payment_method_unsupported_type', 'invalid_card_type'],
  ...['charge_exceeds_source_limit', 'charge_exceeds_transaction_limit'],
  ...['action_blocked', 'request_blocked', 'payment_intent_rate_limit_exceeded'],
  'balance_insufficient',
];

/** Our code for a decline, from the most exact thing that Stripe says about it. */
export function declineCodeOf(stripe: StripeDecline): DeclineCode {
  const { decline_code, failure_code, code } = stripe;
  const known = [decline_code, failure_code, code].map((name) => CODES.get(name ?? ''));
  const exact = known.find((one) => one !== undefined && !VAGUE.includes(one));
  const named = exact ?? known.find((one) => one !== undefined) ?? 'card_declined';
  return isForGood(stripe) && !HARD_DECLINES.includes(named) ? 'card_blocked' : named;
}

/** Whatever the reason is: networks fine a shop that tries such a card again. */
const isForGood = ({ advice_code, network_advice_code }: StripeDecline): boolean =>
  advice_code === 'do_not_try_again' || NEVER_AGAIN.includes(network_advice_code ?? '');

/** "Do not try again" and "payment cancellation", in the list that the networks share. */
const NEVER_AGAIN: readonly string[] = ['03', '21'];

const VAGUE: readonly DeclineCode[] = [
  ...(['card_declined', 'do_not_honor', 'call_issuer', 'payment_failed'] as const),
];

/** Stripe's codes by ours, where the names differ. */
const STRIPES: { [Code in DeclineCode]?: string } = {
  card_declined: `generic_decline no_action_taken approve_with_id incorrect_pin invalid_pin
    pin_try_exceeded offline_pin_required online_or_offline_pin_required testmode_decline
    bank_account_declined`,
  call_issuer: 'refer_to_customer',
  insufficient_funds: 'balance_insufficient',
  card_velocity_exceeded: 'charge_exceeds_source_limit payment_intent_rate_limit_exceeded',
  amount_too_large: 'charge_exceeds_transaction_limit invalid_amount invalid_charge_amount',
  expired_card: 'expired_payment_method',
  incorrect_number: 'invalid_number',
  incorrect_cvc: 'invalid_cvc',
  incorrect_expiry: 'invalid_expiry_month invalid_expiry_year',
  incorrect_address: 'incorrect_zip incorrect_postal_code postal_code_invalid',
  fraudulent: 'merchant_blacklist request_blocked action_blocked',
  card_not_supported: 'invalid_card_type payment_method_unsupported_type',
  currency_not_supported: 'payment_method_currency_mismatch',
  transaction_not_allowed: 'not_permitted service_not_allowed payment_method_restricted',
  processing_error: 'payment_method_provider_timeout payment_method_not_available',
  try_again_later: 'card_decline_rate_limit_exceeded',
  invalid_account: 'no_account account_number_invalid account_invalid_number',
  bank_account_unusable: `bank_account_restricted payment_method_bank_account_blocked
    sepa_unsupported_account bank_account_unverified payment_method_microdeposit_failed
    payment_method_microdeposit_verification_attempts_exceeded
    payment_method_microdeposit_verification_timeout`,
  debit_not_authorized: `payment_intent_mandate_invalid setup_intent_mandate_invalid
    billing_invalid_mandate india_recurring_payment_mandate_canceled`,
  payment_failed: 'payment_intent_payment_attempt_failed setup_attempt_failed',
  payment_method_declined: 'payment_method_provider_decline payment_method_customer_decline',
  authentication_required: 'authentication_not_handled payment_intent_action_required',
  authentication_failed: `payment_intent_authentication_failure setup_intent_authentication_failure
    authentication_failure three_d_secure_authentication_not_supported
    three_d_secure_authentication_upstream_error`,
  confirmation_expired: 'payment_intent_payment_attempt_expired setup_intent_setup_attempt_expired',
  payment_method_missing: 'payment_method_unexpected_state payment_method_unactivated',
};

const OURS = Object.keys(DECLINES).filter((name): name is DeclineCode => name in DECLINES);

/** Ours by Stripe's; most have the same name. */
const CODES: ReadonlyMap<string, DeclineCode> = new Map(
  OURS.flatMap((code) =>
    [code, ...(STRIPES[code]?.split(/\s+/) ?? [])].map((name) => [name, code] as const),
  ),
);
