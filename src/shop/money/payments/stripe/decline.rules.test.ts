import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DECLINES, HARD_DECLINES } from '../card.rules.ts';
import { declineCodeOf, isDecline } from './decline.rules.ts';

/** Every decline code of a card and every failure of a debit in Stripe's documentation. */
const STRIPE_TO_OURS = `
  authentication_required            authentication_required
  authentication_not_handled         authentication_required
  approve_with_id                    card_declined
  call_issuer                        call_issuer
  card_not_supported                 card_not_supported
  card_velocity_exceeded             card_velocity_exceeded
  currency_not_supported             currency_not_supported
  do_not_honor                       do_not_honor
  duplicate_transaction              duplicate_transaction
  expired_card                       expired_card
  fraudulent                         fraudulent
  generic_decline                    card_declined
  incorrect_address                  incorrect_address
  incorrect_cvc                      incorrect_cvc
  incorrect_number                   incorrect_number
  incorrect_pin                      card_declined
  incorrect_postal_code              incorrect_address
  incorrect_zip                      incorrect_address
  insufficient_funds                 insufficient_funds
  invalid_account                    invalid_account
  invalid_amount                     amount_too_large
  invalid_cvc                        incorrect_cvc
  invalid_expiry_month               incorrect_expiry
  invalid_expiry_year                incorrect_expiry
  invalid_number                     incorrect_number
  invalid_pin                        card_declined
  issuer_not_available               issuer_not_available
  lost_card                          lost_card
  merchant_blacklist                 fraudulent
  new_account_information_available  new_account_information_available
  no_action_taken                    card_declined
  not_permitted                      transaction_not_allowed
  pickup_card                        pickup_card
  pin_try_exceeded                   card_declined
  processing_error                   processing_error
  reenter_transaction                reenter_transaction
  restricted_card                    restricted_card
  revocation_of_all_authorizations   revocation_of_all_authorizations
  revocation_of_authorization        revocation_of_authorization
  security_violation                 security_violation
  service_not_allowed                transaction_not_allowed
  stolen_card                        stolen_card
  stop_payment_order                 stop_payment_order
  testmode_decline                   card_declined
  transaction_not_allowed            transaction_not_allowed
  try_again_later                    try_again_later
  withdrawal_count_limit_exceeded    withdrawal_count_limit_exceeded
  account_closed                     account_closed
  bank_account_restricted            bank_account_unusable
  debit_not_authorized               debit_not_authorized
  no_account                         invalid_account
  refer_to_customer                  call_issuer
  payment_method_customer_decline    payment_method_declined
  payment_method_provider_decline    payment_method_declined
  payment_method_provider_timeout    processing_error
`;

test('declineCodeOf: every reason that Stripe documents has its code here', () => {
  for (const line of STRIPE_TO_OURS.trim().split('\n')) {
    const [decline_code = '', ours] = line.trim().split(/\s+/);
    assert.equal(declineCodeOf({ code: 'card_declined', decline_code }), ours);
  }
});

test('declineCodeOf: the most exact of what is said counts', () => {
  const failed = 'payment_intent_payment_attempt_failed';
  assert.equal(declineCodeOf({ code: failed }), 'payment_failed');
  assert.equal(declineCodeOf({ code: failed, failure_code: 'account_closed' }), 'account_closed');
  assert.equal(declineCodeOf({ code: 'expired_card' }), 'expired_card');
  assert.equal(declineCodeOf({ code: 'expired_card', decline_code: 'new' }), 'expired_card');
  assert.equal(declineCodeOf({ code: 'something_new', decline_code: 'newer' }), 'card_declined');
  for (const code of ['', 'constructor', '__proto__', undefined, null]) {
    assert.equal(declineCodeOf({ code }), 'card_declined');
  }
});

test('declineCodeOf: where the bank advises never to try again, the code is a hard one, whatever the reason', () => {
  for (const line of STRIPE_TO_OURS.trim().split('\n')) {
    const [decline_code = '', ours = ''] = line.trim().split(/\s+/);
    const is_hard = HARD_DECLINES.includes(ours);
    for (const advice of [
      { advice_code: 'do_not_try_again' },
      { network_advice_code: '03' },
      { advice_code: 'try_again_later', network_advice_code: '21' },
    ]) {
      const said = declineCodeOf({ code: 'card_declined', decline_code, ...advice });
      assert.equal(said, is_hard ? ours : 'card_blocked', decline_code);
    }
    const later = { advice_code: 'try_again_later', network_advice_code: '02' };
    assert.equal(declineCodeOf({ code: 'card_declined', decline_code, ...later }), ours);
  }
  assert.equal(declineCodeOf({ advice_code: 'do_not_try_again' }), 'card_blocked');
});

test('docs/payments.md names every code, and those that are never tried again', () => {
  const path = join(import.meta.dirname, '../../../../../docs/payments.md');
  const [, section = ''] = readFileSync(path, 'utf8').split('## Why a payment is declined');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\|.*`/.test(line));
  const codesIn = (line = '') => [...line.matchAll(/`(\w+)`/g)].map(([, code]) => code);
  const [, hard, ...others] = rows;
  assert.deepEqual(codesIn(hard), [...HARD_DECLINES]);
  const named = [hard, ...others].flatMap(codesIn);
  assert.deepEqual(named.toSorted(), Object.keys(DECLINES).toSorted());
});

test('a suspicion of fraud sounds to the buyer as any decline does', () => {
  for (const code of ['fraudulent', 'pickup_card', 'restricted_card', 'card_blocked'] as const) {
    assert.equal(DECLINES[code], DECLINES.card_declined);
  }
});

/** What says, also in an error that is no card's, that a bank or the buyer's way to pay refuses. */
const DECLINES_ANYWHERE = `
  account_closed account_number_invalid authentication_failure authentication_required
  bank_account_declined bank_account_restricted bank_account_unusable bank_account_unverified
  billing_invalid_mandate card_decline_rate_limit_exceeded card_declined debit_not_authorized
  expired_card expired_payment_method incorrect_address incorrect_cvc incorrect_number
  incorrect_postal_code incorrect_zip india_recurring_payment_mandate_canceled insufficient_funds
  invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number no_account
  payment_intent_action_required payment_intent_authentication_failure
  payment_intent_mandate_invalid payment_intent_payment_attempt_expired
  payment_intent_payment_attempt_failed payment_method_bank_account_blocked
  payment_method_currency_mismatch payment_method_customer_decline
  payment_method_microdeposit_failed payment_method_microdeposit_verification_attempts_exceeded
  payment_method_microdeposit_verification_timeout payment_method_not_available
  payment_method_provider_decline payment_method_provider_timeout payment_method_restricted
  payment_method_unexpected_state postal_code_invalid processing_error refer_to_customer
  sepa_unsupported_account setup_attempt_failed setup_intent_authentication_failure
  setup_intent_mandate_invalid setup_intent_setup_attempt_expired
  three_d_secure_authentication_not_supported three_d_secure_authentication_upstream_error
`;

test('isDecline: of all codes of an error that Stripe’s package names, these are a bank’s and every other is the seller’s', () => {
  const path = join(import.meta.dirname, '../../../../../node_modules/stripe/esm/resources');
  const types = readFileSync(join(path, 'PaymentIntents.d.ts'), 'utf8');
  const [, union = ''] = /namespace LastPaymentError \{\s*type Code = ([^;]+);/.exec(types) ?? [];
  const codes = [...union.matchAll(/'(\w+)'/g)].flatMap(([, code]) => code ?? []);
  assert.ok(codes.includes('payment_method_unactivated'), `${codes.length} codes`);
  const type = 'invalid_request_error';
  const declines = codes.filter((code) => isDecline({ type, code }));
  assert.deepEqual(declines.toSorted(), DECLINES_ANYWHERE.trim().split(/\s+/).toSorted());
  for (const code of codes) assert.ok(isDecline({ type: 'card_error', code }), code);
});
