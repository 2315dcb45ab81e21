import { EVENT_TYPES } from '../core/events.ts';
import { randomText } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../db/database.ts';
import { type Settings, SettingsError } from '../installation/settings.ts';
import { listEventsAfter } from '../operation/event.sql.ts';
import { newestSequence } from '../webhooks/webhook.sql.ts';
import { askInStore } from './ask-in-store.ts';
import { chooseTestStore } from './choose-store.ts';
import type { Output } from './output.ts';
import { RECIPES, type TriggeredType } from './trigger-recipes.ts';

const EVENTS_SHOWN = 100;

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
  const events = (await listEventsAfter(reader, { after, limit: EVENTS_SHOWN })).map(
    ({ sequence, type, event_id }) => ({ sequence: String(sequence), type, event_id }),
  );
  output.list('events', events, ['sequence', 'type', 'event_id']);
}

function eventType(text: string | undefined): TriggeredType {
  const types = EVENT_TYPES.filter((type) => type !== 'transaction.returned');
  const found = types.find((one) => one === text);
  if (found) return found;
  throw new SettingsError(`Which event? One of:\n  ${types.join('\n  ')}`);
}
