import assert from 'node:assert/strict';
import { Agent, request } from 'node:https';
import { newId } from '../src/core/ids.ts';
import { DAY_MS } from '../src/core/time.ts';
import type { Database } from '../src/db/database.ts';
import { openDatabase } from '../src/db/open.ts';
import { insertPerson } from '../src/people/person.sql.ts';
import { openSeat, SEAT_COOKIE } from '../src/people/seat.ts';
import { listStores, type StoreRow } from '../src/stores/store.sql.ts';
import { ask, percentile } from './load.ts';

import { makePages } from './pages.ts';
import { makeFolder, peakMegabytesOf, type Running, startKassa, stop } from './processes.ts';

const BATCH = 10_000;
const LINE_END = 10;
const TIMES = 300;
const WARM_UP = 30;
const YEARS_MS = 2 * 365 * DAY_MS;
/** A customer with 50 purchases, as makePages makes one. */
const COLLECTOR = 'collector';

export interface DashboardTimes {
  transactions: number;
  /** One request after the other, on one connection. */
  times: { what: string; p50_ms: number; p99_ms: number; limit_ms: number }[];
  /** The file of all payments, and how much more memory the server had when it was sent. */
  csv: { lines: number; seconds: number; grown_mb: number };
}

/** How long a seller waits for the overview and for a customer, in a shop with so many transactions. */
export async function measureDashboard(transactions: number): Promise<DashboardTimes> {
  const data_dir = makeFolder();
  const first = await startKassa(data_dir, { is_first: true });
  const { api_key } = first;
  const product_ids = await makeProducts(first, api_key);
  await makePages(first, { api_key, product_ids });
  await stop(first);
  const db = await openDatabase({ data_dir, database_url: undefined });
  const [store] = await listStores(db.reader(null));
  assert(store, 'the first start has made a store');
  await copyTransactions(db, store, transactions);
  const cookie = await signIn(db);
  await db.close();
  const server = await startKassa(data_dir);
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 1,
    ca: server.ca,
    servername: 'localhost',
  });
  const measure = async (what: string, path: string, headers: object, limit_ms: number) => {
    const took: number[] = [];
    for (let at = 0; at < WARM_UP + TIMES; at++) {
      const started = performance.now();
      await get({ server, agent, path, headers: { ...headers } });
      if (at >= WARM_UP) took.push(performance.now() - started);
    }
    return { what, p50_ms: percentile(took, 50), p99_ms: percentile(took, 99), limit_ms };
  };
  const home = `/dashboard/${store.number}`;
  const by_key = { 'x-api-key': api_key };
  const times = [
    await measure('get-metrics, 30 days', '/get-metrics', by_key, 20),
    await measure('get-metrics, 12 months', '/get-metrics?interval=month', by_key, 20),
    await measure('overview', home, { cookie }, 50),
    await measure('customer with 50 purchases', `${home}/customers/${COLLECTOR}`, { cookie }, 50),
    await measure('payments', `${home}/payments`, { cookie }, 50),
  ];
  const before_mb = peakMegabytesOf(server) ?? 0;
  const started = performance.now();
  const lines = await get({ server, agent, path: `${home}/payments.csv`, headers: { cookie } });
  const seconds = (performance.now() - started) / 1_000;
  const csv = { lines, seconds, grown_mb: (peakMegabytesOf(server) ?? 0) - before_mb };
  agent.destroy();
  await stop(server);
  return { transactions, times, csv };
}

async function makeProducts(server: Running, api_key: string): Promise<string[]> {
  const product_ids: string[] = [];
  for (let at = 0; at < 50; at++) {
    const body = JSON.stringify({ name: `P${at}`, description: '', price: 20, currency: 'EUR' });
    const head = ['POST /create-product HTTP/1.1', 'Host: localhost', `x-api-key: ${api_key}`];
    const more = ['Content-Type: application/json', `Content-Length: ${body.length}`, '', body];
    product_ids.push(JSON.parse(await ask(server, [...head, ...more].join('\r\n'))).product_id);
  }
  return product_ids;
}

/** Copies of real purchases by other customers, over two years, with the sums of their days. */
async function copyTransactions(db: Database, store: StoreRow, count: number): Promise<void> {
  const now = Date.now();
  const reader = db.reader(store);
  const [columns] = await reader.all<Record<string, unknown>>(
    'SELECT * FROM transactions WHERE store_id = :store_id LIMIT 1',
  );
  const own = ['transaction_id', 'customer_id', 'created_at', 'settled_at'];
  const alone = ['checkout_session_id', 'request_key', 'provider_reference'];
  const names = Object.keys(columns ?? {});
  const values = names.map((name) =>
    own.includes(name) ? `:${name}` : alone.includes(name) ? 'NULL' : name,
  );
  const COPY = `INSERT INTO transactions (${names.join(', ')})
    SELECT ${values.join(', ')} FROM transactions
    WHERE store_id = :store_id AND transaction_id = :template`;
  const templates = await reader.all<{ transaction_id: string }>(
    'SELECT transaction_id FROM transactions WHERE store_id = :store_id',
  );
  const CUSTOMER = `SELECT customer_id FROM customers WHERE store_id = :store_id
    AND customer_id <> '${COLLECTOR}' LIMIT 1`;
  const other = await reader.maybe<{ customer_id: string }>(CUSTOMER);
  assert(other, 'somebody has opened a checkout');
  for (let from = 0; from < count; from += BATCH) {
    await db.write(store, async (tx) => {
      for (let at = from; at < Math.min(from + BATCH, count); at++) {
        const made_at = Math.round(now - YEARS_MS + (at / count) * YEARS_MS);
        await tx.run(COPY, {
          transaction_id: newId('txn', made_at),
          customer_id: other.customer_id,
          created_at: made_at,
          settled_at: made_at,
          template: templates[at % templates.length]?.transaction_id ?? '',
        });
      }
    });
    if (from % (10 * BATCH) === 0) process.stderr.write(`${from} of ${count} transactions\n`);
  }
  await db.write(store, (tx) => sumDays(tx));
}

const SUM = `
  INSERT INTO sales_days (store_id, product_id, currency, day, month, gross_minor, payments)
  SELECT store_id, :of_product, currency, settled_at / 86400000, 0, SUM(total_minor), COUNT(*)
  FROM transactions WHERE store_id = :store_id
  GROUP BY store_id, currency, settled_at / 86400000
  ON CONFLICT (store_id, product_id, currency, day) DO NOTHING`;

const sumDays = async (tx: Parameters<Parameters<Database['write']>[1]>[0]) => {
  await tx.run(SUM, { of_product: '' });
};

async function signIn(db: Database): Promise<string> {
  const now = Date.now();
  const person_id = newId('person', now);
  const person = { person_id, email: 'o@example.com', email_folded: 'o@example.com', name: 'O' };
  const token = await db.write(null, async (tx) => {
    await insertPerson(tx, { ...person, is_owner: 1, created_at: now });
    return openSeat(tx, { person_id, address: '127.0.0.1', browser: 'bench', now });
  });
  return `${SEAT_COOKIE}=${token}`;
}

interface Get {
  server: Running;
  agent: Agent;
  path: string;
  headers: Record<string, string>;
}

/** How many lines the answer has. */
const get = ({ server, agent, path, headers }: Get): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: server.port, path, headers, agent },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`));
        let lines = 0;
        answer.on('data', (piece: Buffer) => {
          for (const byte of piece) if (byte === LINE_END) lines += 1;
        });
        answer.once('end', () => resolve(lines)).once('error', reject);
      },
    );
    sent.once('error', reject);
    sent.end();
  });
