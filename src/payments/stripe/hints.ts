import Stripe from 'stripe';
import type { Gateway, Hint } from '../gateway.ts';
import { isLiveKey, type StripeAccess, stripeOf } from './credentials.ts';
import { answerOf, StripeRefused } from './refusals.ts';
import { cardToken, idOf } from './saved-card.ts';

/** What Stripe is asked to tell; at most twenty, since its list of events takes no more. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'charge.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'payment_method.automatically_updated',
  'payment_method.updated',
  'radar.early_fraud_warning.created',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

const TOLERANCE_SECONDS = 300;
const EVENTS_MAX = 100;
const PAGES_MAX = 50;

export const hintsAt = (
  access: StripeAccess,
): Required<Pick<Gateway, 'readMessage' | 'listHints'>> => ({
  async readMessage({ store_id, body, signature }) {
    const found = await access.credentialsOf(store_id);
    if (!found) return undefined;
    const { key, account_id, webhook_secrets } = found;
    const event = signedEvent(access.clientFor(key), body, signature, webhook_secrets);
    if (!event) return undefined;
    // The endpoint of another mode or account may be registered with the same address.
    const is_ours =
      event.livemode === isLiveKey(key) && (event.account ?? account_id) === account_id;
    return is_ours && hasObject(event) ? hintsIn(event) : [];
  },

  async listHints({ store_id, cursor }) {
    const stripe = await stripeOf(access, store_id);
    const types = [...EVENT_TYPES];
    if (cursor === null) {
      const { data } = await answerOf(stripe.events.list({ types, limit: 1 }));
      return { hints: [], next_cursor: data[0]?.id ?? '' };
    }
    const data = await eventsSince(stripe, cursor);
    const next_cursor = data[0]?.id ?? cursor;
    return { hints: data.toReversed().flatMap(hintsIn), next_cursor };
  },
});

/** The newest first. */
async function eventsSince(stripe: Stripe, cursor: string): Promise<Stripe.Event[]> {
  const page = { types: [...EVENT_TYPES], limit: EVENTS_MAX };
  if (cursor === '') return everyEvent(stripe);
  try {
    return (await answerOf(stripe.events.list({ ...page, ending_before: cursor }))).data;
  } catch (error) {
    // Stripe keeps events for 30 days. If nobody asked for that long, the cursor is gone too.
    if (!(error instanceof StripeRefused)) throw error;
    return everyEvent(stripe);
  }
}

/** All that Stripe still has. */
async function everyEvent(stripe: Stripe): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = [];
  for (let page = 0; page < PAGES_MAX; page++) {
    const after = events.at(-1)?.id;
    const { data, has_more } = await answerOf(
      stripe.events.list({
        types: [...EVENT_TYPES],
        limit: EVENTS_MAX,
        ...(after !== undefined && { starting_after: after }),
      }),
    );
    events.push(...data);
    if (!has_more) break;
  }
  return events;
}

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
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return undefined;
    }
  }
  return undefined;
}

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
      return [{ of: 'charge', reference, key: metadata.transaction_id ?? null }];
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
    default:
      return [];
  }
}
