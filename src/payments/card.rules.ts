import Type, { type Static } from 'typebox';
import type { Detail } from '../core/errors.ts';
import { Sensitive } from '../core/fields.ts';

/** A card as somebody types it. It is handed to the provider and never stored or logged. */
export const CardInput = Type.Object(
  {
    number: Sensitive(
      { last_characters: 4 },
      Type.Refine(
        Type.String({
          minLength: 12,
          maxLength: 30,
          documented: { pattern: '^[0-9][0-9 -]+$' },
          examples: ['4242424242424242'],
        }),
        (text) => isCardNumber(text),
        () => 'must be a card number',
      ),
    ),
    exp_month: Type.Integer({ minimum: 1, maximum: 12, examples: [12] }),
    exp_year: Type.Integer({ minimum: 2000, maximum: 2100, examples: [2034] }),
    cvc: Sensitive(
      { last_characters: 0 },
      Type.Refine(
        Type.String({
          minLength: 3,
          maxLength: 4,
          documented: { pattern: '^[0-9]+$' },
          examples: ['123'],
        }),
        (text) => /^\d*$/.test(text),
        () => 'must be the 3 or 4 digits of the security code',
      ),
    ),
  },
  { additionalProperties: false, description: 'A test card: test stores only' },
);

export type Card = Static<typeof CardInput>;

export const PaymentMethod = Type.Object({
  brand: Type.String({ examples: ['visa'] }),
  last4: Type.String({ examples: ['4242'] }),
});

/** Why a payment can be declined, and the message for the buyer. */
export const DECLINES = {
  card_declined: 'The bank declined the card. Try another card, or ask the bank.',
  insufficient_funds: 'There is not enough money on the card. Try another card.',
  expired_card: 'The card has expired. Try another card.',
  incorrect_cvc: 'The security code of the card is wrong. Check it and try again.',
  lost_card: 'The bank declined the card. Try another card, or ask the bank.',
  stolen_card: 'The bank declined the card. Try another card, or ask the bank.',
  processing_error: 'The bank could not process the card just now. Try again in a moment.',
  authentication_required:
    'The bank wants the buyer to confirm this payment, which only the payment page can ask for.',
  authentication_failed: 'The payment was not confirmed with the bank. Try again.',
  confirmation_expired: 'The payment was not confirmed with the bank in time. Try again.',
  charge_canceled: 'The subscription was canceled before it was charged.',
  payment_method_missing: 'There is no card to charge. Add one.',
  payment_not_made: 'The payment could not be made, and nothing was charged. Try again.',
  test_card_required: 'This is a test shop: only test cards work here, and nothing is charged.',
} as const;

export type DeclineCode = keyof typeof DECLINES;

/** The message for a decline. Codes that we do not know get the most general message. */
export const declineMessage = (code: string): string =>
  Object.entries(DECLINES).find(([known]) => known === code)?.[1] ?? DECLINES.card_declined;

/** What is wrong with an expired card. A card is valid to the last day of its month. */
export function whyNotCard(card: Card, now: number): Detail[] {
  const first_day_after = Date.UTC(card.exp_year, card.exp_month, 1);
  if (first_day_after > now) return [];
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
