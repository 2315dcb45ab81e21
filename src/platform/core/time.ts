/** The only place that reads the clock of the machine. All other code is given `now`. */
export const wallClock = (): number => Date.now();

export type Clock = () => number;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * `2026-11-14T09:30:00.000Z`. Every record and log line needs this, so it is made fast: the text of
 * the day is cached and only the time is written, into a buffer (see newId in ids.ts for why).
 */
export function isoInstant(at: number): string {
  const day = Math.floor(at / DAY_MS);
  if (day !== last_day) {
    last_day = day;
    TEXT.write(startOfDay(day), 'latin1');
  }
  const ms = (at - day * DAY_MS) | 0; // V8 divides small integers many times faster.
  const seconds = (ms / 1000) | 0;
  const minutes = (seconds / 60) | 0;
  writeTwo(11, (minutes / 60) | 0);
  writeTwo(14, minutes % 60);
  writeTwo(17, seconds % 60);
  writeTwo(20, ((ms % 1000) / 10) | 0);
  TEXT[22] = ZERO + (ms % 10);
  return TEXT.toString('latin1');
}

const TEXT = Buffer.alloc('2026-11-14T09:30:00.000Z'.length);
const ZERO = 48;
let last_day = Number.NaN;

const DAYS_KEPT = 2_000;
const days = new Map<number, string>();

function startOfDay(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY_MS).toISOString();
  if (days.size >= DAYS_KEPT) days.clear();
  days.set(day, text);
  return text;
}

function writeTwo(at: number, value: number): void {
  TEXT[at] = ZERO + ((value / 10) | 0);
  TEXT[at + 1] = ZERO + (value % 10);
}

export const isoInstantOrNull = (at: number | null): string | null =>
  at === null ? null : isoInstant(at);

/**
 * An instant or a plain date in milliseconds; undefined when the text is neither. An instant without
 * an offset is in UTC. A plain date stands for its first millisecond in UTC ('start') or its last
 * ('end').
 */
export function parseInstant(text: string, plain_date_is: 'start' | 'end'): number | undefined {
  const ms = PLAIN_DATE.test(text) ? plainDate(text, plain_date_is) : instant(text);
  return ms !== undefined && ms >= 0 && ms < YEAR_10000 ? ms : undefined;
}

const PLAIN_DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT =
  /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(?<offset>[Zz]|[+-]\d{2}(:?\d{2})?)?$/;
const YEAR_10000 = 253_402_300_800_000;

function plainDate(text: string, plain_date_is: 'start' | 'end'): number | undefined {
  try {
    const day = Temporal.PlainDate.from(text, { overflow: 'reject' });
    const start = day.toZonedDateTime('UTC').epochMilliseconds;
    return plain_date_is === 'start' ? start : start + DAY_MS - 1;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function instant(text: string): number | undefined {
  const found = INSTANT.exec(text);
  if (!found) return undefined;
  const { offset } = found.groups ?? {};
  try {
    return Temporal.Instant.from(offset ? text : `${text}Z`).epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
