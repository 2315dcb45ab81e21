import { EVENT_TYPES } from '../core/events.ts';
import { randomText } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../db/database.ts';
import { openSecrets } from '../installation/secret.ts';
import { type Settings, SettingsError } from '../installation/settings.ts';
import { resealOldSecrets } from '../jobs/reseal-old-secrets.ts';
import { createLicensing } from '../licenses/licensing.ts';
import { askAs } from '../operation/ask.ts';
import { listEventsAfter } from '../operation/event.sql.ts';
import { createPerform } from '../operation/perform.ts';
import { createConnections } from '../payments/connections.ts';
import { createProviders } from '../payments/providers.ts';
import { allowedRanges } from '../webhooks/address.rules.ts';
import { newestSequence } from '../webhooks/webhook.sql.ts';
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
  const secrets = openSecrets(settings);
  await resealOldSecrets(db, secrets);
  const base_url = settings.base_url ?? `https://localhost:${settings.port}`;
  const connections = createConnections(db, { secrets, clock });
  const perform = createPerform(db, {
    clock,
    base_url,
    gatewayOf: createProviders(db, () => base_url, {
      credentialsOf: connections.credentialsOf,
      api_address: settings.stripe_api,
    }).gatewayOf,
    connections,
    stripe_api: settings.stripe_api,
    licensing: await createLicensing(db, secrets, clock),
    secrets,
    allowed_webhooks: allowedRanges(settings.webhook_allow),
    storeChanged: () => {},
    log,
  });
  const reader = db.reader(store);
  const after = await newestSequence(reader);
  await RECIPES[type](askAs(store, { perform, clock }), `trigger_${randomText(5)}`);
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
