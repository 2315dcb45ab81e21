import type { Detail } from '../platform/core/errors.ts';
import { recordIdOf } from '../platform/core/events.ts';
import { Instant, Nullable } from '../platform/core/fields.ts';
import { Type } from '../platform/core/schema.ts';
import { isoInstant, parseInstant } from '../platform/core/time.ts';

export const Clock = Type.Object({
  object: Type.Literal('clock'),
  now: Instant,
  ahead_seconds: Type.Number({ description: 'How far ahead of real time', examples: [2592000] }),
});

const DayEvent = Type.Object({
  sequence: Type.Integer({ examples: [7] }),
  type: Type.String({ examples: ['subscription.renewed'] }),
  at: Instant,
  record_id: Type.String({ examples: ['sub_1tq3v9w0e00h4rk6m2x8pz7ycn5'] }),
});

export const ClockAdvanced = Type.Object(
  {
    ...Clock.properties,
    reached: Type.Boolean({
      description: 'false: there is so much to do that the call must be made again',
      examples: [true],
    }),
    days: Type.Array(
      Type.Object({
        date: Type.String({ examples: ['2026-12-14'] }),
        events: Type.Array(DayEvent),
      }),
      { description: 'What happened on the way' },
    ),
    has_more: Type.Boolean({ examples: [false] }),
    next_cursor: Nullable(Type.String()),
  },
  { title: 'ClockAdvanced' },
);

const YEARS_MAX = 100;
const END_OF_TIME = Date.UTC(3000, 0, 1); // Identifiers sort by time until the year 3084.

/** The instant that the clock is moved to, or what is wrong with the parameters. */
export function targetOf(
  { to, by }: { to?: string | undefined; by?: string | undefined },
  now: number,
): number | Detail {
  if ((to === undefined) === (by === undefined)) {
    return { param: 'to', code: 'missing', message: 'is missing: send to or by' };
  }
  const target = to === undefined ? addDuration(now, by ?? '') : parseInstant(to, 'start');
  const param = to === undefined ? 'by' : 'to';
  if (target === undefined) {
    const message = 'must be a duration, such as P1M, P14D or PT12H';
    return { param, code: 'invalid_format', message };
  }
  if (target - now > YEARS_MAX * 366 * 86_400_000 || target >= END_OF_TIME) {
    return {
      param,
      code: 'too_large',
      message: `must be at most ${YEARS_MAX} years away, and before the year 3000`,
    };
  }
  return target;
}

/** Adds an ISO 8601 duration, by the calendar in UTC. Undefined if it is not a duration. */
function addDuration(now: number, by: string): number | undefined {
  try {
    const duration = Temporal.Duration.from(by);
    const start = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC');
    return start.add(duration).epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface EventRow {
  sequence: number;
  type: string;
  data: string;
  created_at: number;
}

/** Groups events by the day on which they happened. */
export function groupByDay(events: EventRow[]) {
  const days: { date: string; events: ReturnType<typeof showDayEvent>[] }[] = [];
  for (const event of events) {
    const date = isoInstant(event.created_at).slice(0, 10);
    const last = days.at(-1);
    if (last?.date === date) last.events.push(showDayEvent(event));
    else days.push({ date, events: [showDayEvent(event)] });
  }
  return days;
}

const showDayEvent = ({ sequence, type, data, created_at }: EventRow) => ({
  sequence,
  type,
  at: isoInstant(created_at),
  record_id: recordIdOf(type, JSON.parse(data)),
});
