import type { EventRow } from '../core/events.ts';
import { recordIdOf } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import type { Database, Tx } from '../db/database.ts';
import { listEventsAfter } from '../operation/event.sql.ts';
import { hasUntried, insertDelivery } from './delivery.sql.ts';
import { type DeliveryRow, type WebhookRow, wantsEvent } from './webhook.rules.ts';
import { lockWebhook, saveLastSequence } from './webhook.sql.ts';

const BATCH = 200;

/**
 * Makes deliveries of the events that an endpoint has not got yet, some of them; returns whether
 * there may be more. Events become visible in the order of their sequence, so reading on from the
 * last one passes over none; the endpoint's row is locked, so no two processes make the same.
 */
export async function makeDeliveries(
  db: Database,
  { store_id, webhook_id }: { store_id: string; webhook_id: string },
  now: number,
): Promise<boolean> {
  return db.write({ store_id }, async (tx) => {
    const webhook = await lockWebhook(tx, webhook_id);
    if (!webhook || webhook.disabled_at !== null) return false;
    const events = await listEventsAfter(tx, { after: webhook.last_sequence, limit: BATCH });
    const last = events.at(-1);
    if (!last) return false;
    for (const event of events) {
      if (!wantsEvent(webhook, event.type)) continue;
      const delivery = newDelivery(webhook, event, now);
      const has_turn = (await hasUntried(tx, delivery)) ? 0 : 1;
      await insertDelivery(tx, { ...delivery, has_turn });
    }
    await saveLastSequence(tx, { webhook_id, last_sequence: last.sequence });
    return events.length === BATCH;
  });
}

/** Another delivery of an event. It does not wait for other deliveries, nor they for it. */
export async function makeReplay(
  tx: Tx,
  webhook: WebhookRow,
  event: EventRow,
  now: number,
): Promise<DeliveryRow> {
  const delivery = { ...newDelivery(webhook, event, now), is_replay: 1 };
  await insertDelivery(tx, delivery);
  return delivery;
}

const newDelivery = (webhook: WebhookRow, event: EventRow, now: number): DeliveryRow => ({
  delivery_id: newId('del', now),
  webhook_id: webhook.webhook_id,
  event_id: event.event_id,
  event_type: event.type,
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
