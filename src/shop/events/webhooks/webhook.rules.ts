import type { Static } from 'typebox';
import type { Detail } from '../../../platform/core/errors.ts';
import { EVENT_TYPES, type EventRow } from '../../../platform/core/events.ts';
import { Id, Instant, Line, Nullable, OneOf, TextOrNull } from '../../../platform/core/fields.ts';
import { EventId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { DAY_MS, isoInstant, isoInstantOrNull } from '../../../platform/core/time.ts';
import { CREEM_EVENT_TYPES, creemTypesOf } from './creem-events.rules.ts';

export const WEBHOOKS_MAX = 20;

export const WebhookId = Id(
  'wh_1tq3v9w0e00h4rk6m2x8pz7ycn5',
  'The webhook, as `create-webhook` answered it',
);

export const UrlInput = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'Where events are sent: a public https address. In a test store also what ' +
    'KASSA_WEBHOOK_ALLOW names',
  documented: { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' },
  examples: ['https://example.com/webhooks/kassa'],
});

const FORMATS = ['kassa', 'creem'] as const;
export type WebhookFormat = (typeof FORMATS)[number];

export const FormatInput = OneOf([...FORMATS], {
  description:
    '`kassa`: events as `list-events` shows them. `creem`: bodies and signatures as Creem sends ' +
    'them, for programs that were written for it',
  examples: ['kassa'],
});

export const NameInput = Nullable(
  Line(100, { description: 'What you call it', examples: ['Fulfilment'] }),
);

const TYPES_OF: Record<WebhookFormat, readonly string[]> = {
  kassa: EVENT_TYPES,
  creem: CREEM_EVENT_TYPES,
};
const ALL_TYPES = [...new Set([...EVENT_TYPES, ...CREEM_EVENT_TYPES])];

export const EventsInput = Nullable(
  Type.Array(OneOf(ALL_TYPES, { title: 'WebhookEventType' }), {
    minItems: 1,
    maxItems: EVENT_TYPES.length,
    uniqueItems: true,
    description:
      'Which events are sent, by their names in the format of the webhook; null: all of them, ' +
      'also those of later versions',
    examples: [['checkout.completed', 'subscription.canceled']],
  }),
);

/** What is wrong with the events of a webhook: each must be one of its format. */
export function whyNotEvents(events: string[] | null, format: WebhookFormat): Detail[] {
  const unknown = events?.filter((type) => !TYPES_OF[format].includes(type)) ?? [];
  if (unknown.length === 0) return [];
  const message = `${unknown.join(', ')}: not sent in the format ${format}. It has ${TYPES_OF[format].join(', ')}`;
  return [{ param: 'events', code: 'not_allowed', message }];
}

const DISABLED_REASONS = ['seller', 'gone', 'failing'] as const;

const nullableInstant = Nullable(Type.String({ format: 'date-time' }));

export const Webhook = Type.Object({
  webhook_id: WebhookId,
  object: Type.Literal('webhook'),
  name: TextOrNull('Fulfilment'),
  url: Type.String({ examples: ['https://example.com/webhooks/kassa'] }),
  format: OneOf([...FORMATS], { examples: ['kassa'] }),
  events: Nullable(Type.Array(Type.String(), { examples: [['checkout.completed']] })),
  status: OneOf(['enabled', 'disabled', 'deleted'], { examples: ['enabled'] }),
  disabled_reason: Nullable(
    OneOf([...DISABLED_REASONS], {
      description: 'seller: by update-webhook; gone: it answered 410; failing: it failed for days',
    }),
  ),
  failing_since: nullableInstant,
  last_delivered_at: nullableInstant,
  secret_readable: Type.Boolean({
    description: 'Whether `get-webhook-secret` answers its secret; decided when it was made',
    examples: [false],
  }),
  created_at: Instant,
  updated_at: Instant,
});

export const WebhookWithSecret = Type.Object(
  {
    ...Webhook.properties,
    secret: TextOrNull(
      'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
      'Shown only when it is made. Signs what is sent (Standard Webhooks)',
    ),
  },
  { title: 'WebhookWithSecret' },
);

export interface WebhookRow {
  webhook_id: string;
  name: string | null;
  url: string;
  format: WebhookFormat;
  /** Types of its format as JSON; null: all. */
  events: string | null;
  sealed_secret: string;
  sealed_old_secret: string | null;
  old_secret_until: number | null;
  secret_readable: number;
  /** Up to this event, deliveries were made. */
  last_sequence: number;
  disabled_at: number | null;
  disabled_reason: (typeof DISABLED_REASONS)[number] | null;
  /** In real time, like all times about sending. */
  failing_since: number | null;
  last_delivered_at: number | null;
  deleted_at: number | null;
  created_at: number;
  updated_at: number;
}

export function showWebhook(row: WebhookRow): Static<typeof Webhook> {
  return {
    webhook_id: row.webhook_id,
    object: 'webhook',
    name: row.name,
    url: row.url,
    format: row.format,
    events: row.events === null ? null : JSON.parse(row.events),
    status: row.deleted_at !== null ? 'deleted' : row.disabled_at !== null ? 'disabled' : 'enabled',
    disabled_reason: row.disabled_reason,
    failing_since: isoInstantOrNull(row.failing_since),
    last_delivered_at: isoInstantOrNull(row.last_delivered_at),
    secret_readable: row.secret_readable === 1,
    created_at: isoInstant(row.created_at),
    updated_at: isoInstant(row.updated_at),
  };
}

/** As what an event can be sent in a format: by the types of its messages. */
export const messageTypes = (format: WebhookFormat, event: Pick<EventRow, 'type' | 'data'>) =>
  format === 'creem' ? creemTypesOf(event) : [event.type];

/** The types of the messages that an endpoint wants of an event. */
export function subscribedMessages(
  row: Pick<WebhookRow, 'events' | 'format'>,
  event: Pick<EventRow, 'type' | 'data'>,
): string[] {
  const chosen: string[] | null = row.events === null ? null : JSON.parse(row.events);
  return messageTypes(row.format, event).filter((type) => chosen?.includes(type) ?? true);
}

export const DeliveryId = Id(
  'del_1tq3v9w0e00h4rk6m2x8pz7ycn5',
  'The delivery. `list-webhook-deliveries` lists them',
);

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export const Delivery = Type.Object({
  delivery_id: DeliveryId,
  object: Type.Literal('webhook_delivery'),
  webhook_id: WebhookId,
  event_id: EventId,
  event_type: Type.String({
    description: 'As the receiver gets it, in the format of the webhook',
    examples: ['checkout.completed'],
  }),
  sequence: Type.Integer({ examples: [42] }),
  status: OneOf([...DELIVERY_STATUSES], { examples: ['delivered'] }),
  attempts: Type.Integer({ examples: [1] }),
  response_status: Nullable(Type.Integer({ examples: [200] })),
  response_body: TextOrNull('ok', 'The beginning of the last answer, up to 2,000 bytes as text'),
  duration_ms: Nullable(
    Type.Integer({ description: 'How long the last attempt took', examples: [84] }),
  ),
  error: Nullable(Type.String()),
  last_attempt_at: nullableInstant,
  next_attempt_at: nullableInstant,
  delivered_at: nullableInstant,
  created_at: Instant,
});

export interface DeliveryRow {
  delivery_id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  format: WebhookFormat;
  sequence: number;
  /** The record that the event is about: what happens to one is sent in order. */
  subject: string;
  is_replay: number;
  /** 0 while an earlier event about the same record is untried. Replays are in no order. */
  has_turn: number;
  status: (typeof DELIVERY_STATUSES)[number];
  attempts: number;
  response_status: number | null;
  response_body: string | null;
  duration_ms: number | null;
  error: string | null;
  last_attempt_at: number | null;
  next_attempt_at: number | null;
  delivered_at: number | null;
  created_at: number;
}

export function showDelivery(row: DeliveryRow): Static<typeof Delivery> {
  return {
    delivery_id: row.delivery_id,
    object: 'webhook_delivery',
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    event_type: row.event_type,
    sequence: row.sequence,
    status: row.status,
    attempts: row.attempts,
    response_status: row.response_status,
    response_body: row.response_body,
    duration_ms: row.duration_ms,
    error: row.error,
    last_attempt_at: isoInstantOrNull(row.last_attempt_at),
    next_attempt_at: isoInstantOrNull(row.next_attempt_at),
    delivered_at: isoInstantOrNull(row.delivered_at),
    created_at: isoInstant(row.created_at),
  };
}

const MINUTE_MS = 60_000;
// Then every six hours, until three days are over.
const PAUSES_MS = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
  3 * 60 * MINUTE_MS,
  6 * 60 * MINUTE_MS,
];
const RETRY_MS = 3 * DAY_MS;
const JITTER = 0.2;

/** An endpoint that accepted nothing for this long is disabled. */
export const FAILING_MS = RETRY_MS;

/** When a delivery that failed is tried again; null when its three days are over. `random` is from 0 to 1. */
export function retryAt(
  row: Pick<DeliveryRow, 'attempts' | 'created_at'>,
  now: number,
  random: number,
): number | null {
  const pause = PAUSES_MS[Math.min(row.attempts, PAUSES_MS.length - 1)] ?? MINUTE_MS;
  const at = now + Math.round(pause * (1 + JITTER * (random * 2 - 1)));
  return at <= row.created_at + RETRY_MS ? at : null;
}

/** What an answer means. */
export function outcomeOf(sent: { status: number | null }): 'delivered' | 'gone' | 'failed' {
  const { status } = sent;
  if (status !== null && status >= 200 && status < 300) return 'delivered';
  return status === 410 ? 'gone' : 'failed';
}
