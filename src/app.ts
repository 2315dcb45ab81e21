import { createCertificates } from './certificates/certificates.ts';
import { type ConnectionLimits, LIMITS } from './core/limits.ts';
import type { Log } from './core/log.ts';
import type { RateLimit } from './core/rate-limit.ts';
import type { Secrets } from './core/secrets.ts';
import type { Clock } from './core/time.ts';
import { basePath } from './core/web-address.ts';
import type { Database } from './db/database.ts';
import type { SharedClock } from './db/shared-clock.ts';
import { watchStorage } from './db/watch-storage.ts';
import { creemDialect } from './dialects/creem/creem.ts';
import { createCreemObjectOf } from './dialects/creem/event-object.ts';
import { lemonSqueezyLicenses } from './dialects/lemon-squeezy/license-calls.ts';
import { mcpDialect } from './dialects/mcp/mcp.ts';
import { createAdmission } from './http/admit.ts';
import { createKeyCache } from './http/api-keys.ts';
import { createCrossOrigin } from './http/cross-origin.ts';
import { healthPages } from './http/health.ts';
import { createMetrics } from './http/metrics.ts';
import { createModeHint } from './http/mode-hint.ts';
import { openPlainDoor } from './http/plain-door.ts';
import { createDialectServer } from './http/serve-dialect.ts';
import { createOperationServer } from './http/serve-operation.ts';
import { createServer } from './http/server.ts';
import type { MailServer } from './installation/mail-server.ts';
import type { AcmeSettings } from './installation/tls/acme-settings.ts';
import type { ServedCertificate } from './installation/tls/served-certificate.ts';
import { createPdfs } from './invoices/pdf/pdfs.ts';
import { allJobs, readerJobs } from './jobs/jobs.ts';
import { resealOldSecrets } from './jobs/reseal-old-secrets.ts';
import { type Jobs, startJobs } from './jobs/runner.ts';
import { createLicensing } from './licenses/licensing.ts';
import { createMailer, type MailTimes } from './mails/mailer.ts';
import { tellByMail } from './notices/tell-by-mail.ts';
import { createPerform } from './operation/perform.ts';
import { operations } from './operations.ts';
import { accountFiles, accountPages } from './pages/account/account.ts';
import { cardPages } from './pages/card/card.ts';
import { buyPages } from './pages/checkout/buy.ts';
import { checkoutPages } from './pages/checkout/checkout.ts';
import { dashboardPages, dashboardStyles } from './pages/dashboard/dashboard.ts';
import { filesOfStores } from './pages/files/files.ts';
import { invoicePages } from './pages/invoice/invoice.ts';
import { invoiceStyle } from './pages/invoice/invoice-page.ts';
import { payPages } from './pages/pay/pay.ts';
import { portalPages } from './pages/portal/portal.ts';
import { signInPages } from './pages/portal/sign-in.ts';
import { providerMessages } from './pages/provider-messages/provider-messages.ts';
import { documentPages } from './pages/reference/documents.ts';
import { accentPage } from './pages/shared/accent.ts';
import { withLanguageSwitch } from './pages/shared/choose-language.ts';
import { refusedPage } from './pages/shared/forms.ts';
import { homePage } from './pages/shared/home.ts';
import { filePages } from './pages/shared/layout.ts';
import type { ServedPath } from './pages/shared/page.ts';
import { createPageLimits, limitedPage } from './pages/shared/page-limits.ts';
import { siteFiles } from './pages/shared/site-files.ts';
import { testBankPage } from './pages/test-bank/test-bank.ts';
import { createConnections } from './payments/connections.ts';
import { createProviders } from './payments/providers.ts';
import { createAllMetrics } from './processes/all-metrics.ts';
import { createAnswerReader } from './processes/answer-reader.ts';
import { pageWithWriter, performWithWriter } from './processes/ask-writer.ts';
import { createGossip } from './processes/gossip.ts';
import { ALONE, type Part } from './processes/part.ts';
import { startWriterServer } from './processes/writer-server.ts';
import { createBackups } from './stores/backups.ts';
import { createKeyUse } from './stores/key-use.ts';
import { createVies } from './taxes/ask-vies.ts';
import { allowedRanges } from './webhooks/address.rules.ts';
import type { Resolve } from './webhooks/resolve-name.ts';
import { createSender } from './webhooks/send.ts';

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
  trusted_proxies: string[];
  connections_per_address: number;
  /** Limits for tests, which do not want to wait for the usual ones. */
  connection_limits?: Partial<ConnectionLimits>;
  rate_limit: RateLimit | 'off';
  secrets: Secrets;
  /** Address ranges, already checked by the settings. */
  webhook_allow: string[];
  /** Where Stripe is asked, if not at Stripe: a stand-in on this machine. */
  stripe_api: string | undefined;
  /** How long an answer of Stripe is waited for; for tests, which do not want to wait as long. */
  stripe_timeout_ms?: number | undefined;
  /** Undefined: no mail is sent. */
  mail_server: MailServer | undefined;
  /** How long a mail server is waited for; for tests, which do not want to wait as long. */
  mail_times?: MailTimes | undefined;
  /** Where VIES is asked, if not at the European Commission: a stand-in on this machine, or `off`. */
  vies_url: string | undefined;
  /** Fonts for invoices, in scripts that ours do not have; already checked. */
  more_fonts?: Uint8Array[];
  /** Looks up the host names of webhooks; by default with the system's resolver. */
  resolve?: Resolve;
  /** What this process does among several; by default all of it. */
  part?: Part;
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
  const storage = watchStorage(options.db, log);
  const { db } = storage;
  const machineAheadMs = () => options.clock_source?.machineAheadMs() ?? 0;
  const mayRunJobs = () => !options.clock_source?.isFarOff();
  const metrics = createMetrics(machineAheadMs);
  const { neighbours, writer, writer_address } = options.part ?? ALONE;
  const gossip = createGossip(neighbours, clock);
  const mayOrder = () => !writer && mayRunJobs();
  const certificates = await createCertificates(options, { db, secrets, clock, log, mayOrder });
  const { stripe_api } = options;
  const connections = createConnections(db, { secrets, clock });
  const { credentialsOf } = connections;
  const { stripe_timeout_ms: timeout_ms } = options;
  const stripe = { credentialsOf, api_address: stripe_api, timeout_ms, log };
  const { gatewayOf, test_gateway } = createProviders(db, () => services.base_url, stripe);
  if (!writer) await resealOldSecrets(db, secrets);
  const licensing = await createLicensing(db, secrets, clock, {
    tell: gossip.deviceSeen,
    stores: writer !== undefined,
  });
  neighbours.on('devices_seen', (seen) => licensing.hearSeen(seen, writer_address !== undefined));
  const key_use = createKeyUse(db, writer && gossip.keyUsed);
  if (writer_address !== undefined) neighbours.on('keys_used', key_use.hear);
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
    ...{ clock, log, secrets, gatewayOf, licensing, allowed_webhooks, connections, stripe_api },
    mailer: options.mail_server && createMailer(options.mail_server, options.mail_times),
    askVies: options.vies_url === 'off' ? null : createVies({ address: options.vies_url }),
    certificateEndsAt: () => certificates.endsAt(),
    creemObjectOf: createCreemObjectOf(licensing.revealKey),
    tellByMail,
    backups: createBackups(db),
    storeChanged() {
      forget();
      neighbours.tell('store_changed', null);
    },
  };
  const performHere = createPerform(db, services);
  const perform = writer ? performWithWriter(performHere, writer) : performHere;
  const pdfs = createPdfs(options.more_fonts);
  const base_path = options.base_url === undefined ? '' : basePath(options.base_url);
  const page_limits = createPageLimits(rate_limit, clock, gossip.shareLimiter);
  const sign_in = signInPages({ db, services, limits: page_limits, base_path });
  const checkout = checkoutPages({ db, services, limits: page_limits, base_path });
  // What is named last is served at an address that two have.
  const limited_pages: ServedPath[] = [
    homePage(base_path),
    ...filePages,
    ...siteFiles,
    accentPage,
    filesOfStores(db),
    sign_in.of_store,
    portalPages({ db, services, perform, limits: page_limits, base_path }),
    sign_in.of_first,
    checkout,
    buyPages({ db, services, limits: page_limits, base_path, checkout }),
    accountPages({ db, services, base_path }),
    ...accountFiles,
    dashboardPages({ db, services, perform, base_path }),
    ...dashboardStyles,
    cardPages({ db, services, limits: page_limits, base_path }),
    payPages({ db, services, limits: page_limits, base_path }),
    invoicePages({ db, pdfs, limits: page_limits, base_path }),
    invoiceStyle,
    testBankPage({ db, gateway: test_gateway, base_path }),
    ...documentPages(db, {
      base_url: () => services.base_url,
      authority_path: certificates.authority_path,
    }),
  ].map((page) => withLanguageSwitch(page, base_path));
  const share = gossip.shareLimiter;
  const admission = createAdmission({ keys, rate_limit, crossOrigin, share });
  const other_pages = [
    providerMessages({ db, services }),
    ...lemonSqueezyLicenses({ db, services, perform, limits: admission.shipped }),
  ];
  // Two pages may have one path: the writing process finds them by their place in the list.
  const pages_by_name = new Map(
    [...limited_pages, ...other_pages].map((page, at) => [`${at} ${page.path}`, page]),
  );
  const served = [...pages_by_name].map(([name, page]) =>
    writer ? pageWithWriter(page, writer, name) : page,
  );
  const all_operations = Object.values(operations).flat();
  const process_number = neighbours.count > 0 ? neighbours.own_number : undefined;
  const renderMetrics = createAllMetrics(neighbours, metrics.render);
  const server = createServer({
    operations: all_operations,
    dialects: [mcpDialect, creemDialect(clock)],
    pages: [
      ...served
        .slice(0, limited_pages.length)
        .map((page) => limitedPage(page, page_limits, base_path)),
      ...served.slice(limited_pages.length),
      ...healthPages({
        ...{ db, log, mayRunJobs, machineAheadMs },
        ...{ renderMetrics, writer, process_number, storage },
      }),
    ],
    refusedPage: refusedPage(base_path),
    crossOrigin,
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
  const writer_server =
    writer_address === undefined
      ? undefined
      : await startWriterServer(
          writer_address,
          createAnswerReader({
            ...{ operations: all_operations, pages: pages_by_name },
            ...{ perform, limitShipped: admission.limitShipped, log },
          }),
        );
  const listening_port = await server.listen(port, host);
  services.base_url ||= `https://localhost:${listening_port}`;
  certificates.start(server.useCertificate);
  const door = options.http_port === undefined ? undefined : await openDoor(options.http_port);
  function openDoor(port: number) {
    const { answerTo } = certificates;
    return openPlainDoor({ base_url: services.base_url, answerTo, clock }, { port, host });
  }

  const { resolve } = options;
  const send = createSender(allowed_webhooks, resolve && { resolve });
  const some_jobs = writer ? readerJobs(licensing) : allJobs({ db, services, send, pdfs, key_use });
  const jobs = startJobs(some_jobs, { log, mayRunJobs });

  return {
    port: listening_port,
    base_url: services.base_url,
    http_port: door?.port,
    runJob: jobs.runJob,
    async close() {
      await certificates.stop();
      await door?.close();
      options.clock_source?.stop();
      await server.close();
      gossip.stop();
      writer?.close();
      await writer_server?.close();
      await jobs.stop();
      await pdfs.stop();
      storage.stop();
      await db.close();
      metrics.close();
      log.flush();
    },
  };
}
