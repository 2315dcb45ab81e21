import { refuseLostShop } from '../care/backups/lost-shop.ts';
import { onEndSignals } from '../platform/core/end-signals.ts';
import { createLog, type Log } from '../platform/core/log.ts';
import { START } from '../platform/core/program.ts';
import { HOUR_MS } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open.ts';
import { keepReserve } from '../platform/db/reserve.ts';
import { takeServingLock } from '../platform/db/serving-lock.ts';
import { type SharedClock, startSharedClock } from '../platform/db/shared-clock.ts';
import { findContainer } from '../platform/machine/container.ts';
import type { Settings } from '../platform/machine/settings.ts';
import { certificateFor } from '../platform/machine/tls/certificate-for.ts';
import type { ServedCertificate } from '../platform/machine/tls/served-certificate.ts';
import { auditCommand } from '../platform/operation/audit.ts';
import { secretsOfDatabase } from '../shop/licenses/secrets-of-database.ts';
import { findMailServer } from '../shop/mails/mail-server.sql.ts';
import { readFontFiles } from '../shop/money/invoices/pdf/read-font-files.ts';
import type { MakeSchedule } from '../shop/store/backups.ts';
import { makeApiKey, makeStore } from '../shop/store/make-store.ts';
import { FIRST_STORE_NAME } from '../shop/store/store.rules.ts';
import { listStores } from '../shop/store/store.sql.ts';
import { makeOwnerLink, ownerLinkPath } from '../shop/store/team/owner-link.ts';
import { listOwners } from '../shop/store/team/person.sql.ts';
import { type App, startApp } from '../start/app.ts';
import { isMessage, type Place } from '../start/processes/messages.ts';
import { createNeighbours, sendToFirst } from '../start/processes/neighbours.ts';
import { findPlace, isStopReceived } from '../start/processes/place.ts';
import { tuneV8 } from '../start/processes/tune-v8.ts';
import { backupSchedule } from './backup-process.ts';
import { noteOwnerLink } from './dashboard.ts';
import { startError } from './start-error.ts';
import { keepFirstKey, welcome } from './welcome.ts';

interface Serving {
  print: (text: string) => void;
  is_terminal: boolean;
  /** The command that was given. */
  start?: string;
}

/** Starts the service, prints how to use it, and stops it cleanly on a signal. Returns its address. */
export async function serve(
  settings: Settings,
  { print, is_terminal, start = START }: Serving,
): Promise<string> {
  const log = createLog(settings.log_level);
  const more_fonts = readFontFiles(settings.invoice_fonts);
  const place = await findPlace();
  const has_file = settings.database_url === undefined;
  const lock = has_file ? takeServingLock(settings.data_dir) : undefined;
  if (has_file) await refuseLostShop(settings);
  const db = await openDatabase(settings);
  if (has_file) {
    keepReserve(settings.data_dir);
    setInterval(() => keepReserve(settings.data_dir), HOUR_MS).unref();
  }
  let certificate: ServedCertificate | undefined;
  let app: App;
  let clock_source: SharedClock | undefined;
  try {
    certificate = certificateFor(settings, log);
    const secrets = await secretsOfDatabase(db, settings);
    clock_source = await startSharedClock(db, log);
    const clock = clock_source.now;
    const onUnloadable = (error: unknown) => endBroken(error, log);
    const { data_dir } = settings;
    const makeSchedule: MakeSchedule = (backups) => backupSchedule(backups, { data_dir, log });
    const shared = { secrets, db, clock, clock_source, log, makeSchedule };
    const own = { ...shared, tls: certificate, more_fonts };
    const among = place && { neighbours: createNeighbours(place) };
    const onLoaded = () => tuneV8({ is_on_postgres: settings.database_url !== undefined });
    app = await startApp({ ...settings, ...own, ...among, onLoaded, onUnloadable });
  } catch (error) {
    clock_source?.stop();
    await db.close();
    throw startError(error, settings, { start });
  }
  const now = clock_source.now();
  const greeted = isStopReceived() ? Promise.resolve() : greet();
  stopOnSignals(app, log, { place, greeted, release: () => lock?.release() });
  await greeted.catch(async (error) => {
    await app.close();
    throw error;
  });
  return app.base_url;

  /** Makes what the first start makes, and says so to the person and the other processes. */
  async function greet(): Promise<void> {
    if (place && place.number > 1) {
      sendToFirst({ kind: 'ready', base_url: app.base_url });
      log.info('started', { port: app.port, process: place.number });
      return;
    }
    const api_key = await makeFirstStore(db, now);
    const first = api_key === undefined ? undefined : keepFirstKey(api_key, settings, is_terminal);
    const setup = await firstSetupLink(db, app, now);
    const { authority_path } = certificate ?? {};
    const container = findContainer();
    const lines = welcome(settings, { base_url: app.base_url, first, authority_path, container });
    print([...lines, ...setup].join('\n'));
    for (const what of settings.unknown_settings) {
      log.warn('unknown setting', { what });
      print(`${what}\n`);
    }
    const has_server = settings.mail_server ?? (await findMailServer(db.reader(null)));
    const silent = has_server ? [] : await storesWithoutMail(db);
    if (silent.length > 0) {
      log.error('live stores without a mail server: buyers get no mail', {
        stores: silent.join(', '),
      });
      print(withoutMail(silent, app.base_url).join('\n'));
    }
    const database = settings.database_url ? 'postgres' : 'sqlite';
    log.info('started', { port: app.port, database });
    sendToFirst({ kind: 'ready', base_url: app.base_url });
  }
}

/** A part of the program is missing or broken: nobody is served half of it. */
function endBroken(error: unknown, log: Log): never {
  log.flush();
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}

function stopOnSignals(
  app: App,
  log: Log,
  {
    place,
    greeted,
    release,
  }: { place: Place | undefined; greeted: Promise<void>; release: () => void },
): void {
  let ending = false;
  const end = async (reason: string) => {
    if (ending) return;
    ending = true;
    log.info('stopping', { reason });
    // First, what it began at its start: it shows the key of the first store once. If that fails,
    // the start has failed, and ends.
    const has_started = await greeted.then(
      () => true,
      () => false,
    );
    if (!has_started) return;
    await app.close();
    release();
    process.exit(0);
  };
  // A terminal or a supervisor may send it to all processes: the first one ends them in order.
  onEndSignals((signal) => place === undefined && end(signal));
  process.on('message', (message) => {
    if (isMessage(message) && message.kind === 'stop') end('told to');
  });
  // The launcher is gone: without it, this process would go on unnoticed and hold the port.
  process.on('disconnect', () => end('launcher gone'));
  if (isStopReceived()) end('told to');
}

/** Live stores whose mails nobody sends. */
async function storesWithoutMail(db: Database): Promise<string[]> {
  const stores = await listStores(db.reader(null));
  return stores.filter(({ mode }) => mode === 'live').map(({ name }) => name);
}

const withoutMail = (stores: string[], base_url: string): string[] => [
  `NO MAIL IS SENT. ${stores.map((name) => `"${name}"`).join(', ')} ${stores.length > 1 ? 'are live stores' : 'is a live store'}, and Kassa has no mail server:`,
  'buyers get no receipt, no license key, no invoice, no notice before a trial ends or a plan renews,',
  'no word of a payment that failed, and cannot sign in to the portal by mail.',
  `Set one at ${base_url}/account/mail-server, or with KASSA_SMTP_URL and KASSA_MAIL_FROM`,
  `(${base_url}/docs/mail). Mails wait for three days.`,
  '',
];

/** At the first start, makes a test store and returns an API key for it. */
async function makeFirstStore(db: Database, now: number): Promise<string | undefined> {
  return db.write(null, async (tx) => {
    if ((await listStores(tx)).length > 0) return undefined;
    const { store_id } = await makeStore(tx, { name: FIRST_STORE_NAME, mode: 'test', now });
    const key = { store_id, mode: 'test', scope: 'full', expires_at: null, now } as const;
    const { api_key, key_id } = await makeApiKey(tx, key);
    const made = { store_id, at: now };
    await auditCommand(tx, 'start', { ...made, target: store_id, after: { mode: 'test' } });
    await auditCommand(tx, 'start', { ...made, target: key_id, after: { scope: 'full' } });
    return api_key;
  });
}

/** While nobody owns the installation, each start makes a link for that. */
async function firstSetupLink(db: Database, app: App, now: number): Promise<string[]> {
  const made = await db.write(null, async (tx) => {
    if ((await listOwners(tx)).length > 0) return undefined;
    const link = await makeOwnerLink(tx, { now });
    await noteOwnerLink(tx, { owner: undefined, now }, 'serve');
    return link;
  });
  if (!made) return [];
  return [
    'Make the owner of the dashboard here, once, within an hour:',
    '',
    `  ${app.base_url}${ownerLinkPath(made.token)}`,
    '',
  ];
}
