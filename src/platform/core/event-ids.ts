import { readNumber, writeNumber } from './base32.ts';
import { randomText } from './ids.ts';

const SEQUENCE_SYMBOLS = 12;
const RANDOM_BYTES = 10;

/** `evt_` + 12 symbols of the sequence + 16 random ones (80 bits). Events sort by it. */
export function newEventId(sequence: number): string {
  const number = Buffer.alloc(SEQUENCE_SYMBOLS);
  writeNumber(number, 0, sequence, SEQUENCE_SYMBOLS);
  return `evt_${number.toString('latin1')}${randomText(RANDOM_BYTES)}`;
}

/** The sequence inside an event_id; undefined when it is not a well-formed event_id. */
export function sequenceOfEventId(event_id: string): number | undefined {
  const [, symbols] = /^evt_([0-9a-hjkmnp-tv-z]{12})[0-9a-hjkmnp-tv-z]{16}$/.exec(event_id) ?? [];
  const sequence = symbols === undefined ? undefined : readNumber(symbols);
  return sequence !== undefined && Number.isSafeInteger(sequence) ? sequence : undefined;
}
