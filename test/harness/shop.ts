import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:https';
import { connect as netConnect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect as tlsConnect } from 'node:tls';
import { Client } from 'pg';
import { verify } from '../../src/care/verify/verify.ts';
import type { JobName } from '../../src/jobs/job.ts';
import type { KeyScope, StoreMode } from '../../src/platform/core/access.ts';
import { type ConnectionLimits, LIMITS } from '../../src/platform/core/limits.ts';
import { createLog } from '../../src/platform/core/log.ts';
import type { RateLimit } from '../../src/platform/core/rate-limit.ts';
import type { Clock } from '../../src/platform/core/time.ts';
import type { Database, Tx } from '../../src/platform/db/database.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import type { MailServer } from '../../src/platform/machine/mail-server.ts';
import { localCertificate } from '../../src/platform/machine/tls/local-certificate.ts';
import type { ServedCertificate } from '../../src/platform/machine/tls/served-certificate.ts';
import type { Resolve } from '../../src/shop/events/webhooks/resolve-name.ts';
import { secretsOfDatabase } from '../../src/shop/licenses/secrets-of-database.ts';
import type { MailTimes } from '../../src/shop/mails/mailer.ts';
import type { MakeSchedule } from '../../src/shop/store/backups.ts';
import { makeApiKey, makeStore } from '../../src/shop/store/make-store.ts';
import { type App, startApp } from '../../src/start/app.ts';
import type { Answer } from './answer.ts';
import { openStore } from './cast.ts';
import { atEndOfFile } from './endings.ts';

export interface ShopOptions {
  rate_limit?: RateLimit | 'off';
  /** Default: a clock that stays at START. */
  clock?: Clock;
  trusted_proxies?: string[];
  /** As if the certificate were one that browsers trust, and not one that Kassa has made. */
  has_public_certificate?: boolean;
  base_url?: string;
  connection_limits?: Partial<ConnectionLimits>;
  webhook_allow?: string[];
  /** Where Stripe is asked: the address of a stand-in. */
  stripe_api?: string;
  stripe_timeout_ms?: number;
  mail_server?: MailServer;
  mail_times?: MailTimes;
  /** How backups are made whose folder was set in the dashboard. By default nobody makes any. */
  makeSchedule?: MakeSchedule;
  /** Where VIES is asked: the address of a stand-in. By default nobody is asked. */
  vies_url?: string;
  /** Looks up host names of webhooks. By default only localhost has an address. */
  resolve?: Resolve;
  /** Default: openDatabase, which brings it up to date first. */
  openDatabase?: (place: Place & { processes: number }) => Promise<Database>;
}

export interface CallOptions {
  key?: string | null;
  headers?: Record<string, string>;
  /** GET and DELETE: send the parameters as a JSON body. */
  in_body?: boolean;
}

export const START = Date.parse('2026-11-14T09:30:00.000Z');

/** Starts the real service with TLS on a new database. It is stopped after the test file. */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const shop = await Shop.start(options);
  atEndOfFile(() => shop.close());
  return shop;
}

/**
 * As if the connections to PostgreSQL were shared with two other processes: four are left, and each
 * reads and plans every statement for itself, which is most of what PostgreSQL does in a test.
 */
export const SHARED_BY = 3;

/** Tests connect to this machine only: no other name has an address. */
const onlyLocal = async (host: string) => (host === 'localhost' ? [{ address: '127.0.0.1' }] : []);

export class Shop {
  /** The time of the default clock. Set it to move the clock. */
  now = START;
  api_key = '';
  store_id = '';
  log_lines: string[] = [];
  readonly options: ShopOptions;
  readonly place: Place;
  ca = Buffer.alloc(0);
  db!: Database;
  app!: App;
  agent!: Agent;

  static async start(options: ShopOptions): Promise<Shop> {
    const shop = new Shop(options, await makePlace());
    await shop.open();
    const store = await shop.makeStore('test');
    shop.api_key = store.api_key;
    shop.store_id = store.store_id;
    return shop;
  }

  constructor(options: ShopOptions, place: Place) {
    this.options = options;
    this.place = place;
  }

  async open(): Promise<void> {
    const tls = localCertificate(this.place.data_dir, Date.now());
    const open = this.options.openDatabase ?? openDatabase;
    this.db = await open({ ...this.place, processes: SHARED_BY });
    this.app = await startApp({
      db: this.db,
      clock: this.options.clock ?? (() => this.now),
      log: createLog('info', (lines) => this.log_lines.push(...lines.trim().split('\n'))),
      tls: this.options.trusted_proxies ? undefined : this.#shown(tls),
      port: 0,
      host: '127.0.0.1',
      base_url: this.options.base_url,
      data_dir: this.place.data_dir,
      trusted_proxies: this.options.trusted_proxies ?? [],
      connections_per_address: LIMITS.connections,
      connection_limits: this.options.connection_limits ?? {},
      rate_limit: this.options.rate_limit ?? 'off',
      webhook_allow: this.options.webhook_allow ?? [],
      provider_addresses: { stripe: this.options.stripe_api },
      provider_timeout_ms: this.options.stripe_timeout_ms,
      mail_server: this.options.mail_server,
      mail_times: this.options.mail_times,
      ...(this.options.makeSchedule && { makeSchedule: this.options.makeSchedule }),
      vies_url: this.options.vies_url ?? 'off',
      resolve: this.options.resolve ?? onlyLocal,
      secrets: await secretsOfDatabase(this.db, {
        secret: undefined,
        data_dir: this.place.data_dir,
      }),
    });
    this.ca = readFileSync(tls.authority_path);
    // Unused connections are closed here first: the server closes them after 65 s, which may be
    // just when a request is sent.
    this.agent = new Agent({ keepAlive: true, ca: this.ca, timeout: 60_000 });
  }

  #shown(tls: ServedCertificate): ServedCertificate {
    return this.options.has_public_certificate ? { ...tls, authority_path: undefined } : tls;
  }

  /** Runs a job now until nothing is left to do, so that tests need not wait for it. */
  runJob(name: JobName): Promise<void> {
    return this.app.runJob(name);
  }

  /** Stops and starts on the same data. */
  async restart(): Promise<void> {
    this.agent.destroy();
    await this.app.close();
    await this.open();
  }

  async close(): Promise<void> {
    this.agent.destroy();
    await this.app.close();
    await this.place.remove();
  }

  #newest_store: Promise<unknown> = Promise.resolve();

  /** One after the other, as a person makes them: each gets the next number. */
  makeStore(mode: StoreMode): Promise<{ store_id: string; api_key: string }> {
    const now = (this.options.clock ?? (() => this.now))();
    const made = this.#newest_store.then(() => makeStoreWithKey(this.db, { mode, now }));
    this.#newest_store = made;
    return made;
  }

  async makeKey(
    scope: KeyScope,
    expires_at: number | null = null,
  ): Promise<{ api_key: string; key_id: string }> {
    const { store_id } = this;
    const now = (this.options.clock ?? (() => this.now))();
    return this.db.write(null, (tx) =>
      makeApiKey(tx, { store_id, mode: 'test', scope, expires_at, now }),
    );
  }

  /** Calls an operation as a client does: `call('GET /get-product', { product_id })`. */
  call(operation: string, input: object = {}, options: CallOptions = {}): Promise<Answer> {
    const [method = '', path = ''] = operation.split(' ');
    const in_query = method !== 'POST' && !options.in_body;
    const query = in_query ? queryText(input) : '';
    const target = query === '' ? path : `${path}?${query}`;
    const headers = { 'content-type': 'application/json', ...options.headers };
    const body = in_query ? undefined : JSON.stringify(input);
    return this.send({ method, path: target, headers: this.#withKey(headers, options) }, body);
  }

  #withKey(headers: Record<string, string>, { key }: CallOptions): Record<string, string> {
    return key === null ? headers : { 'x-api-key': key ?? this.api_key, ...headers };
  }

  /** Any request at all. */
  send(options: RequestOptions, body?: string | Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          servername: 'localhost',
          port: this.app.port,
          agent: this.agent,
          ...options,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            const text = bytes.toString();
            const is_json = response.headers['content-type']?.startsWith('application/json');
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: is_json && text !== '' ? JSON.parse(text) : undefined,
              text,
              bytes,
            });
          });
          response.on('error', reject);
        },
      );
      sent.on('error', reject);
      if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body));
      sent.end(body);
    });
  }

  /** Sends raw bytes over TLS. Returns what came back until the end, or until `wait_ms` of silence. */
  raw(pieces: (string | Buffer)[], wait_ms = 2_000, pause_ms = 0): Promise<string> {
    const socket = tlsConnect({
      host: '127.0.0.1',
      servername: 'localhost',
      port: this.app.port,
      ca: this.ca,
    });
    return conversation(socket, 'secureConnect', pieces, wait_ms, pause_ms);
  }

  /** The same without TLS. */
  rawPlain(pieces: (string | Buffer)[], wait_ms = 2_000): Promise<string> {
    return conversation(netConnect(this.app.port, '127.0.0.1'), 'connect', pieces, wait_ms, 0);
  }

  /**
   * The whole database as text, once the jobs have done what was due, and but for what they change
   * at any time, such as when a provider is asked next. If it is equal before and after, nothing
   * was stored.
   */
  async everything(): Promise<string> {
    for (const job of FREQUENT) await this.runJob(job);
    const tables = await this.place.tables(this.db);
    const rows = await this.place.rows(this.db, tables);
    const rows_of = Map.groupBy(rows, ({ table }) => table);
    return tables
      .map((table) => {
        const kept = rows_of.get(table)?.map(({ json }) => withoutJobs(table, json)) ?? [];
        return `${table} ${kept.sort().join('\n')}`;
      })
      .join('\n');
  }

  /** Another store, or this one, and what is done in it. */
  openStore(own?: { api_key: string; store_id: string }) {
    return openStore(this, own);
  }

  /** All records agree, as `kassa verify` would say. */
  async assertRight(): Promise<void> {
    const checks = await verify(this.db, { progress: () => {} });
    assert.deepEqual(
      checks.flatMap(({ violations }) => violations),
      [],
    );
  }

  /** The events of a store so far, in order. */
  async events(
    store_id = this.store_id,
  ): Promise<{ sequence: number; type: string; data: object }[]> {
    const rows = await this.db
      .reader({ store_id })
      .all<{ sequence: number; type: string; data: string }>(
        'SELECT sequence, type, data FROM events WHERE store_id = :store_id ORDER BY sequence',
      );
    return rows.map((row) => ({ ...row, data: JSON.parse(row.data) }));
  }
}

/** Jobs that run every few seconds: a webhook is tried, a mail sent, a payment asked about. */
const FREQUENT = ['due', 'webhooks', 'notifications', 'mails', 'last-seen'] as const;

/** Columns that a job changes at any time. */
const OF_A_JOB: Record<string, string[]> = {
  api_keys: ['last_used_on'],
  provider_connections: [
    ...['events_cursor', 'ask_at', 'last_asked_at', 'problem'],
    ...['claimed_until', 'claimed_by'],
  ],
  transactions: ['attempts', 'next_attempt_at'],
};

function withoutJobs(table: string, json: string): string {
  const columns = OF_A_JOB[table];
  if (!columns) return json;
  const row = JSON.parse(json);
  for (const column of columns) delete row[column];
  return JSON.stringify(row);
}

/** A store of any name, and a key that may do everything in it. */
export const makeStoreWithKey = (
  db: Database,
  { mode, now }: { mode: StoreMode; now: number },
): Promise<{ store_id: string; api_key: string }> =>
  db.write(null, async (tx) => {
    const name = `${mode} ${randomBytes(4).toString('hex')}`;
    const { store_id } = await makeStore(tx, { name, mode, now });
    if (mode === 'live') await sayWhoSells(tx, store_id);
    const made = await makeApiKey(tx, { store_id, mode, scope: 'full', expires_at: null, now });
    return { store_id, api_key: made.api_key };
  });

/** What a live store has to say before it can sell. */
const SELLER = {
  legal_name: 'Engines Ltd',
  address: { line1: '1 Main Street', line2: null, city: 'Dover', state: null, postal_code: null },
  country: 'US',
};

const sayWhoSells = (tx: Tx, store_id: string) =>
  tx.run('UPDATE stores SET tax_settings = :settings WHERE store_id = :of_store', {
    settings: JSON.stringify(SELLER),
    of_store: store_id,
  });

const CLOSED_WITHIN_MS = 60_000;

async function conversation(
  socket: Socket,
  ready: string,
  pieces: (string | Buffer)[],
  wait_ms: number,
  pause_ms: number,
): Promise<string> {
  let heard = '';
  let heard_at = Date.now();
  socket.on('data', (chunk) => {
    heard += chunk;
    heard_at = Date.now();
  });
  socket.on('error', () => {}); // After a reset, what was received until then counts.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, ready);
  for (const piece of pieces) {
    if (!socket.destroyed) socket.write(piece);
    if (pause_ms > 0) await setTimeout(pause_ms);
  }
  // Whoever is asked to close does, however long a busy machine takes.
  const will_close = /connection: close/i.test(String(pieces.at(-1)));
  const silence_ms = will_close ? CLOSED_WITHIN_MS : wait_ms;
  const over = () => heard_at + silence_ms - Date.now();
  heard_at = Date.now();
  while (!socket.closed && over() > 0) {
    await Promise.race([closed, setTimeout(over(), undefined, { ref: false })]);
  }
  socket.destroy();
  return heard;
}

/** Checks that an answer is this refusal: its status, code, and the parameters it names. */
export function assertRefused(
  answer: Answer,
  status: number,
  code: string,
  params?: string[],
): void {
  assert.equal(`${answer.status} ${answer.body?.error?.code}`, `${status} ${code}`, answer.text);
  assert.equal(answer.body.error.status, status);
  assert.match(answer.body.error.request_id, /^req_[0-9a-z]{28}$/);
  if (params) {
    const named = answer.body.error.details.map((detail: { param: string }) => detail.param);
    assert.deepEqual(named.toSorted(), params.toSorted());
  }
}

function queryText(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** Where a shop stores its data. Only this part of the tests depends on the database engine. */
export interface Place {
  data_dir: string;
  database_url: string | undefined;
  /** Whether only one server at a time can use it. */
  one_server: boolean;
  tables(db: Database): Promise<string[]>;
  /** All rows of these tables. */
  rows(db: Database, tables: string[]): Promise<{ table: string; json: string }[]>;
  takeAway(): Promise<void>;
  /** Removes triggers and indexes that protect the records, so that tests can make wrong ones. */
  removeGuards(db: Database): Promise<void>;
  remove(): Promise<void>;
}

/** A place on the database that is tested, or on SQLite. */
export async function makePlace(engine?: 'sqlite'): Promise<Place> {
  const data_dir = mkdtempSync(join(tmpdir(), 'kassa-test-'));
  const server_url = engine === 'sqlite' ? undefined : process.env.KASSA_TEST_DATABASE_URL;
  return server_url === undefined ? sqlitePlace(data_dir) : postgresPlace(data_dir, server_url);
}

const runAll = (db: Database, statements: string[]): Promise<void> =>
  db.write(null, async (tx) => {
    for (const sql of statements) await tx.run(sql);
  });

/** Where `npm test` has made a database for tests to begin with (see test/harness/runner/empty-database.ts). */
const { KASSA_TEST_SQLITE_COPY: sqlite_copy, KASSA_TEST_POSTGRES_COPY: postgres_copy } =
  process.env;

function sqlitePlace(data_dir: string): Place {
  if (sqlite_copy !== undefined) copyFileSync(sqlite_copy, join(data_dir, 'kassa.db'));
  return {
    data_dir,
    database_url: undefined,
    one_server: true,
    async tables(db) {
      const rows = await db.reader(null).all<{ name: string }>(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND name NOT LIKE 'search_texts%' ORDER BY name`,
      );
      return [...rows.map((row) => row.name), 'search_texts_content'];
    },
    async rows(db, tables) {
      const reader = db.reader(null);
      const rows = tables.map(async (table) =>
        (await reader.all(`SELECT * FROM ${table}`)).map((row) => ({
          table,
          json: JSON.stringify(row),
        })),
      );
      return (await Promise.all(rows)).flat();
    },
    removeGuards: (db) =>
      runAll(db, [
        'DROP TRIGGER ledger_entries_stay',
        'DROP TRIGGER ledger_entries_remain',
        'DROP TRIGGER audit_entries_stay',
        'DROP TRIGGER audit_entries_remain',
        'DROP INDEX transactions_once_per_checkout',
      ]),
    async takeAway() {
      renameSync(join(data_dir, 'kassa.db'), join(data_dir, 'gone.db'));
    },
    async remove() {
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

async function postgresPlace(data_dir: string, server_url: string): Promise<Place> {
  const name = `kassa_test_${randomBytes(6).toString('hex')}`;
  const database_url = Object.assign(new URL(server_url), { pathname: `/${name}` }).href;
  const admin = async (sql: string) => {
    const client = new Client(server_url);
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  const from = postgres_copy === undefined ? '' : ` TEMPLATE ${postgres_copy} STRATEGY FILE_COPY`;
  await admin(`CREATE DATABASE ${name}${from}`);
  const drop = () => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  return {
    data_dir,
    database_url,
    one_server: false,
    async tables(db) {
      const rows = await db
        .reader(null)
        .all<{ name: string }>(
          `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
        );
      return rows.map((row) => row.name);
    },
    // One statement: tests look at everything so often that one for each table took a quarter of
    // what PostgreSQL did for them.
    async rows(db, tables) {
      const statements = tables.map(
        (table) => `SELECT '${table}' AS "table", CAST(to_json(t) AS text) AS json FROM ${table} t`,
      );
      return db.reader(null).all(statements.join(' UNION ALL '));
    },
    removeGuards: (db) =>
      runAll(db, [
        'DROP TRIGGER ledger_entries_stay ON ledger_entries',
        'DROP TRIGGER audit_entries_stay ON audit_entries',
        'DROP INDEX transactions_once_per_checkout',
      ]),
    takeAway: drop,
    async remove() {
      await drop();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}
