import type { Static } from 'typebox';
import type { Detail } from '../../../platform/core/errors.ts';
import { Sensitive } from '../../../platform/core/fields.ts';
import { Type } from '../../../platform/core/schema.ts';
import { DAY_MS } from '../../../platform/core/time.ts';

/** A card as somebody types it. It is handed to the provider and never stored or logged. */
export const CardInput = Type.Object(
  {
    number: Sensitive(
      { last_characters: 4 },
      Type.Refine(
        Type.String({
          minLength: 12,
          maxLength: 30,
          description: 'Card number, with or without blanks. 4242424242424242 is always paid',
          documented: { pattern: '^[0-9][0-9 -]+$' },
          examples: ['4242424242424242'],
        }),
        (text) => isCardNumber(text),
        () => 'must be a card number',
      ),
    ),
    exp_month: Type.Integer({
      minimum: 1,
      maximum: 12,
      description: 'Month in which the card expires',
      examples: [12],
    }),
    exp_year: Type.Integer({
      minimum: 2000,
      maximum: 2100,
      description: 'Year in which the card expires, four digits',
      examples: [2034],
    }),
    cvc: Sensitive(
      { last_characters: 0 },
      Type.Refine(
        Type.String({
          minLength: 3,
          maxLength: 4,
          description: 'Security code of the card: any digits do',
          documented: { pattern: '^[0-9]+$' },
          examples: ['123'],
        }),
        (text) => /^\d*$/.test(text),
        () => 'must be the 3 or 4 digits of the security code',
      ),
    ),
  },
  { additionalProperties: false, description: 'A test card; test stores only' },
);

export type Card = Static<typeof CardInput>;

export const PaymentMethod = Type.Object({
  brand: Type.String({ examples: ['visa'] }),
  last4: Type.String({ examples: ['4242'] }),
});

/** The text for buyers at a suspicion of fraud: nothing that would help to commit it. */
const ASK_THE_BANK = 'The bank declined the card. Try another card, or ask the bank.';
const ANOTHER = 'Try another card or another way to pay.';
const A_MOMENT = 'Try again in a moment.';

/** Why a payment can be declined, and the message for the buyer. */
export const DECLINES = {
  card_declined: ASK_THE_BANK,
  do_not_honor: ASK_THE_BANK,
  call_issuer: ASK_THE_BANK,
  insufficient_funds: 'There is not enough money on the card or account. Try another one.',
  withdrawal_count_limit_exceeded: `The card has reached its limit. ${ANOTHER}`,
  card_velocity_exceeded: `The card has been used too often for now. ${ANOTHER}`,
  amount_too_small: 'The amount is too small to be charged.',
  amount_not_chargeable: 'This amount cannot be charged in this currency.',
  amount_too_large: `The amount is too large for this way to pay. ${ANOTHER}`,
  duplicate_transaction: 'The bank takes this for a payment that was just made. Ask the bank.',

  expired_card: 'The card has expired. Try another card.',
  incorrect_number: 'The number of the card is wrong. Check it and try again.',
  incorrect_cvc: 'The security code of the card is wrong. Check it and try again.',
  incorrect_expiry: 'The expiry date of the card is wrong. Check it and try again.',
  incorrect_address: 'The bank has another address for the card. Check it and try again.',
  new_account_information_available: 'The card has been replaced by a new one. Use that one.',

  lost_card: ASK_THE_BANK,
  stolen_card: ASK_THE_BANK,
  pickup_card: ASK_THE_BANK,
  fraudulent: ASK_THE_BANK,
  restricted_card: ASK_THE_BANK,
  security_violation: ASK_THE_BANK,
  card_blocked: ASK_THE_BANK,

  card_not_supported: `The card cannot be used for this purchase. ${ANOTHER}`,
  currency_not_supported: `The card cannot be charged in this currency. ${ANOTHER}`,
  transaction_not_allowed: `The bank does not allow this kind of payment. ${ANOTHER}`,
  revocation_of_authorization:
    'The buyer has told the bank to stop this payment. Use another card.',
  revocation_of_all_authorizations:
    'The buyer has told the bank to stop all payments to this shop. Use another card.',
  stop_payment_order: 'The buyer has told the bank to stop this payment. Use another card.',

  processing_error: `The bank could not process the card just now. ${A_MOMENT}`,
  issuer_not_available: `The bank could not be reached just now. ${A_MOMENT}`,
  reenter_transaction: `The bank could not process the payment just now. ${A_MOMENT}`,
  try_again_later: 'The bank declined the card for now. Try again later, or try another card.',

  invalid_account: `The card or bank account does not work. ${ANOTHER}`,
  account_closed: `The bank account is closed. ${ANOTHER}`,
  bank_account_unusable: `The bank account cannot be debited. ${ANOTHER}`,
  debit_not_authorized: `The bank account may not be debited any more. ${ANOTHER}`,
  payment_failed: `The payment did not go through. ${ANOTHER}`,
  payment_method_declined: `The payment was declined. ${ANOTHER}`,

  authentication_required:
    'The bank wants the buyer to confirm this payment, which only the payment page can ask for.',
  authentication_failed: 'The payment was not confirmed with the bank. Try again.',
  confirmation_expired: 'The payment was not confirmed with the bank in time. Try again.',
  payment_not_completed:
    'The payment was not completed, and nothing was charged. You can try again.',
  trial_used: 'You have had the trial of this plan already. Nothing was charged.',
  charge_canceled: 'The subscription was canceled before it was charged.',
  payment_method_missing: 'There is no card to charge. Add one.',
  payment_not_made: 'The payment could not be made, and nothing was charged. Try again.',
  payment_refused: 'The shop cannot take this payment just now, and nothing was charged.',
  test_card_required: 'This is a test shop: only test cards work here, and nothing is charged.',
} as const;

/** Declines that a retry cannot change: another card is needed, or the buyer has to act. */
export const HARD_DECLINES: readonly string[] = [
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'card_blocked',
  'fraudulent',
  'security_violation',
  'incorrect_number',
  'new_account_information_available',
  'card_not_supported',
  'currency_not_supported',
  'transaction_not_allowed',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'stop_payment_order',
  'invalid_account',
  'account_closed',
  'bank_account_unusable',
  'debit_not_authorized',
] satisfies (keyof typeof DECLINES)[];

export type DeclineCode = keyof typeof DECLINES;

/** The message for a decline. Codes that we do not know get the most general message. */
export const declineMessage = (code: string): string =>
  Object.entries(DECLINES).find(([known]) => known === code)?.[1] ?? DECLINES.card_declined;

/** A card is valid to the last day of its month. */
export const isExpiredAt = (
  card: { exp_month: number | null; exp_year: number | null },
  at: number,
): boolean =>
  card.exp_year !== null &&
  card.exp_month !== null &&
  Date.UTC(card.exp_year, card.exp_month, 1) <= at;

const EXPIRY_NOTICE_MS = 30 * DAY_MS;

/** When a customer is notified that a card expires; null if that is not known. */
export const expiryNoticeAt = (card: {
  exp_month: number | null;
  exp_year: number | null;
}): number | null =>
  card.exp_year === null || card.exp_month === null
    ? null
    : Date.UTC(card.exp_year, card.exp_month, 1) - EXPIRY_NOTICE_MS;

/** What is wrong with an expired card. */
export function whyNotCard(card: Card, now: number): Detail[] {
  if (!isExpiredAt(card, now)) return [];
  const message = 'is in the past: the card has expired';
  return [{ param: 'exp_year', code: 'expired', message }];
}

/** Only the digits, without the spaces and dashes that people type. */
export const cardDigits = (text: string): string => text.replace(/[\s-]/g, '');

function isCardNumber(text: string): boolean {
  const digits = cardDigits(text);
  return /^\d{12,19}$/.test(digits) && luhnSum(digits) % 10 === 0;
}

/** Luhn's checksum, which every mistyped digit changes. */
function luhnSum(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const weighted = at % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum;
}

/** What the audit log says of a card that a customer pays with from now on. */
export const givenCard = (
  customer_id: string,
  { card_brand, card_last_four }: { card_brand: string; card_last_four: string },
) => ({
  target: customer_id,
  after: { card: { brand: card_brand, last4: card_last_four } },
});
