import { resealOldSecrets } from '../jobs/reseal-old-secrets.ts';
import { commandActor } from '../platform/core/actor.ts';
import type { Log } from '../platform/core/log.ts';
import { allowedRanges } from '../platform/core/public-address.rules.ts';
import type { Clock } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import type { Settings } from '../platform/machine/settings.ts';
import { type Ask, askAs } from '../platform/operation/ask.ts';
import { createPerform } from '../platform/operation/perform.ts';
import type { Services } from '../platform/operation/services.ts';
import type { Store } from '../platform/operation/work.ts';
import { queueMails } from '../shop/events/notices/queue-mails.ts';
import { collectFigures } from '../shop/figures/keep-figures.ts';
import { createInstallationFacts } from '../shop/insight/readiness/installation-facts.ts';
import { createLicensing } from '../shop/licenses/licensing.ts';
import { secretsOfDatabase } from '../shop/licenses/secrets-of-database.ts';
import { createMailer } from '../shop/mails/mailer.ts';
import { readStoredMailServer } from '../shop/mails/stored-mail-server.ts';
import { createConnections } from '../shop/money/payments/connections.ts';
import { createConnectors, createProviders } from '../shop/money/payments/providers.ts';
import { giveUpPayments } from '../shop/settlement/give-up-payments.ts';
import { findStoredSchedule } from '../shop/store/backup.sql.ts';
import { createBackups } from '../shop/store/backups.ts';
import { creemObjectOf } from '../sites/api/dialects/creem/event-object.ts';

interface Asking {
  clock: Clock;
  log: Log;
  /** Who is named in the audit log. */
  command: string;
}

/** Performs operations in a store as a client would, without the service. */
export async function askInStore(
  db: Database,
  settings: Settings,
  { store, ...asking }: Asking & { store: Store },
): Promise<Ask> {
  return (await openAsking(db, settings, asking))(store);
}

/** The same for a store whose clock moves: it is given anew each time. */
export async function openAsking(
  db: Database,
  settings: Settings,
  asking: Asking,
): Promise<(store: Store) => Ask> {
  const { clock, command } = asking;
  const perform = createPerform(db, await openServices(db, settings, asking));
  const actor = commandActor(command);
  return (store) => askAs(store, { perform, clock, actor });
}

/** What operations and their steps need, without the service. */
export async function openServices(
  db: Database,
  settings: Settings,
  { clock, log }: Pick<Asking, 'clock' | 'log'>,
): Promise<Services> {
  const secrets = await secretsOfDatabase(db, settings);
  await resealOldSecrets(db, secrets);
  const base_url = settings.base_url ?? `https://localhost:${settings.port}`;
  const connections = createConnections(db, { secrets, clock });
  const { provider_addresses: addresses } = settings;
  const licensing = await createLicensing(db, secrets, clock);
  const mail_server =
    settings.mail_server ?? (await readStoredMailServer(db.reader(null), secrets));
  const stored = await findStoredSchedule(db.reader(null));
  const has_schedule = settings.backups !== undefined || stored.folder !== null;
  return {
    clock,
    log,
    secrets,
    base_url,
    connections,
    connectorOf: createConnectors(addresses),
    gatewayOf: createProviders(db, () => base_url, { connections, addresses }).gatewayOf,
    licensing,
    creemObjectOf,
    allowed_webhooks: allowedRanges(settings.webhook_allow),
    mailer: mail_server && createMailer(mail_server),
    fixed_mail_server: settings.mail_server,
    askVies: null, // The job of the service asks.
    notify: queueMails,
    collect: collectFigures,
    giveUpPayments,
    backups: createBackups(db, clock),
    installationFacts: createInstallationFacts(db, clock, () => has_schedule),
    has_local_certificate: false,
    storeChanged: () => {},
    settingsChanged: async () => {},
    refreshSettings: async () => {},
  };
}
