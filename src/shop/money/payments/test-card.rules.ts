import type { DeclineCode } from './card.rules.ts';

/** What a test card does when it is charged. */
export type CardBehavior =
  | 'pays'
  | 'confirms'
  | 'pays_tomorrow'
  | 'refuses_refunds'
  | 'refunds_later'
  | 'fails_refunds_later'
  | 'returns_refunds'
  | 'disputed_lost'
  | 'disputed_won'
  | 'pays_up_to_100'
  | 'declines_later'
  | 'lost_later'
  | DeclineCode;

interface TestCard {
  brand: string;
  behavior: CardBehavior;
  /** Where it was issued, if not in the United States. */
  country?: string;
  /** What the payment page of a test store says about it; not shown without. */
  shown_as?: 'pays' | 'is_declined' | 'has_no_money' | 'asks_to_confirm';
}

/** Cards that pay, and were issued elsewhere than in the United States. Stripe's own, too. */
const ABROAD: Record<string, string> = {
  '4000000400000008': 'AT',
  '4000000360000006': 'AU',
  '4000000560000004': 'BE',
  '4000001240000000': 'CA',
  '4000007560000009': 'CH',
  '4000007240000007': 'ES',
  '4000002500000003': 'FR',
  '4000008260000000': 'GB',
  '4000003000000030': 'GR',
  '4000003480000005': 'HU',
  '4000003720000005': 'IE',
  '4000003560000008': 'IN',
  '4000003800000008': 'IT',
  '4000003920000003': 'JP',
  '4000005280000002': 'NL',
  '4000005780000007': 'NO',
  '4000005540000008': 'NZ',
  '4000006160000005': 'PL',
  '4000006200000007': 'PT',
  '4000007520000008': 'SE',
  '4000007020000003': 'SG',
};

/** Stripe's well-known test cards. */
export const TEST_CARDS: Record<string, TestCard> = {
  '4242424242424242': { brand: 'visa', behavior: 'pays', shown_as: 'pays' },
  '4000000000000002': { brand: 'visa', behavior: 'card_declined', shown_as: 'is_declined' },
  '4000000000009995': {
    brand: 'visa',
    behavior: 'insufficient_funds',
    shown_as: 'has_no_money',
  },
  '4000002500003155': { brand: 'visa', behavior: 'confirms', shown_as: 'asks_to_confirm' },
  '4000002760000016': {
    brand: 'visa',
    behavior: 'pays',
    country: 'DE',
    shown_as: 'pays',
  },
  '4000000000000069': { brand: 'visa', behavior: 'expired_card' },
  '4000000000000127': { brand: 'visa', behavior: 'incorrect_cvc' },
  '4000000000000119': { brand: 'visa', behavior: 'processing_error' },
  '4000000000009987': { brand: 'visa', behavior: 'lost_card' },
  '4000000000009979': { brand: 'visa', behavior: 'stolen_card' },
  // Can be saved, and is declined when it is charged later.
  '4000000000000341': { brand: 'visa', behavior: 'declines_later' },
  // Can be saved, and is found to be lost when it is charged later.
  '4000000000000358': { brand: 'visa', behavior: 'lost_later' },
  // Pays amounts of up to 10,000 minor units (100.00), and is declined for more.
  '4000000000000366': { brand: 'visa', behavior: 'pays_up_to_100' },
  // Pays, but only a day later.
  '4000000000000382': { brand: 'visa', behavior: 'pays_tomorrow' },
  // Pays, and a refund to it is refused at once.
  '4000000000000374': { brand: 'visa', behavior: 'refuses_refunds' },
  // Pays, and a refund to it is pending for two days; then it is paid, or fails.
  '4000000000007726': { brand: 'visa', behavior: 'refunds_later' },
  '4000000000005134': { brand: 'visa', behavior: 'fails_refunds_later' },
  // Pays, and a refund to it is paid at once, but fails two days later.
  '4000000000005126': { brand: 'visa', behavior: 'returns_refunds' },
  // Pays; an hour later the payment is disputed, and two days later that is lost, or won.
  '4000000000000259': { brand: 'visa', behavior: 'disputed_lost' },
  '4000000000002685': { brand: 'visa', behavior: 'disputed_won' },
  '4000056655665556': { brand: 'visa', behavior: 'pays' },
  '5555555555554444': { brand: 'mastercard', behavior: 'pays' },
  '2223003122003222': { brand: 'mastercard', behavior: 'pays' },
  '378282246310005': { brand: 'amex', behavior: 'pays' },
  '6011111111111117': { brand: 'discover', behavior: 'pays' },
  '3056930009020004': { brand: 'diners', behavior: 'pays' },
  '3566002020360505': { brand: 'jcb', behavior: 'pays', country: 'JP' },
  '6200000000000005': { brand: 'unionpay', behavior: 'pays', country: 'CN' },
  ...Object.fromEntries(
    Object.entries(ABROAD).map(([digits, country]) => [
      digits,
      { brand: 'visa', behavior: 'pays' as const, country },
    ]),
  ),
};

const SAVEABLE: CardBehavior[] = [
  'pays',
  'confirms',
  'pays_tomorrow',
  'refuses_refunds',
  'refunds_later',
  'fails_refunds_later',
  'returns_refunds',
  'disputed_lost',
  'disputed_won',
  'pays_up_to_100',
  'declines_later',
  'lost_later',
];

/** Why a card cannot even be saved. */
export const whyNotSaved = (behavior: CardBehavior): string | undefined =>
  SAVEABLE.includes(behavior) ? undefined : behavior;

/** A card that is saved needs no row: its token says what it does. */
export const tokenOf = (secret: string, behavior: CardBehavior): string =>
  `card_${secret}_${behavior}`;

/** What a token says; undefined for one from before tokens said it. */
export const behaviorIn = (token: string): string | undefined =>
  /^card_[^_]+_(\w+)$/.exec(token)?.[1];

/** Any other card is refused: somebody may have typed a real one. */
export const testCard = (digits: string): TestCard =>
  TEST_CARDS[digits] ?? { brand: 'unknown', behavior: 'test_card_required' };
