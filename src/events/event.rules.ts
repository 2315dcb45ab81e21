import Type, { type Static } from 'typebox';
import { readNumber, writeNumber } from '../core/base32.ts';
import { Id, Instant } from '../core/fields.ts';
import { randomText } from '../core/ids.ts';
import { isoInstant } from '../core/time.ts';
import type { KeyOf } from '../licenses/license-key.rules.ts';

export const Event = Type.Object({
  event_id: Id('evt_00000000001ah4rk6m2x8pz7ycn5'),
  object: Type.Literal('event'),
  type: Type.String({ examples: ['checkout.completed'] }),
  sequence: Type.Integer({
    description: 'Counts up by one with every event of the store, without gaps',
    examples: [42],
  }),
  created_at: Instant,
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The record as it then was',
    examples: [{ object: 'checkout_session', checkout_session_id: 'cs_…', status: 'completed' }],
  }),
});

export interface EventRow {
  sequence: number;
  event_id: string;
  type: string;
  /** The record as it then was, as JSON; keys of licenses are seeds in it. */
  data: string;
  created_at: number;
}

const SEQUENCE_SYMBOLS = 12;
const RANDOM_BYTES = 10;

/** `evt_` + 12 symbols of its sequence + 16 random (80 bits): it sorts by it, and is found by it. */
export function eventId(sequence: number): string {
  const number = Buffer.alloc(SEQUENCE_SYMBOLS);
  writeNumber(number, 0, sequence, SEQUENCE_SYMBOLS);
  return `evt_${number.toString('latin1')}${randomText(RANDOM_BYTES)}`;
}

/** Which event it would be; undefined when it cannot be one. */
export function sequenceIn(event_id: string): number | undefined {
  const [, symbols] = /^evt_([0-9a-hjkmnp-tv-z]{12})[0-9a-hjkmnp-tv-z]{16}$/.exec(event_id) ?? [];
  const sequence = symbols === undefined ? undefined : readNumber(symbols);
  return sequence !== undefined && Number.isSafeInteger(sequence) ? sequence : undefined;
}

export const showEvent = (row: EventRow, keyOf: KeyOf): Static<typeof Event> => ({
  event_id: row.event_id,
  object: 'event',
  type: row.type,
  sequence: row.sequence,
  created_at: isoInstant(row.created_at),
  data: withKeys(row.type, JSON.parse(row.data), keyOf),
});

/** The fields that hold keys are ours alone: what somebody wrote into metadata is left as it is. */
function withKeys(
  type: string,
  data: Record<string, unknown>,
  keyOf: KeyOf,
): Record<string, unknown> {
  const { license_key, license_keys } = data;
  if (type.startsWith('license.') && typeof license_key === 'string') {
    return { ...data, license_key: keyOf(license_key) };
  }
  const may_have_keys = type.startsWith('checkout.') || type.startsWith('transaction.');
  if (!may_have_keys || !Array.isArray(license_keys)) return data;
  return { ...data, license_keys: license_keys.map(keyOf) };
}
