import type Stripe from 'stripe';
import type { Gateway, Hint } from '../gateway.ts';
import { isLiveKey, type StripeAccess, stripeOf } from './credentials.ts';
import { eventsSince, newestCursor } from './events.ts';
import { isWrongSignature } from './package.ts';
import { cardToken, idOf } from './saved-card.ts';

const TOLERANCE_SECONDS = 300;

export const hintsAt = (
  access: StripeAccess,
): Required<Pick<Gateway, 'readMessage' | 'listHints'>> => ({
  async readMessage({ store_id, body, signature }) {
    const found = await access.credentialsOf(store_id);
    if (!found) return undefined;
    const { key, account_id, webhook_secrets } = found;
    const event = signedEvent(await access.clientFor(key), body, signature, webhook_secrets);
    if (!event) return undefined;
    // The endpoint of another mode or account may be registered with the same address.
    const is_ours =
      event.livemode === isLiveKey(key) && (event.account ?? account_id) === account_id;
    return is_ours ? hintsOf(event) : [];
  },

  async listHints({ store_id, cursor }) {
    const stripe = await stripeOf(access, store_id);
    if (cursor === null) return { hints: [], next_cursor: await newestCursor(stripe) };
    const { events, next_cursor } = await eventsSince(stripe, cursor);
    return { hints: events.flatMap(hintsOf), next_cursor };
  },
});

function signedEvent(
  stripe: Stripe,
  body: Buffer,
  signature: string,
  secrets: string[],
): Stripe.Event | undefined {
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS);
    } catch (error) {
      if (!isWrongSignature(error)) return undefined;
    }
  }
  return undefined;
}

/** Only what can be the name of something: a name is looked up here and at Stripe. */
function hintsOf(event: Stripe.Event): Hint[] {
  if (!hasObject(event)) return [];
  return hintsIn(event)
    .filter(({ reference }) => isName(reference))
    .map((hint) => ({ ...hint, key: isName(hint.key) ? hint.key : null }));
}

/** Of one thing, or of a card and its owner. */
const isName = (value: unknown): boolean =>
  typeof value === 'string' && /^(\w{0,255}\/)?\w{1,255}$/.test(value);

const hasObject = ({ data }: { data?: { object?: unknown } }): boolean =>
  typeof data?.object === 'object' && data.object !== null;

function hintsIn(event: Stripe.Event): Hint[] {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'setup_intent.succeeded': {
      const { id, metadata } = event.data.object;
      return [{ of: 'charge', reference: id, key: metadata?.transaction_id ?? null }];
    }
    case 'charge.updated': {
      const { payment_intent, metadata } = event.data.object;
      const reference = idOf(payment_intent);
      if (reference === null) return [];
      return [{ of: 'charge', reference, key: metadata?.transaction_id ?? null }];
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const { id, metadata } = event.data.object;
      return [{ of: 'refund', reference: id, key: metadata?.transaction_id ?? null }];
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return [{ of: 'dispute', reference: event.data.object.id, key: null }];
    case 'payment_method.automatically_updated':
    case 'payment_method.updated': {
      const { id, customer } = event.data.object;
      return [{ of: 'card', reference: cardToken(idOf(customer), id), key: null }];
    }
    case 'radar.early_fraud_warning.created':
      return [{ of: 'warning', reference: event.id, key: null }];
    default:
      return [];
  }
}
