// Events: a picture of an object at the moment something happened to it. Kept for 30 days.
import type Stripe from 'stripe';
import { listOf } from './lists.ts';
import { boolean, list, page, range, text } from './parameters.ts';
import { invalid, refuseFraud } from './refusals.ts';
import { find, route } from './route.ts';
import { sendToEndpoints } from './webhook-sending.ts';
import { API_VERSION, type Context, newId, nowSeconds } from './world.ts';

const KEPT_SECONDS = 30 * 86_400;

/** What the stand-in tells of, and what else an endpoint may ask for. */
export const EVENT_TYPES = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.failed',
  'charge.pending',
  'charge.refund.updated',
  'charge.refunded',
  'charge.succeeded',
  'charge.updated',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.created',
  'customer.updated',
  'payment_intent.canceled',
  'payment_intent.created',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'payment_method.attached',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'payment_method.updated',
  'radar.early_fraud_warning.created',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'setup_intent.canceled',
  'setup_intent.created',
  'setup_intent.requires_action',
  'setup_intent.setup_failed',
  'setup_intent.succeeded',
] as const satisfies Stripe.Event['type'][];

export type EventType = (typeof EVENT_TYPES)[number];

/** Remembers and sends that this happened to the object, as it is now. */
export function emit(
  context: Context,
  type: EventType,
  object: object,
  previous_attributes?: object,
): void {
  const { world, data, request } = context;
  const event = makeEvent(context, type, object, {
    request: request ?? { id: null, idempotency_key: null },
    ...(previous_attributes && { previous_attributes }),
  });
  data.events.set(event.id, event);
  sendToEndpoints(world, data, event);
}

export function makeEvent(
  { world, data }: Context,
  type: string,
  object: object,
  more: {
    request: Stripe.Event.Request | null;
    account?: string;
    previous_attributes?: object;
    created?: number;
  },
): Stripe.Event {
  const { request, account, previous_attributes, created = nowSeconds(world) } = more;
  const event = {
    id: newId('evt'),
    object: 'event',
    ...(account !== undefined && { account }),
    api_version: API_VERSION,
    created,
    data: { object: structuredClone(object), ...(previous_attributes && { previous_attributes }) },
    livemode: data.livemode,
    pending_webhooks: 0,
    request,
    type,
  };
  return event as unknown as Stripe.Event; // Of the type that `type` says.
}

const isKept = (context: Context) => (event: Stripe.Event) =>
  event.created > nowSeconds(context.world) - KEPT_SECONDS;

export const eventRoutes = [
  route<Stripe.EventRetrieveParams>({
    call: 'GET /v1/events/:id',
    permission: 'rak_event_read',
    parameters: {},
    handle(context, _parameters, id) {
      const event = find(context, 'events', id);
      if (!isKept(context)(event)) context.data.events.delete(id);
      return find(context, 'events', id);
    },
  }),
  route<Stripe.EventListParams>({
    call: 'GET /v1/events',
    permission: 'rak_event_read',
    parameters: {
      ...page,
      created: range,
      type: text,
      types: list(text, 20),
      delivery_success: boolean,
    },
    handle(context, { type, types, delivery_success, ...paging }) {
      if (type !== undefined && types !== undefined) {
        throw invalid('You may only specify one of these parameters: type, types.');
      }
      refuseFraud(context.data.seller.hides_fraud, types);
      const wanted = types ?? (type === undefined ? undefined : [type]);
      const matches = (event: Stripe.Event) =>
        wanted === undefined ||
        wanted.some((name) =>
          name.endsWith('*') ? event.type.startsWith(name.slice(0, -1)) : event.type === name,
        );
      const wasTaken = ({ pending_webhooks }: Stripe.Event) =>
        delivery_success === undefined || (pending_webhooks === 0) === delivery_success;
      const all = [...context.data.events.values()].filter(
        (event) => isKept(context)(event) && matches(event) && wasTaken(event),
      );
      return listOf(all, '/v1/events', paging);
    },
  }),
];
