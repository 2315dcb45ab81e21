import type Stripe from 'stripe';
import { DAY_MS, wallClock } from '../../../../platform/core/time.ts';
import { aboutEvents } from './event-types.ts';
import { answerOf } from './refusals.ts';

/**
 * Stripe does not promise an order for the events of one second, and one may appear a moment after
 * a later one. So this much is read twice; the cursor has the names of those that were read.
 */
const OVERLAP_SECONDS = 60;
/** Half a page, so that the other half is new. */
const NAMES_MAX = 50;
const PAGE = 100;
const PAGES_MAX = 5;
const PAGES_OF_A_SECOND = 50;
const MARGIN_SECONDS = 300;
/** A day longer than Stripe keeps events. */
const KEPT_MS = 31 * DAY_MS;

/** Everything before `from` was read; of what happened since, these were. */
interface Place {
  from: number;
  handled: Set<string>;
}

/** What has happened since, the oldest first; at most some pages of it, the rest at the next call. */
export async function eventsSince(
  stripe: Stripe,
  cursor: string,
): Promise<{ events: Stripe.Event[]; next_cursor: string }> {
  const { from, handled: seen } = readCursor(cursor);
  const { events, until } = await oldestEvents(stripe, from);
  const fresh = events.filter(({ id }) => !seen.has(id));
  if (fresh.length === 0 && until === undefined) return { events: [], next_cursor: cursor };
  const end = until ?? Math.max(from, ...events.map(({ created }) => created));
  const start = Math.max(from, end - OVERLAP_SECONDS);
  // So many that they fill the overlap: it is given up, or the same ones would be read for ever.
  const next_cursor =
    until !== undefined && start === from ? String(until) : cursorAt(start, events);
  return { events: fresh, next_cursor };
}

/** From now on: what Stripe has already counts as read. */
export async function newestCursor(stripe: Stripe): Promise<string> {
  const request = aboutEvents((types) => stripe.events.list({ types, limit: PAGE }));
  const { data } = await answerOf(request);
  const [newest] = data;
  if (!newest) return String(Math.floor(wallClock() / 1000) - MARGIN_SECONDS);
  const oldest = data.at(-1) ?? newest;
  const start = Math.max(newest.created - OVERLAP_SECONDS, oldest.created);
  return cursorAt(start, data.toReversed());
}

/** What cannot be read begins with the oldest that Stripe has. */
function readCursor(cursor: string): Place {
  const [from = '', ...names] = cursor.split(' ');
  if (/^\d+$/.test(from)) return { from: Number(from), handled: new Set(names) };
  return { from: Math.floor((wallClock() - KEPT_MS) / 1000), handled: new Set() };
}

function cursorAt(start: number, events: Stripe.Event[]): string {
  const since = (second: number) => events.filter(({ created }) => created >= second);
  const last = Math.max(start, ...events.map(({ created }) => created));
  let from = start;
  while (from < last && since(from).length > NAMES_MAX) from += 1;
  return [from, ...since(from).map(({ id }) => id)].join(' ');
}

/** The oldest first. `until`: there is more, and this is all that happened before then. */
async function oldestEvents(
  stripe: Stripe,
  from: number,
): Promise<{ events: Stripe.Event[]; until: number | undefined }> {
  let until: number | undefined;
  for (;;) {
    const is_one_second = until === from + 1;
    const pages = is_one_second ? PAGES_OF_A_SECOND : PAGES_MAX;
    const read = await readEvents(stripe, { from, until, pages });
    if (read.is_all || is_one_second) return { events: read.events.toReversed(), until };
    // Stripe lists the newest first: the first half of the time is looked at next.
    const newest = read.events[0]?.created ?? from;
    until = Math.max(from + 1, from + Math.ceil((newest - from) / 2));
  }
}

async function readEvents(
  stripe: Stripe,
  { from, until, pages }: { from: number; until: number | undefined; pages: number },
): Promise<{ events: Stripe.Event[]; is_all: boolean }> {
  const events: Stripe.Event[] = [];
  const created = { gte: from, ...(until !== undefined && { lt: until }) };
  for (let page = 0; page < pages; page++) {
    const after = events.at(-1)?.id;
    const paging = { limit: PAGE, ...(after !== undefined && { starting_after: after }) };
    const request = aboutEvents((types) => stripe.events.list({ types, created, ...paging }));
    const { data, has_more } = await answerOf(request);
    events.push(...data);
    if (!has_more) return { events, is_all: true };
    if (page + pagesBefore(data, from) > pages) break;
  }
  return { events, is_all: false };
}

/** How many pages are likely to come before this one, if as much happened all the time. */
function pagesBefore(data: Stripe.Event[], from: number): number {
  const [newest, oldest] = [data[0]?.created ?? from, data.at(-1)?.created ?? from];
  return (oldest - from) / Math.max(1, newest - oldest);
}
