import { EVENT_TYPES, type EventRow } from '../platform/core/events.ts';
import { randomText } from '../platform/core/ids.ts';
import type { Log } from '../platform/core/log.ts';
import { didYouMean } from '../platform/core/near-miss.ts';
import type { Database, Reader } from '../platform/db/database.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import { listEventsAfter } from '../platform/operation/event.sql.ts';
import { newestSequence } from '../shop/events/webhooks/webhook.sql.ts';
import { askInStore } from './ask-in-store.ts';
import { chooseTestStore } from './choose-store.ts';
import type { Output } from './output.ts';
import { RECIPES, type TriggeredType } from './trigger-recipes.ts';

const EVENTS_SHOWN = 100;
const PAGE = 1_000;

/** Causes an event in a test store, by calling the same operations as a client would. */
export async function trigger(
  db: Database,
  settings: Settings,
  options: { type: string | undefined; store: string | undefined; clock: () => number; log: Log },
  output: Output,
): Promise<void> {
  const { clock, log } = options;
  const type = eventType(options.type);
  const store = await chooseTestStore(db, options.store);
  const ask = await askInStore(db, settings, { store, clock, log, command: 'trigger' });
  const reader = db.reader(store);
  const after = await newestSequence(reader);
  await RECIPES[type](ask, `trigger_${randomText(5)}`);
  const events = (await listEvents(reader, after, type)).map(({ sequence, type, event_id }) => ({
    sequence: String(sequence),
    type,
    event_id,
  }));
  output.list('events', events, ['sequence', 'type', 'event_id']);
}

/**
 * All events, in order. When the clock was moved, that may be much about others in
 * the store: then the newest of the requested type.
 */
async function listEvents(reader: Reader, after: number, event_type: string): Promise<EventRow[]> {
  const first = await listEventsAfter(reader, { after, limit: EVENTS_SHOWN + 1 });
  if (first.length <= EVENTS_SHOWN) return first;
  const of_type = first.filter(({ type }) => type === event_type);
  for (let page = first; page.length > 0; ) {
    page = await listEventsAfter(reader, { after: page.at(-1)?.sequence ?? after, limit: PAGE });
    of_type.push(...page.filter(({ type }) => type === event_type));
  }
  return of_type.slice(-EVENTS_SHOWN);
}

function eventType(text: string | undefined): TriggeredType {
  const types = EVENT_TYPES.filter((type) => type !== 'transaction.returned');
  const found = types.find((one) => one === text);
  if (found) return found;
  const question =
    text === undefined
      ? 'Which event?'
      : `There is no event ${text} to trigger${didYouMean(text, types) || '.'}`;
  throw new SettingsError(`${question} One of:\n  ${types.join('\n  ')}`);
}
