import { setImmediate } from 'node:timers/promises';
import { type ConnectionLimits, LIMITS } from './core/limits.ts';
import type { Log } from './core/log.ts';
import type { RateLimit } from './core/rate-limit.ts';
import type { Secrets } from './core/secrets.ts';
import { type Clock, DAY_MS, HOUR_MS } from './core/time.ts';
import { basePath } from './core/web-address.ts';
import { forgetPortalLinks } from './customers/customer.sql.ts';
import type { Database, Tx } from './db/database.ts';
import type { SharedClock } from './db/shared-clock.ts';
import { createKeys } from './http/keys.ts';
import { createMetrics } from './http/metrics.ts';
import { createOperationServer } from './http/serve-operation.ts';
import { createServer } from './http/server.ts';
import { startCompacting } from './jobs/compact-database.ts';
import { startDeliveries } from './jobs/deliver-webhooks.ts';
import { startJobs } from './jobs/run-jobs.ts';
import { sealAnew } from './jobs/seal-anew.ts';
import { createLicensing } from './licenses/licensing.ts';
import { publishedKeys } from './licenses/signing-keys.ts';
import { forgetIdempotencyKeys } from './operation/idempotency.sql.ts';
import { forgetBefore } from './operation/idempotency.ts';
import { openApiDocument } from './operation/openapi.ts';
import { createPerform } from './operation/perform.ts';
import { operations } from './operations.ts';
import { checkoutPages } from './pages/checkout/checkout.ts';
import { portalPages } from './pages/portal/portal.ts';
import { referencePage } from './pages/reference/reference.ts';
import { homePage } from './pages/shared/home.ts';
import { filePages } from './pages/shared/layout.ts';
import type { Page, PageAnswer } from './pages/shared/page.ts';
import { createPageLimits, limitedPage } from './pages/shared/page-limits.ts';
import { testBankPage } from './pages/test-bank/test-bank.ts';
import type { FindGateway } from './payments/gateway.ts';
import { createTestGateway } from './payments/test-gateway.ts';
import { allowedRanges } from './webhooks/address.rules.ts';
import {
  forgetDeletedDeliveries,
  forgetDeliveries,
  giveMissedTurns,
} from './webhooks/delivery.sql.ts';
import type { Resolve } from './webhooks/resolve-name.ts';
import { createSender } from './webhooks/send.ts';

export interface AppOptions {
  db: Database;
  clock: Clock;
  /** How the clock is kept, where it is not a test's own. */
  clock_source?: Pick<SharedClock, 'machineAheadMs' | 'isFarOff' | 'stop'>;
  log: Log;
  tls: { cert: string; key: string } | undefined;
  port: number;
  host: string | undefined;
  base_url: string | undefined;
  trusted_proxies: string[];
  connections_per_address: number;
  /** Other limits than the usual ones, for who cannot wait for them. */
  connection_limits?: Partial<ConnectionLimits>;
  rate_limit: RateLimit | 'off';
  secrets: Secrets;
  /** Ranges of addresses, found good by the settings. */
  webhook_allow: string[];
  /** How names of webhooks become addresses; without it, as the system does it. */
  resolve?: Resolve;
}

export interface App {
  port: number;
  base_url: string;
  /** Ends cleanly: requests finish, the database is closed. */
  close(): Promise<void>;
}

/** Puts the parts together and listens. */
export async function startApp(options: AppOptions): Promise<App> {
  const { db, clock, log, tls, port, host, trusted_proxies, rate_limit, secrets } = options;
  const { connections_per_address } = options;
  const machineAheadMs = () => options.clock_source?.machineAheadMs() ?? 0;
  const takesJobs = () => !options.clock_source?.isFarOff();
  const metrics = createMetrics(machineAheadMs);
  let base_url = options.base_url ?? '';
  const test_gateway = createTestGateway(db, () => base_url);
  const findGateway: FindGateway = ({ mode }) => (mode === 'test' ? test_gateway : undefined);
  await sealAnew(db, secrets);
  const licensing = await createLicensing(db, secrets, clock);
  const shared = { db, clock, base_url: () => base_url, findGateway, licensing };
  const keys = createKeys(db);
  const allowed_webhooks = allowedRanges(options.webhook_allow);
  const perform = createPerform({
    ...shared,
    secrets,
    allowed_webhooks,
    clockMoved: keys.forget,
    log,
  });
  const base_path = options.base_url === undefined ? '' : basePath(options.base_url);
  const page_limits = createPageLimits(rate_limit, clock);
  const pages: Page[] = [
    homePage(base_path),
    ...filePages,
    portalPages({ db, clock, perform, limits: page_limits, base_path }),
    checkoutPages({ ...shared, limits: page_limits, base_path }),
    testBankPage(test_gateway, base_path),
    { path: '/docs', serve: once(() => referencePage(operations, base_url)) },
    { path: '/openapi.json', serve: once(() => json(openApiDocument(operations, base_url))) },
    {
      path: '/.well-known/jwks.json',
      any_origin: true,
      serve: async () => ({
        ...json(await publishedKeys(db.reader(null))),
        headers: { 'Access-Control-Allow-Origin': '*' },
        cache_seconds: JWKS_SECONDS,
      }),
    },
  ];
  const server = createServer({
    operations: Object.values(operations).flat(),
    pages: [
      ...pages.map((page) => limitedPage(page, page_limits, base_path)),
      { path: '/healthz', is_internal: true, serve: () => json({ status: 'ok' }) },
      {
        path: '/readyz',
        is_internal: true,
        serve: () => readiness({ db, log, takesJobs, machineAheadMs }),
      },
      { path: '/metrics', is_internal: true, serve: () => text(metrics.render()) },
    ],
    serveOperation: createOperationServer({ clock, rate_limit, keys, perform }),
    tls,
    base_url: options.base_url,
    limits: { ...LIMITS, connections_per_address, ...options.connection_limits },
    trusted_proxies,
    clock,
    log,
    metrics,
  });
  const listening_port = await server.listen(port, host);
  base_url ||= `https://localhost:${listening_port}`;

  const jobs = startJobs({ ...shared, log, takesJobs });
  const { resolve } = options;
  const send = createSender(allowed_webhooks, resolve && { resolve });
  const deliveries = startDeliveries({ db, clock, takesJobs, log, secrets, licensing, send });
  const compacting = startCompacting(db, log);

  const tidyUp = () => {
    tidy(db, clock()).catch((error) => log.error('tidying failed', { error: String(error) }));
  };
  const tidying = setInterval(tidyUp, HOUR_MS).unref();
  tidyUp();

  const upkeep = async (is_last = false) => {
    await licensing
      .flush({ is_last })
      .catch((error) => log.error('upkeep of licenses failed', { error: String(error) }));
  };
  const upkeeping = setInterval(upkeep, UPKEEP_MS).unref();
  const lookForKeys = () => {
    licensing
      .refresh()
      .catch((error) => log.error('signing keys were not read', { error: String(error) }));
  };
  const looking = setInterval(lookForKeys, SIGNING_KEYS_MS).unref();

  return {
    port: listening_port,
    base_url,
    async close() {
      clearInterval(tidying);
      clearInterval(upkeeping);
      clearInterval(looking);
      options.clock_source?.stop();
      await server.close();
      await jobs.stop();
      await deliveries.stop();
      await compacting.stop();
      await upkeep(true);
      await db.close();
      metrics.close();
      log.flush();
    },
  };
}

const CACHE_SECONDS = 300;
// A certificate may be signed with a new key at once: who does not know it asks again soon.
const JWKS_SECONDS = 60;
const UPKEEP_MS = 5_000;
const SIGNING_KEYS_MS = 1_000; // A key that is revoked signs no longer than that.
const TIDY_ROWS = 500;
const DELIVERIES_KEPT_MS = 30 * DAY_MS;

/** Forgets what is over, a little at a time, so that nobody waits for it. */
export async function tidy(db: Database, now: number): Promise<void> {
  const forget = [
    (tx: Tx) => forgetIdempotencyKeys(tx, forgetBefore(now), TIDY_ROWS),
    // By the wall clock, which no store's clock is behind: a link that is over here is over there.
    (tx: Tx) => forgetPortalLinks(tx, now, TIDY_ROWS),
    (tx: Tx) => forgetDeliveries(tx, now - DELIVERIES_KEPT_MS, TIDY_ROWS),
    (tx: Tx) => forgetDeletedDeliveries(tx, TIDY_ROWS),
    (tx: Tx) => giveMissedTurns(tx, TIDY_ROWS),
  ];
  for (const some of forget) {
    while ((await db.write(null, async (tx) => some(tx))) === TIDY_ROWS) await setImmediate();
  }
}

interface Readiness {
  db: Database;
  log: Log;
  takesJobs(): boolean;
  machineAheadMs(): number;
}

async function readiness(options: Readiness): Promise<PageAnswer> {
  const { db, log, takesJobs, machineAheadMs } = options;
  try {
    await db.ping();
    if (takesJobs()) return json({ status: 'ready' });
    // Requests go by the database's clock, so they are answered rightly.
    const seconds = Math.round(machineAheadMs() / 1000);
    const warning = `the clock of this machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the database's: no jobs are taken`;
    return json({ status: 'ready', warning });
  } catch (error) {
    log.error('not ready', { error: String(error) });
    return {
      ...json({ status: 'unavailable', reason: 'the database does not answer' }),
      status: 503,
    };
  }
}

/** A document that never changes while the program runs. */
function once(make: () => PageAnswer): Page['serve'] {
  let made: PageAnswer | undefined;
  return () => {
    made ??= { ...make(), cache_seconds: CACHE_SECONDS };
    return made;
  };
}

const json = (value: object): PageAnswer => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(value),
});

const text = (body: string): PageAnswer => ({
  status: 200,
  type: 'text/plain; version=0.0.4; charset=utf-8',
  body,
});
