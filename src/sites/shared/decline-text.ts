import type { Words } from '../../../texts/words.ts';
import type { DeclineCode } from '../../shop/money/payments/card.rules.ts';
import type { RefusalText } from './refusal.ts';

type Reason = keyof Words['payments']['declines'];

/**
 * What buyers are told about each decline. A suspicion of fraud is not among it: that would help to
 * commit it.
 */
const REASONS: Record<DeclineCode, Reason> = {
  card_declined: 'askBank',
  do_not_honor: 'askBank',
  call_issuer: 'askBank',
  insufficient_funds: 'notEnoughMoney',
  withdrawal_count_limit_exceeded: 'limitReached',
  card_velocity_exceeded: 'usedTooOften',
  amount_too_small: 'amountTooSmall',
  amount_not_chargeable: 'amountNotChargeable',
  amount_too_large: 'amountTooLarge',
  duplicate_transaction: 'looksDoubled',
  expired_card: 'cardExpired',
  incorrect_number: 'wrongNumber',
  incorrect_cvc: 'wrongCode',
  incorrect_expiry: 'wrongExpiry',
  incorrect_address: 'wrongAddress',
  new_account_information_available: 'cardReplaced',
  lost_card: 'askBank',
  stolen_card: 'askBank',
  pickup_card: 'askBank',
  fraudulent: 'askBank',
  restricted_card: 'askBank',
  security_violation: 'askBank',
  card_blocked: 'askBank',
  card_not_supported: 'cardNotSupported',
  currency_not_supported: 'currencyNotSupported',
  transaction_not_allowed: 'notAllowed',
  revocation_of_authorization: 'stoppedByOwner',
  revocation_of_all_authorizations: 'stoppedByOwner',
  stop_payment_order: 'stoppedByOwner',
  processing_error: 'tryAgainSoon',
  issuer_not_available: 'tryAgainSoon',
  reenter_transaction: 'tryAgainSoon',
  try_again_later: 'tryAgainLater',
  invalid_account: 'accountUnusable',
  account_closed: 'accountClosed',
  bank_account_unusable: 'accountUnusable',
  debit_not_authorized: 'debitNotAllowed',
  payment_failed: 'failed',
  payment_method_declined: 'failed',
  authentication_required: 'confirmHere',
  authentication_failed: 'notConfirmed',
  confirmation_expired: 'confirmedTooLate',
  payment_not_completed: 'notCompleted',
  trial_used: 'trialUsed',
  charge_canceled: 'subscriptionCanceled',
  payment_method_missing: 'noCard',
  payment_not_made: 'notMade',
  payment_refused: 'shopCannot',
  test_card_required: 'testCardsOnly',
};

/** What has no card in it: the bank or the buyer has not let the payment happen. */
const NOT_COMPLETED: ReadonlySet<Reason> = new Set([
  'confirmHere',
  'notConfirmed',
  'confirmedTooLate',
  'notCompleted',
  'trialUsed',
  'subscriptionCanceled',
  'noCard',
  'notMade',
  'shopCannot',
] satisfies Reason[]);

const OF_ANY_WAY_TO_PAY: ReadonlySet<Reason> = new Set([
  'notEnoughMoney',
  'amountTooSmall',
  'amountNotChargeable',
  'amountTooLarge',
  'looksDoubled',
  'notAllowed',
  'accountUnusable',
  'accountClosed',
  'debitNotAllowed',
  'failed',
] satisfies Reason[]);

const isDecline = (code: string): code is DeclineCode => Object.hasOwn(REASONS, code);

/** A decline in the buyer's words; for a code that we do not know, in the most general ones. */
export function declineText(
  { payments }: Pick<Words, 'payments'>,
  code: string,
): { title: string; text: string } {
  const reason = isDecline(code) ? REASONS[code] : 'askBank';
  return { title: payments[titleOf(reason)], text: payments.declines[reason] };
}

/** Why a payment was not made, and that nothing was charged. */
export function declineRefusal(words: Pick<Words, 'payments'>, code: string): RefusalText {
  const { title, text } = declineText(words, code);
  return { title, text: `${text} ${words.payments.nothingCharged}` };
}

function titleOf(reason: Reason): 'cardDeclined' | 'paymentDeclined' | 'notCompleted' {
  if (NOT_COMPLETED.has(reason)) return 'notCompleted';
  return OF_ANY_WAY_TO_PAY.has(reason) ? 'paymentDeclined' : 'cardDeclined';
}
