import { type Html, html } from '../../../platform/core/html.ts';
import { listEvents } from '../../../shop/events/list-events.ts';
import { happeningsCard } from '../happenings.ts';
import type { Visit } from '../visit.ts';

const EVENTS_SHOWN = 100;

/** What happened during a move of the clock, in order. */
export async function eventsSince(visit: Visit, after: string | undefined): Promise<Html | false> {
  const after_sequence = Number(after);
  const is_number = Number.isSafeInteger(after_sequence) && after_sequence >= 0;
  if (after === undefined || !is_number) return false;
  const { data, has_more } = await visit.ask(listEvents, { after_sequence, limit: EVENTS_SHOWN });
  const more = html`<a href="${visit.address}/events">The first ${EVENTS_SHOWN}; all events</a>`;
  return happeningsCard(visit, { rows: data, more: has_more && more });
}
