import { readNumber, writeNumber } from './base32.ts';
import { randomText } from './ids.ts';

const SEQUENCE_SYMBOLS = 12;
const RANDOM_BYTES = 10;

/** `evt_` + 12 symbols of its sequence + 16 random (80 bits): it sorts by it, and is found by it. */
export function newEventId(sequence: number): string {
  const number = Buffer.alloc(SEQUENCE_SYMBOLS);
  writeNumber(number, 0, sequence, SEQUENCE_SYMBOLS);
  return `evt_${number.toString('latin1')}${randomText(RANDOM_BYTES)}`;
}

/** Which event it would be; undefined when it cannot be one. */
export function sequenceOfEventId(event_id: string): number | undefined {
  const [, symbols] = /^evt_([0-9a-hjkmnp-tv-z]{12})[0-9a-hjkmnp-tv-z]{16}$/.exec(event_id) ?? [];
  const sequence = symbols === undefined ? undefined : readNumber(symbols);
  return sequence !== undefined && Number.isSafeInteger(sequence) ? sequence : undefined;
}
