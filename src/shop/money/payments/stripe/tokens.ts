import type Stripe from 'stripe';
import { wallClock } from '../../../../platform/core/time.ts';
import type { DeclineCode } from '../card.rules.ts';
import type { Gateway, SavedCard } from '../gateway.ts';
import { answerAtOnce } from './at-once.ts';
import { isLiveKey, type StripeAccess, stripeOf } from './credentials.ts';
import { toStripeAmount } from './currency.rules.ts';
import { isMissing } from './refusals.ts';

const TOKEN = /^ctoken_\w{1,250}$/;

/** Whether what a transaction is paid with came from Stripe's fields on our page. */
export const isPageToken = (card_token: string | null): card_token is string =>
  card_token !== null && TOKEN.test(card_token);

/**
 * What the fields on our page may offer, and what a payment by them takes: the same list on both
 * sides, for Stripe refuses a payment that is made in a way which it does not allow. Apple Pay and
 * Google Pay are cards.
 */
export const FIELD_METHODS: readonly string[] = ['card'];

/** The name is that of the version of the API; Stripe allows no copy of it. */
const SCRIPT = 'https://js.stripe.com/endive/stripe.js';

/** As Stripe lists them, with the addresses that its script reports to. */
const ORIGINS = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://*.stripe.com', 'https://m.stripe.network'],
  connect: ['https://*.stripe.com', 'https://m.stripe.network'],
  image: ['https://*.stripe.com'],
  form: ['https://*.stripe.com'],
} as const;

type Fields = Required<Pick<Gateway, 'fieldsOf' | 'saveCard'>>;

export const fieldsAt = (access: StripeAccess): Fields => ({
  async fieldsOf(store_id) {
    const found = await access.credentialsOf(store_id);
    if (found?.publishable_key == null) return undefined;
    const { publishable_key: public_key } = found;
    const page = { script: SCRIPT, public_key, origins: ORIGINS, methods: FIELD_METHODS };
    return { kind: 'fields', ...page, amountOf: toStripeAmount };
  },

  async saveCard(given) {
    if (!('token' in given))
      throw new Error('cards are typed into the fields of Stripe, never here');
    const { store_id, token } = given;
    if (!isPageToken(token)) return unusable(token);
    const stripe = await stripeOf(access, store_id);
    const key = (await access.credentialsOf(store_id))?.key ?? '';
    const found = await findToken(stripe, token);
    if (!found || isSpent(found) || found.livemode !== isLiveKey(key)) return unusable(token);
    const { card, type } = found.payment_method_preview ?? {};
    if (!card || !FIELD_METHODS.includes(String(type))) return unusable(token);
    const { country, brand, last4, exp_month, exp_year } = card;
    return {
      provider: 'stripe',
      card_token: token,
      card_brand: brand,
      card_last_four: last4,
      exp_month,
      exp_year,
      ...(country !== null && /^[A-Z]{2}$/.test(country) && { card_country: country }),
    };
  },
});

/** Of another account or mode, used, or expired: the decline says that nothing was charged. */
export const UNUSABLE: DeclineCode = 'payment_not_made';

const unusable = (card_token: string): SavedCard => ({
  ...{ provider: 'stripe', card_token, card_brand: '', card_last_four: '' },
  refused: UNUSABLE,
});

const isSpent = (token: Stripe.ConfirmationToken): boolean =>
  usedBy(token) !== null || (token.expires_at !== null && token.expires_at * 1000 <= wallClock());

/**
 * Whether somebody has made it otherwise than our page does: what it brings may be why Stripe refuses
 * a payment, which no seller could mend. `saves_card`: what the payment was to be.
 */
export function isForeign(
  { setup_future_usage, shipping, mandate_data, payment_method_preview }: Brought,
  { saves_card }: { saves_card: boolean },
): boolean {
  const { type, customer } = payment_method_preview ?? {};
  const promised = setup_future_usage ?? 'off_session';
  const is_promised = promised === 'off_session' && (saves_card || setup_future_usage === null);
  const brings_more = shipping != null || mandate_data != null || customer != null;
  return !is_promised || brings_more || !FIELD_METHODS.includes(String(type));
}

type Brought = Pick<
  Stripe.ConfirmationToken,
  'setup_future_usage' | 'shipping' | 'mandate_data' | 'payment_method_preview'
>;

/** The payment, or the setup, that was tried with it. */
export const usedBy = ({
  payment_intent,
  setup_intent,
}: Pick<Stripe.ConfirmationToken, 'payment_intent' | 'setup_intent'>): string | null =>
  payment_intent ?? setup_intent;

/** Undefined if this account knows no such token. */
export async function findToken(
  stripe: Stripe,
  token: string,
): Promise<Stripe.ConfirmationToken | undefined> {
  try {
    return await answerAtOnce(stripe, (options) =>
      stripe.confirmationTokens.retrieve(token, {}, options),
    );
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
