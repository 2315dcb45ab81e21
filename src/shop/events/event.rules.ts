import type { Static } from 'typebox';
import { type EventRow, licenseKeyField } from '../../platform/core/events.ts';
import { Instant } from '../../platform/core/fields.ts';
import { EventId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant } from '../../platform/core/time.ts';
import type { RevealKey } from '../licenses/license-key.rules.ts';

export const Event = Type.Object({
  event_id: EventId,
  object: Type.Literal('event'),
  type: Type.String({ examples: ['checkout.completed'] }),
  sequence: Type.Integer({
    description:
      'Counts up by one with every event of the store, without gaps; a backup that is restored ' +
      'leaves out a million',
    examples: [42],
  }),
  created_at: Instant,
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The record as it then was',
    examples: [
      {
        object: 'checkout_session',
        checkout_session_id: 'cs_1tq3v9w0e00h4rk6m2x8pz7ycn5',
        status: 'completed',
      },
    ],
  }),
});

export const showEvent = (row: EventRow, revealKey: RevealKey): Static<typeof Event> => ({
  event_id: row.event_id,
  object: 'event',
  type: row.type,
  sequence: row.sequence,
  created_at: isoInstant(row.created_at),
  data: withKeys(row.type, JSON.parse(row.data), revealKey),
});

/** Reveals keys only in the field that is declared for this event type, never in metadata. */
function withKeys(
  type: string,
  data: Record<string, unknown>,
  revealKey: RevealKey,
): Record<string, unknown> {
  const field = licenseKeyField(type);
  if (field === null) return data;
  const { [field]: seeds } = data;
  if (Array.isArray(seeds)) return { ...data, [field]: seeds.map(revealKey) };
  return typeof seeds === 'string' ? { ...data, [field]: revealKey(seeds) } : data;
}

/** Whether an identifier is a value somewhere in the data of an event. */
export function namesRecord({ data }: Pick<EventRow, 'data'>, record_id: string): boolean {
  // Most events are passed over without being parsed.
  if (record_id === '' || !data.includes(JSON.stringify(record_id))) return false;
  return hasValue(JSON.parse(data), record_id);
}

const hasValue = (value: unknown, sought: string): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((inner) => hasValue(inner, sought))
    : value === sought;
