import type Stripe from 'stripe';
import type { Charge } from '../gateway.ts';
import { sessionParameters } from './charge-parameters.ts';
import { SESSION_EXPAND } from './charge-result.ts';
import { smallestStripeCharge, stripeStep } from './currency.rules.ts';
import { isStripeError } from './package.ts';
import { answerOf, StripeRefused, wordsOf } from './refusals.ts';

/** Nobody comes back from a page that nobody sees. */
const NOWHERE = 'https://example.com/';

/**
 * Opens a page to pay and one to save a card, with what a purchase says, and ends both at once.
 * Answers why Stripe opens none, in its words: an account without a name, for example.
 */
export async function refusedPages(stripe: Stripe, currency: string): Promise<string[]> {
  const sells_in = stripeStep(currency) === undefined ? 'USD' : currency;
  const amount_minor = 2 * smallestStripeCharge(sells_in);
  const pages = [pageFor(sells_in, amount_minor), pageFor(sells_in, 0)];
  const said = await Promise.all(pages.map((page) => whyRefused(stripe, page)));
  return [...new Set(said.filter((one) => one !== undefined))];
}

async function whyRefused(stripe: Stripe, page: Charge): Promise<string | undefined> {
  const { sessions } = stripe.checkout;
  const expand = SESSION_EXPAND;
  let opened: Stripe.Checkout.Session;
  try {
    opened = await sessions.create({ ...sessionParameters(page, true), expand });
  } catch (error) {
    return whyNot(error);
  }
  try {
    await sessions.expire(opened.id);
  } catch (error) {
    // It ends by itself within a day, and nobody knows its address.
    if (!isStripeError(error)) throw error;
  }
  return undefined;
}

async function whyNot(error: unknown): Promise<string> {
  if (isStripeError(error) && error.statusCode === 403) return wordsOf(error);
  const refused = await answerOf(Promise.reject(error)).catch((plain: unknown) => plain);
  if (refused instanceof StripeRefused) return `Stripe opens no page: ${refused.words}`;
  throw refused;
}

const pageFor = (currency: string, amount_minor: number): Charge => ({
  store_id: '',
  key: 'kassa',
  card_token: null,
  amount_minor,
  currency,
  saves_card: true,
  buyer_present: true,
  return_url: NOWHERE,
  payer: {
    customer_id: 'kassa',
    email: null,
    name: null,
    saved_card: null,
    language: null,
  },
  description: 'Kassa tries whether a page can be opened',
  lines: [{ description: 'Kassa tries a page', quantity: 1, amount_minor }],
  metadata: { kassa: 'try' },
  created_at: 0,
  now: 0,
});
