import type { EventRow } from '../../../platform/core/events.ts';
import type { RevealKey } from '../../licenses/license-key.rules.ts';

/** Every type of event that Creem has for what happens here. */
export const CREEM_EVENT_TYPES = [
  'checkout.completed',
  'refund.created',
  'dispute.created',
  'subscription.active',
  'subscription.trialing',
  'subscription.paid',
  'subscription.update',
  'subscription.scheduled_cancel',
  'subscription.canceled',
  'subscription.expired',
  'subscription.past_due',
  'subscription.unpaid',
  'subscription.paused',
] as const;
export type CreemEventType = (typeof CREEM_EVENT_TYPES)[number];

type EventData = Record<string, unknown>;

/** Which of Creem's events each of ours is, by its data; those without a line are none. */
const COUNTERPARTS = new Map<string, (data: EventData) => CreemEventType[]>(
  Object.entries({
    'checkout.completed': () => ['checkout.completed'],
    'transaction.paid': ({ type }) =>
      // A renewal is sent as subscription.renewed, which also comes when nothing was to be paid.
      type === 'subscription_start' || type === 'plan_change' ? ['subscription.paid'] : [],
    'transaction.refunded': () => ['refund.created'],
    'transaction.disputed': () => ['dispute.created'],
    'subscription.created': ({ status }) => [running(status)],
    'subscription.trial_extended': () => ['subscription.update'],
    'subscription.renewed': () => ['subscription.paid'],
    'subscription.updated': () => ['subscription.update'],
    'subscription.past_due': () => ['subscription.past_due'],
    'subscription.recovered': ({ status }) => [running(status)],
    'subscription.resumed': ({ status }) => [running(status)],
    'subscription.paused': ({ paused_by }) =>
      paused_by === 'unpaid'
        ? ['subscription.unpaid', 'subscription.paused']
        : ['subscription.paused'],
    'subscription.cancel_scheduled': () => ['subscription.scheduled_cancel'],
    // Creem's libraries take access away with `expired`: a period ended and no other was paid.
    'subscription.canceled': ({ cancel_at_period_end, cancellation_reason }) =>
      cancel_at_period_end === true || cancellation_reason === 'payment_failed'
        ? ['subscription.expired', 'subscription.canceled']
        : ['subscription.canceled'],
  } satisfies Record<string, (event_data: EventData) => CreemEventType[]>),
);

const running = (status: unknown): CreemEventType =>
  status === 'trialing' ? 'subscription.trialing' : 'subscription.active';

/** What an event is in Creem's words, in the order in which it is sent: nothing, one or two. */
export const creemTypesOf = ({ type, data }: Pick<EventRow, 'type' | 'data'>): CreemEventType[] =>
  COUNTERPARTS.get(type)?.(JSON.parse(data)) ?? [];

/** The identifier of a message: that of its event; the second of two has one of its own. */
export function creemMessageId(event: EventRow, type: string): string {
  const types: string[] = creemTypesOf(event);
  const position = types.indexOf(type);
  return position > 0 ? `${event.event_id}_${position + 1}` : event.event_id;
}

/** The body of a message as it is stored, with seeds in place of license keys. */
export const creemBody = (event: EventRow, type: CreemEventType, object: object): string =>
  JSON.stringify({
    id: creemMessageId(event, type),
    eventType: type,
    created_at: event.created_at,
    object,
  });

/** The body as it is sent. Keys are in one place, and in one type: what metadata says stays. */
export function revealKeysOf(stored: string, revealKey: RevealKey): string {
  const body = JSON.parse(stored);
  const licenses = body.object.license_keys;
  if (body.eventType !== 'checkout.completed' || !Array.isArray(licenses)) return stored;
  const license_keys = licenses.map((one) => ({ ...one, key: revealKey(one.key) }));
  return JSON.stringify({ ...body, object: { ...body.object, license_keys } });
}
