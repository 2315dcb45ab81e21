import { setTimeout } from 'node:timers/promises';
import { createJobFailures } from '../jobs/failures.ts';
import { allJobs } from '../jobs/jobs.ts';
import { resealOldSecrets } from '../jobs/reseal-old-secrets.ts';
import { type Jobs, startJobs } from '../jobs/runner.ts';
import { type ConnectionLimits, LIMITS } from '../platform/core/limits.ts';
import type { Log } from '../platform/core/log.ts';
import { allowedRanges } from '../platform/core/public-address.rules.ts';
import type { RateLimit } from '../platform/core/rate-limit.ts';
import type { Secrets } from '../platform/core/secrets.ts';
import type { Clock } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import type { SharedClock } from '../platform/db/shared-clock.ts';
import { watchStorage } from '../platform/db/watch-storage.ts';
import { cookieMark, createCookies } from '../platform/http/cookies.ts';
import { openPlainDoor } from '../platform/http/plain-door.ts';
import type { BackupSettings } from '../platform/machine/backup-settings.ts';
import type { MailServer } from '../platform/machine/mail-server.ts';
import type { StandInAddresses } from '../platform/machine/setting-names.ts';
import type { AcmeSettings } from '../platform/machine/tls/acme-settings.ts';
import type { ServedCertificate } from '../platform/machine/tls/served-certificate.ts';
import { createPerform } from '../platform/operation/perform.ts';
import { queueMails } from '../shop/events/notices/queue-mails.ts';
import type { Resolve } from '../shop/events/webhooks/resolve-name.ts';
import { createSender } from '../shop/events/webhooks/send.ts';
import { collectFigures } from '../shop/figures/keep-figures.ts';
import { listFailingJobs } from '../shop/insight/attention/failing-job.sql.ts';
import { createStateReader } from '../shop/insight/attention/installation-state.ts';
import { createInstallationFacts } from '../shop/insight/readiness/installation-facts.ts';
import { createLicensing } from '../shop/licenses/licensing.ts';
import type { MailTimes } from '../shop/mails/mailer.ts';
import { createPdfs } from '../shop/money/invoices/pdf/pdfs.ts';
import { createConnections } from '../shop/money/payments/connections.ts';
import { createProviderTime } from '../shop/money/payments/provider-time.ts';
import { createConnectors, createProviders } from '../shop/money/payments/providers.ts';
import { giveUpPayments } from '../shop/settlement/give-up-payments.ts';
import type { MakeSchedule } from '../shop/store/backups.ts';
import { createKeyUse } from '../shop/store/key-use.ts';
import { createVies } from '../shop/tax/ask-vies.ts';
import { createAdmission } from '../sites/api/admit.ts';
import { createKeyCache } from '../sites/api/api-keys.ts';
import { createCrossOrigin } from '../sites/api/cross-origin.ts';
import { creemObjectOf } from '../sites/api/dialects/creem/event-object.ts';
import { healthPages } from '../sites/api/health.ts';
import { createMetrics } from '../sites/api/metrics.ts';
import { createModeHint } from '../sites/api/mode-hint.ts';
import { operations } from '../sites/api/operations.ts';
import { createDialectServer } from '../sites/api/serve-dialect.ts';
import { createOperationServer } from '../sites/api/serve-operation.ts';
import { createServer } from '../sites/api/server.ts';
import { createCertificates } from './certificates/certificates.ts';
import { createCurrentSettings } from './current-settings.ts';
import { createAllMetrics } from './processes/all-metrics.ts';
import { createGossip } from './processes/gossip.ts';
import { type Neighbours, NO_NEIGHBOURS } from './processes/neighbours.ts';
import type { createSite, Site } from './site.ts';

export interface AppOptions {
  db: Database;
  clock: Clock;
  /** Where the clock comes from; tests use a clock of their own. */
  clock_source?: Pick<SharedClock, 'machineAheadMs' | 'isFarOff' | 'stop'>;
  log: Log;
  /** Undefined: a proxy does TLS. */
  tls: ServedCertificate | undefined;
  /** Undefined: the certificate in `tls` is all there is. */
  acme?: AcmeSettings | undefined;
  /** Where requests without TLS are sent on to the address with TLS. */
  http_port?: number | undefined;
  port: number;
  host: string | undefined;
  base_url: string | undefined;
  /** Where the seller puts files that are served. */
  data_dir?: string | undefined;
  trusted_proxies: string[];
  connections_per_address: number;
  /** Limits for tests, which do not want to wait for the usual ones. */
  connection_limits?: Partial<ConnectionLimits>;
  rate_limit: RateLimit | 'off';
  secrets: Secrets;
  /** Undefined: they may be set in the dashboard. */
  backups?: BackupSettings | undefined;
  /** Without it, the service makes no backups. */
  makeSchedule?: MakeSchedule;
  /** Address ranges, already checked by the settings. */
  webhook_allow: string[];
  /** Where payment providers are asked, if not at their own addresses. */
  provider_addresses: StandInAddresses;
  /** How long their answers are waited for; for tests, which do not want to wait as long. */
  provider_timeout_ms?: number | undefined;
  /** Undefined: no mail is sent. */
  mail_server: MailServer | undefined;
  /** How long a mail server is waited for; for tests, which do not want to wait as long. */
  mail_times?: MailTimes | undefined;
  /** Where VIES is asked, if not at the European Commission: a stand-in on this machine, or `off`. */
  vies_url: string | undefined;
  /** Fonts for invoices, in scripts that ours do not have; already checked. */
  more_fonts?: Uint8Array[];
  /** Called when all parts of the program are loaded, after the service has begun to listen. */
  onLoaded?(): void;
  /** Called instead when one of them cannot be loaded. */
  onUnloadable?(error: unknown): void;
  /** Looks up the host names of webhooks; by default with the system's resolver. */
  resolve?: Resolve;
  /** How long it goes on answering, and says that it is not ready, before it ends; by default 0. */
  drain_ms?: number;
  /** The other serving processes of this machine; by default none. */
  neighbours?: Neighbours;
}

export interface App {
  port: number;
  base_url: string;
  http_port: number | undefined;
  runJob: Jobs['runJob'];
  /** Lets requests finish, stops the jobs and closes the database. */
  close(): Promise<void>;
}

/** Connects all parts of the service and starts to listen. */
export async function startApp(options: AppOptions): Promise<App> {
  const { clock, log, port, host, trusted_proxies, rate_limit, secrets } = options;
  const { connections_per_address } = options;
  const { neighbours = NO_NEIGHBOURS } = options;
  const storage = watchStorage(options.db, log);
  const { db } = storage;
  const machineAheadMs = () => options.clock_source?.machineAheadMs() ?? 0;
  const mayRunJobs = () => !options.clock_source?.isFarOff();
  const gossip = createGossip(neighbours, clock);
  const ordering = { db, secrets, clock, log, mayOrder: mayRunJobs };
  const certificates = await createCertificates(options, ordering);
  const failures = createJobFailures(clock, db);
  const current = await createCurrentSettings({ db, secrets, clock }, options, neighbours);
  const { backups, refreshSettings, settingsChanged } = current;
  const readState = createStateReader(db, clock);
  const metrics = createMetrics(machineAheadMs, {
    ...{ db, storage, readState, makesBackups: () => backups.schedule !== undefined },
    certificateEndsAt: certificates.shownUntil,
    jobFigures: failures.figures,
  });
  const connections = createConnections(db, { secrets, clock });
  const { provider_addresses: addresses, provider_timeout_ms: timeout_ms } = options;
  const provider_time = options.clock_source && createProviderTime({ clock, log });
  const api = { timeout_ms, onTime: provider_time?.record };
  const at_providers = { ...api, connections, addresses };
  const { gatewayOf, test_gateway } = createProviders(db, () => services.base_url, at_providers);
  const connectorOf = createConnectors(addresses);
  await resealOldSecrets(db, secrets);
  const licensing = await createLicensing(db, secrets, clock, gossip.deviceSeen);
  neighbours.on('devices_seen', licensing.rememberSeen);
  const key_use = createKeyUse(db);
  const keys = createKeyCache(db, key_use);
  const crossOrigin = createCrossOrigin(db, { clock, base_url: options.base_url });
  const allowed_webhooks = allowedRanges(options.webhook_allow);
  const forget = () => {
    keys.forget();
    crossOrigin.forget();
  };
  neighbours.on('store_changed', forget);
  const services = {
    base_url: options.base_url ?? '',
    ...{ clock, log, secrets, gatewayOf, licensing, allowed_webhooks, connections, connectorOf },
    provider_time,
    get mailer() {
      return current.mailer();
    },
    ...{ fixed_mail_server: options.mail_server, settingsChanged, refreshSettings },
    askVies: options.vies_url === 'off' ? null : createVies({ address: options.vies_url }),
    failingJobs: () => listFailingJobs(db.reader(null), clock()),
    certificateEndsAt: () => certificates.endsAt(),
    has_local_certificate: certificates.authority_path !== undefined,
    creemObjectOf,
    notify: queueMails,
    collect: collectFigures,
    giveUpPayments,
    backups,
    installationFacts: createInstallationFacts(db, clock, () => backups.schedule !== undefined),
    storeChanged() {
      forget();
      neighbours.send('store_changed', null);
    },
  };
  const perform = createPerform(db, services);
  const pdfs = createPdfs(options.more_fonts);
  const share = gossip.shareLimiter;
  const admission = createAdmission({ keys, rate_limit, crossOrigin, share });
  const loadSite = siteLoader({
    ...{ db, clock, services, perform, pdfs, admission, rate_limit, share, test_gateway },
    base_url: options.base_url,
    data_dir: options.data_dir,
    authority_path: certificates.authority_path,
  });
  const all_operations = Object.values(operations).flat();
  let is_ending = false;
  const process_number = neighbours.count > 0 ? neighbours.own_number : undefined;
  const renderMetrics = createAllMetrics(neighbours, metrics.render);
  const health = {
    db,
    log,
    mayRunJobs,
    machineAheadMs,
    process_number,
    storage,
    readState,
  };
  const server = createServer({
    operations: all_operations,
    pages: healthPages({ ...health, renderMetrics, isEnding: () => is_ending }),
    loadSite,
    crossOrigin,
    cookies: createCookies(cookieMark(secrets)),
    serveOperation: createOperationServer({
      ...{ clock, admission, perform },
      hinted: createModeHint(db, clock),
    }),
    serveDialect: createDialectServer({
      ...{ clock, admission, perform },
      base_url: () => services.base_url,
    }),
    tls: certificates.first,
    challenge: certificates.challenge,
    base_url: options.base_url,
    limits: { ...LIMITS, connections_per_address, ...options.connection_limits },
    trusted_proxies,
    clock,
    log,
    metrics,
  });
  const listening_port = await server.listen(port, host);
  services.base_url ||= `https://localhost:${listening_port}`;
  const door = options.http_port === undefined ? undefined : await openDoor(options.http_port);
  certificates.start(server.useCertificate);
  async function openDoor(port: number) {
    const { answerTo } = certificates;
    const { base_url } = services;
    try {
      return await openPlainDoor(
        { base_url, answerTo, clock, connections_per_address },
        { port, host },
      );
    } catch (error) {
      await server.close(); // With one door alone, nobody is served.
      throw error;
    }
  }

  // What cannot be loaded is reported at the start, not with the first request for it.
  setTimeout(LOAD_AFTER_MS)
    .then(loadSite)
    .then(
      () => options.onLoaded?.(),
      (error: unknown) => options.onUnloadable?.(error),
    );

  const { resolve } = options;
  const send = createSender(allowed_webhooks, resolve && { resolve });
  const all_jobs = allJobs({ db, services, send, pdfs, key_use });
  const jobs = startJobs(all_jobs, { log, mayRunJobs, failures });

  return {
    port: listening_port,
    base_url: services.base_url,
    http_port: door?.port,
    runJob: jobs.runJob,
    async close() {
      is_ending = true;
      await server.drain(options.drain_ms ?? 0);
      await certificates.stop();
      await door?.close();
      options.clock_source?.stop();
      await server.close();
      gossip.stop();
      await jobs.stop();
      await pdfs.stop();
      storage.stop();
      await db.close();
      metrics.close();
      log.flush();
    },
  };
}

/**
 * Pages and dialects are a third of the program. A start does not wait for them: they are loaded when
 * the first answers have left, or when somebody asks for one.
 */
function siteLoader(options: Parameters<typeof createSite>[0]): () => Promise<Site> {
  let loading: Promise<Site> | undefined;
  return () => {
    loading ??= import('./site.ts').then(({ createSite }) => createSite(options));
    return loading;
  };
}

const LOAD_AFTER_MS = 150;
