import assert from 'node:assert/strict';
import type { Reader } from '../../../platform/db/database.ts';
import { findEvent } from '../../../platform/operation/event.sql.ts';
import type { RevealKey } from '../../licenses/license-key.rules.ts';
import { showEvent } from '../event.rules.ts';
import { creemMessageId, revealKeysOf } from './creem-events.rules.ts';
import { findCreemMessage } from './creem-message.sql.ts';
import type { DeliveryRow } from './webhook.rules.ts';

/** What a delivery sends, the same at every attempt. */
export async function messageOf(
  reader: Reader,
  { sequence, event_type, format }: Pick<DeliveryRow, 'sequence' | 'event_type' | 'format'>,
  revealKey: RevealKey,
): Promise<{ id: string; body: string }> {
  const event = await findEvent(reader, sequence);
  assert(event, 'events are kept for ever');
  if (format === 'kassa') {
    return { id: event.event_id, body: JSON.stringify(showEvent(event, revealKey)) };
  }
  const kept = await findCreemMessage(reader, { sequence, event_type });
  assert(kept, 'it was made with the delivery');
  return { id: creemMessageId(event, event_type), body: revealKeysOf(kept.body, revealKey) };
}
