// Stripe's test cards and test bank accounts, and how each behaves.
import type Stripe from 'stripe';

export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
  advice_code?: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later';
  /** What the network says to it, a number of two digits. */
  network_advice_code?: string;
}

export interface Habit {
  brand: 'visa' | 'mastercard' | 'amex';
  /** Whatever is asked of it. */
  declines?: Decline;
  /** Only when it is charged; it can be saved. */
  declines_charges?: Decline;
  /** 3-D Secure: for every payment; until it was saved with it; or only while the buyer is there. */
  authentication?: 'always' | 'until_set_up' | 'on_session';
  /** Although the buyer confirmed it. */
  declines_once_authenticated?: Decline;
  disputed?: 'fraudulent' | 'product_not_received' | 'inquiry';
  refunds?: 'pending' | 'fail_later';
  /** Where it was issued, if not in the United States. */
  country?: string;
}

/** What is behind a payment method. */
export interface TestMethod {
  number: string;
  habit: Habit | null;
  /** How a bank debit ends; null for a card. */
  debit: { ends: 'succeeded' | 'failed' | 'disputed' } | null;
  /** Saved with the buyer's consent to later payments. */
  is_set_up: boolean;
  /** Used without a customer, or detached: never again. */
  is_spent: boolean;
  exp: { month: number; year: number };
}

const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});
const GENERIC = declined('generic_decline');
const INSUFFICIENT: Decline = {
  ...declined('insufficient_funds', 'Your card has insufficient funds.'),
  advice_code: 'try_again_later',
};
const noMore = (decline_code: string): Decline => ({
  ...declined(decline_code),
  advice_code: 'do_not_try_again',
});

export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

export const INCORRECT_NUMBER: Decline = {
  code: 'incorrect_number',
  message: 'Your card number is incorrect.',
};

export const EXPIRED: Decline = { code: 'expired_card', message: 'Your card has expired.' };

const VISA: Habit = { brand: 'visa' };

/** By number, with the name of the payment method that Stripe has ready for it. */
const CARDS: Record<string, Habit & { ready?: string }> = {
  '4242424242424242': { ...VISA, ready: 'pm_card_visa' },
  '4000056655665556': { ...VISA, ready: 'pm_card_visa_debit' },
  '5555555555554444': { brand: 'mastercard', ready: 'pm_card_mastercard' },
  '378282246310005': { brand: 'amex', ready: 'pm_card_amex' },
  '4000000000000002': { ...VISA, declines: GENERIC, ready: 'pm_card_visa_chargeDeclined' },
  '4000000000009995': {
    ...VISA,
    declines: INSUFFICIENT,
    ready: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  },
  '4000000000009987': {
    ...VISA,
    declines: noMore('lost_card'),
    ready: 'pm_card_visa_chargeDeclinedLostCard',
  },
  '4000000000009979': {
    ...VISA,
    declines: noMore('stolen_card'),
    ready: 'pm_card_visa_chargeDeclinedStolenCard',
  },
  '4000000000006975': {
    ...VISA,
    declines: declined('card_velocity_exceeded'),
    ready: 'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
  },
  '4100000000000019': { ...VISA, declines: noMore('fraudulent'), ready: 'pm_card_radarBlock' },
  '4000000000000069': { ...VISA, declines: EXPIRED, ready: 'pm_card_chargeDeclinedExpiredCard' },
  '4000000000000127': {
    ...VISA,
    declines: {
      code: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
      advice_code: 'confirm_card_data',
    },
    ready: 'pm_card_chargeDeclinedIncorrectCvc',
  },
  '4000000000000119': {
    ...VISA,
    declines: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
      advice_code: 'try_again_later',
    },
    ready: 'pm_card_chargeDeclinedProcessingError',
  },
  '4000000000000341': { ...VISA, declines_charges: GENERIC, ready: 'pm_card_chargeCustomerFail' },
  '4000002500003155': {
    ...VISA,
    authentication: 'until_set_up',
    ready: 'pm_card_authenticationRequiredOnSetup',
  },
  '4000002760003184': {
    ...VISA,
    authentication: 'always',
    ready: 'pm_card_authenticationRequired',
  },
  '4000003800000446': {
    ...VISA,
    authentication: 'on_session',
    ready: 'pm_card_authenticationRequiredSetupForOffSession',
  },
  '4000008260003178': {
    ...VISA,
    authentication: 'always',
    declines_once_authenticated: INSUFFICIENT,
    ready: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  },
  '4000008400001629': {
    ...VISA,
    authentication: 'always',
    declines_once_authenticated: GENERIC,
    ready: 'pm_card_threeDSecureRequiredChargeDeclined',
  },
  '4000000000000259': { ...VISA, disputed: 'fraudulent', ready: 'pm_card_createDispute' },
  '4000000000002685': {
    ...VISA,
    disputed: 'product_not_received',
    ready: 'pm_card_createDisputeProductNotReceived',
  },
  '4000000000001976': { ...VISA, disputed: 'inquiry', ready: 'pm_card_createDisputeInquiry' },
  '4000002760000016': { ...VISA, country: 'DE', ready: 'pm_card_de' },
  '4000002500000003': { ...VISA, country: 'FR', ready: 'pm_card_fr' },
  // Of the stand-in alone: without money, and never to be tried again.
  '4000000000020026': { ...VISA, declines: noMore('insufficient_funds') },
  '5200000000000007': {
    brand: 'mastercard',
    declines: { ...INSUFFICIENT, network_advice_code: '03' },
  },
  '4000000000007726': { ...VISA, refunds: 'pending', ready: 'pm_card_pendingRefund' },
  '4000000000005126': { ...VISA, refunds: 'fail_later', ready: 'pm_card_refundFail' },
};

/** Test bank accounts for SEPA debits; any other that reads as an IBAN succeeds. */
const IBANS: Record<string, 'succeeded' | 'failed' | 'disputed'> = {
  AT611904300234573201: 'succeeded',
  DE89370400440532013000: 'succeeded',
  AT861904300235473202: 'failed',
  DE62370400440532013001: 'failed',
  AT591904300235473203: 'disputed',
};

/** How a card with this number behaves; undefined for no number of a card. */
export function habitOf(number: string): Habit | undefined {
  const digits = number.replace(/[\s-]/g, '');
  if (!/^\d{13,19}$/.test(digits) || !passesLuhn(digits)) return undefined;
  return CARDS[digits] ?? VISA;
}

export function numberOfReady(name: string): string | undefined {
  return Object.keys(CARDS).find((number) => CARDS[number]?.ready === name);
}

/** How a debit of this bank account ends; undefined for no IBAN. */
export function debitOf(iban: string): 'succeeded' | 'failed' | 'disputed' | undefined {
  const plain = iban.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return undefined;
  return IBANS[plain] ?? 'succeeded';
}

export function cardDetails(method: TestMethod): Stripe.PaymentMethod.Card {
  const brand = method.habit?.brand ?? 'visa';
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: method.habit?.country ?? 'US',
    display_brand: brand,
    exp_month: method.exp.month,
    exp_year: method.exp.year,
    fingerprint: fingerprint(method.number),
    funding: 'credit',
    generated_from: null,
    last4: method.number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

/** The same for every use of a number, as Stripe's is. */
export const fingerprint = (number: string): string =>
  [...number]
    .reduce((sum, sign) => (sum * 31n + BigInt(sign.charCodeAt(0))) % 10n ** 16n, 7n)
    .toString(36);

function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, sign, index) => {
    const doubled = Number(sign) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
