import type { EventRow } from '../../../platform/core/events.ts';
import { recordIdOf } from '../../../platform/core/events.ts';
import { newId } from '../../../platform/core/ids.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { listEventsAfter } from '../../../platform/operation/event.sql.ts';
import { type CreemObjectOf, keepCreemMessage } from './creem-message.ts';
import { hasUntried, insertDelivery } from './delivery.sql.ts';
import { type DeliveryRow, subscribedMessages, type WebhookRow } from './webhook.rules.ts';
import { lockWebhook, saveLastSequence } from './webhook.sql.ts';

const BATCH = 200;
/** Fewer in Creem's format, for which other records are read: the transaction stays as short. */
const BATCH_OF_CREEM = 20;

/** What making deliveries may ask of the process. */
interface Making {
  clock: () => number;
  base_url: string;
  creemObjectOf: CreemObjectOf;
}

/**
 * Makes deliveries of the events that an endpoint has not got yet, some of them; returns whether
 * there may be more. Events become visible in the order of their sequence, so reading on from the
 * last one passes over none; the endpoint's row is locked, so no two processes make the same.
 */
export async function makeDeliveries(
  db: Database,
  { store_id, webhook_id }: { store_id: string; webhook_id: string },
  services: Making,
): Promise<boolean> {
  const now = services.clock();
  return db.write({ store_id }, async (tx) => {
    const webhook = await lockWebhook(tx, webhook_id);
    if (!webhook || webhook.disabled_at !== null) return false;
    const limit = webhook.format === 'creem' ? BATCH_OF_CREEM : BATCH;
    const events = await listEventsAfter(tx, { after: webhook.last_sequence, limit });
    const last = events.at(-1);
    if (!last) return false;
    for (const event of events) {
      for (const event_type of subscribedMessages(webhook, event)) {
        const delivery = newDelivery(webhook, { event, event_type }, now);
        await keepBody(tx, delivery, event, services);
        const has_turn = (await hasUntried(tx, delivery)) ? 0 : 1;
        await insertDelivery(tx, { ...delivery, has_turn });
      }
    }
    await saveLastSequence(tx, { webhook_id, last_sequence: last.sequence });
    return events.length === limit;
  });
}

/** Another delivery of an event. It does not wait for other deliveries, nor they for it. */
export async function makeReplay(
  tx: Tx,
  webhook: WebhookRow,
  message: Message,
  services: Making,
): Promise<DeliveryRow> {
  const delivery = { ...newDelivery(webhook, message, services.clock()), is_replay: 1 };
  await keepBody(tx, delivery, message.event, services);
  await insertDelivery(tx, delivery);
  return delivery;
}

/** Our own bodies are made of the event alone. */
async function keepBody(
  tx: Tx,
  { format, event_type }: DeliveryRow,
  event: EventRow,
  services: Making,
): Promise<void> {
  if (format === 'creem') await keepCreemMessage(tx, { event, event_type }, services);
}

interface Message {
  event: EventRow;
  /** In the format of the webhook. */
  event_type: string;
}

const newDelivery = (
  webhook: WebhookRow,
  { event, event_type }: Message,
  now: number,
): DeliveryRow => ({
  delivery_id: newId('del', now),
  webhook_id: webhook.webhook_id,
  event_id: event.event_id,
  event_type,
  format: webhook.format,
  sequence: event.sequence,
  subject: recordIdOf(event.type, JSON.parse(event.data)),
  is_replay: 0,
  has_turn: 1,
  status: 'pending',
  attempts: 0,
  response_status: null,
  error: null,
  response_body: null,
  duration_ms: null,
  last_attempt_at: null,
  next_attempt_at: now,
  delivered_at: null,
  created_at: now,
});
