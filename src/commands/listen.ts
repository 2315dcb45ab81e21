import { setTimeout } from 'node:timers/promises';
import type { EventRow } from '../platform/core/events.ts';
import { readUrl } from '../platform/core/web-address.ts';
import type { Database } from '../platform/db/database.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import { listEventsAfter } from '../platform/operation/event.sql.ts';
import { showEvent } from '../shop/events/event.rules.ts';
import { createSender } from '../shop/events/webhooks/send.ts';
import { newWebhookSecret, signedHeaders } from '../shop/events/webhooks/signature.rules.ts';
import { newestSequence } from '../shop/events/webhooks/webhook.sql.ts';
import { createRevealKey } from '../shop/licenses/license-key.rules.ts';
import { secretsOfDatabase } from '../shop/licenses/secrets-of-database.ts';
import { chooseTestStore } from './choose-store.ts';

const POLL_MS = 250;
const BATCH = 100;

/** Sends the events of a test store to an address of the developer, until it is stopped. */
export async function listen(
  db: Database,
  settings: Settings,
  options: { store: string | undefined; forward_to: string | undefined; clock: () => number },
  print: (line: string) => void,
): Promise<never> {
  const url = localUrl(options.forward_to);
  const store = await chooseTestStore(db, options.store);
  const shownKey = createRevealKey(await secretsOfDatabase(db, settings));
  const secret = newWebhookSecret();
  // Any address is allowed, because the person who runs this command chose it.
  const send = createSender({ is_empty: false, has: () => true });
  const reader = db.reader(store);
  let after = await newestSequence(reader);
  print(`Events of "${store.name}" go to ${url} from now on. Ctrl-C ends it.`);
  print(`They are signed with ${secret}`);
  for (;;) {
    const events = await listEventsAfter(reader, { after, limit: BATCH });
    for (const event of events) {
      print(await forward(event));
      after = event.sequence;
    }
    if (events.length === 0) await setTimeout(POLL_MS);
  }

  async function forward(event: EventRow): Promise<string> {
    const body = JSON.stringify(showEvent(event, shownKey));
    const at = options.clock();
    const headers = signedHeaders({ id: event.event_id, at, body }, [secret]);
    const { status, error } = await send({ url, headers, body });
    return `${event.type}  ${event.event_id}  ${status ?? error}  ${options.clock() - at} ms`;
  }
}

function localUrl(text: string | undefined): string {
  if (text === undefined) {
    throw new SettingsError('Where to? For example: --forward-to http://localhost:3000/webhooks');
  }
  const url = readUrl(/^\w+:\/\//.test(text) ? text : `http://${text}`);
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw new SettingsError(`--forward-to is "${text}": it must be an http:// or https:// address.`);
}
