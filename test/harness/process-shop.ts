import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { verify } from '../../src/care/verify/verify.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import {
  type GatewayFault,
  setGatewayFault,
} from '../../src/shop/money/payments/test-gateway.sql.ts';
import type { Answer as AnyAnswer } from './answer.ts';
import { atEndOfFile } from './endings.ts';
import { listeningPort } from './listening.ts';
import { KASSA } from './program.ts';
import { makePlace, makeStoreWithKey, type Place, SHARED_BY } from './shop.ts';
import { until } from './until.ts';

const SERVE = [...KASSA, 'serve'];

type Answer = Pick<AnyAnswer, 'status' | 'headers' | 'body'>;

type Headers = Record<string, string | number | undefined>;

const given = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));

const makeTestStore = (db: Database) => makeStoreWithKey(db, { mode: 'test', now: Date.now() });

/** A shop whose service runs in another process, so that it can be killed. */
export class ProcessShop {
  readonly place: Place;
  /** A connection of the test to the same database. */
  readonly db: Database;
  readonly store_id: string;
  readonly api_key: string;
  #child: ChildProcess | undefined;
  #beside: ProcessShop[] = [];
  port = 0;
  #agent = new Agent();
  #newest_store: Promise<unknown> = Promise.resolve();

  static async make(place?: Place): Promise<ProcessShop> {
    place ??= await makePlace();
    const db = await openDatabase({ ...place, processes: SHARED_BY });
    const shop = new ProcessShop(place, db, await makeTestStore(db));
    atEndOfFile(() => shop.remove());
    return shop;
  }

  constructor(place: Place, db: Database, store: { store_id: string; api_key: string }) {
    this.place = place;
    this.db = db;
    this.store_id = store.store_id;
    this.api_key = store.api_key;
  }

  /** Another store of this shop. */
  makeStore(): Promise<{ store_id: string; api_key: string }> {
    const made = this.#newest_store.then(() => makeTestStore(this.db));
    this.#newest_store = made;
    return made;
  }

  /** Starts the service, with these settings, and waits until it answers. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    const env = {
      ...process.env,
      KASSA_DATA_DIR: this.place.data_dir,
      DATABASE_URL: this.place.database_url ?? '',
      KASSA_PORT: '0',
      KASSA_RATE_LIMIT: 'off',
      KASSA_VIES_URL: 'off',
      KASSA_LOG_LEVEL: 'error',
      ...settings,
    };
    await this.kill(); // A test that failed may have left it.
    const child = spawn(process.execPath, SERVE, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    this.port = await listeningPort(child);
    this.#agent = new Agent({ keepAlive: true, ca: this.#authority() });
  }

  /** Starts a second process on the same data. On SQLite, where there can be only one, the same. */
  async startBeside(settings: Record<string, string> = {}): Promise<ProcessShop> {
    if (this.place.one_server) return this;
    const beside = new ProcessShop(this.place, this.db, this);
    this.#beside.push(beside);
    await beside.start(settings);
    return beside;
  }

  /** Kills the process as a power cut would, or stops it properly with SIGTERM. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    this.#agent.destroy();
  }

  /** Sends a signal, for example SIGSTOP and SIGCONT. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Of the process that was started; others may be its children. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && !this.#child.signalCode;
  }

  async remove(): Promise<void> {
    await Promise.all([this, ...this.#beside].map((one) => one.kill()));
    await this.db.close();
    await this.place.remove();
  }

  /** The same shop, asked at another port, such as that of a balancer. */
  through(port: number): ProcessShop {
    const shop = new ProcessShop(this.place, this.db, this);
    shop.port = port;
    return shop;
  }

  /** A connection of its own, to whichever process takes it. */
  connection(): Agent {
    return new Agent({ keepAlive: true, maxSockets: 1, ca: this.#authority() });
  }

  #authority(): Buffer {
    return readFileSync(join(this.place.data_dir, 'tls', 'ca.pem'));
  }

  /** Sends a POST. Rejects if the service is killed meanwhile. */
  call(
    path: string,
    input: object,
    headers: Record<string, string> = {},
    agent?: Agent,
  ): Promise<Answer> {
    return this.#send({ method: 'POST', path, headers, agent }, JSON.stringify(input));
  }

  /** `get('/list-events?after_sequence=0')` */
  get(path: string, headers: Record<string, string> = {}, agent?: Agent): Promise<Answer> {
    return this.#send({ method: 'GET', path, headers, agent }, '');
  }

  /** What a browser sends with a form. */
  submit(path: string, body: string): Promise<Answer> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.#send({ method: 'POST', path, headers }, body);
  }

  /** Any method with any body. A header that is undefined is left out. */
  send(
    { method, path, headers = {} }: { method: string; path: string; headers?: Headers },
    body: string,
  ): Promise<Answer> {
    return this.#send({ method, path, headers }, body);
  }

  #send(
    { headers, ...options }: Omit<RequestOptions, 'headers'> & { headers: Headers },
    body: string,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: 'localhost',
          port: this.port,
          ...options,
          agent: options.agent ?? this.#agent,
          headers: given({
            'x-api-key': this.api_key,
            'content-type': 'application/json',
            ...(!('transfer-encoding' in headers) && { 'content-length': Buffer.byteLength(body) }),
            ...headers,
          }),
        },
        async (response) => {
          try {
            let text = '';
            for await (const chunk of response.setEncoding('utf8')) text += chunk;
            const is_json = response.headers['content-type']?.startsWith('application/json');
            const { statusCode: status = 0, headers } = response;
            resolve({ status, headers, body: is_json && text !== '' ? JSON.parse(text) : text });
          } catch (error) {
            reject(error);
          }
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  setFault(fault: GatewayFault | undefined): Promise<unknown> {
    const { store_id } = this;
    return this.db.write({ store_id }, async (tx) => setGatewayFault(tx, fault));
  }

  async rows<Row>(sql: string): Promise<Row[]> {
    return this.db.reader(null).all<Row>(sql);
  }

  /** Waits until a statement finds something. */
  async until(sql: string): Promise<void> {
    await until(async () => (await this.rows(sql)).length > 0, `something is found: ${sql}`);
  }

  /** What `kassa verify` finds. */
  async violations(): Promise<string[]> {
    const checks = await verify(this.db, { progress: () => {} });
    return checks.flatMap(({ violations }) => violations);
  }

  async assertRight(): Promise<void> {
    assert.deepEqual(await this.violations(), []);
  }
}
