import assert from 'node:assert/strict';
import type { EventRow } from '../../../platform/core/events.ts';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { CREEM_EVENT_TYPES, type CreemEventType, creemBody } from './creem-events.rules.ts';
import { findCreemMessage, keepFirstMessage } from './creem-message.sql.ts';

declare module '../../../platform/operation/services.ts' {
  interface Services {
    /** What a webhook in Creem's format is sent for an event. */
    creemObjectOf: CreemObjectOf;
  }
}

/**
 * `object` of a message in Creem's format: the record of the event, with the records that Creem
 * puts into it as they are now. It has seeds in place of license keys.
 */
export type CreemObjectOf = (
  reader: Reader,
  message: { event: EventRow; type: CreemEventType; base_url: string },
) => Promise<object>;

/** Makes the body of a message, unless there is one: each attempt and replay sends the same. */
export async function keepCreemMessage(
  tx: Tx,
  { event, event_type }: { event: EventRow; event_type: string },
  { base_url, creemObjectOf }: { base_url: string; creemObjectOf: CreemObjectOf },
): Promise<void> {
  const { sequence } = event;
  if (await findCreemMessage(tx, { sequence, event_type })) return;
  const type = CREEM_EVENT_TYPES.find((one) => one === event_type);
  assert(type, 'deliveries are made of events that Creem has');
  const object = await creemObjectOf(tx, { event, type, base_url });
  await keepFirstMessage(tx, { sequence, event_type, body: creemBody(event, type, object) });
}
