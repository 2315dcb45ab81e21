import assert from 'node:assert/strict';
import { Agent, request } from 'node:https';
import { newId } from '../../src/platform/core/ids.ts';
import { DAY_MS } from '../../src/platform/core/time.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { listStores } from '../../src/shop/store/store.sql.ts';
import { insertPerson } from '../../src/shop/store/team/person.sql.ts';
import { SESSION_COOKIE, startSession } from '../../src/shop/store/team/session.ts';
import { COLLECTOR, copySales, copySubscribers } from './fill-dashboard.ts';
import { ask, percentile } from './load.ts';
import { makePages } from './pages.ts';
import { makeFolder, peakMegabytesOf, type Running, startKassa, stop } from './processes.ts';

const LINE_END = 10;
const SALES_OF_A_CUSTOMER = 5;
const TIMES = 300;
const WARM_UP = 30;
const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' };

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
  const subscribed = await subscribe(first, api_key);
  await stop(first);
  const db = await openDatabase({ data_dir, database_url: undefined });
  const [store] = await listStores(db.reader(null));
  assert(store, 'the first start has made a store');
  await copySales(db, store, transactions);
  await copySubscribers(db, store, {
    count: Math.ceil(transactions / SALES_OF_A_CUSTOMER),
    data_dir,
  });
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
    await measure(
      'subscriptions of a state',
      `${home}/subscriptions?status=past_due`,
      { cookie },
      50,
    ),
    await measure(
      'subscriptions of a plan',
      `${home}/subscriptions?plan_id=${subscribed.plan_id}`,
      { cookie },
      50,
    ),
    await measure(
      'subscriptions of a plan in a state',
      `${home}/subscriptions?plan_id=${subscribed.plan_id}&status=past_due`,
      { cookie },
      50,
    ),
    await measure('sales, 30 days', `${home}/sales`, { cookie }, 50),
    await measure('sales by country, 30 days', '/get-metrics?group_by=country', by_key, 20),
    await measure(
      'sales by country, a year',
      `/get-metrics?group_by=country&${lastDays(365)}`,
      by_key,
      100,
    ),
    await measure('best customers', '/list-best-customers', by_key, 20),
    await measure('search for a letter', '/search-store?query=b', by_key, 20),
    await measure('search for a name', '/search-store?query=bada', by_key, 20),
    await measure('taxes of a month', `/get-tax-report?${lastDays(30)}`, by_key, 20),
    await measure('taxes of a year', `/get-tax-report?${lastDays(365)}`, by_key, 20),
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

/** The days up to today. */
function lastDays(count: number): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return `from=${day(Date.now() - (count - 1) * DAY_MS)}&to=${day(Date.now())}`;
}

/** One subscription, to be copied. */
async function subscribe(server: Running, api_key: string) {
  const terms = { billing_type: 'recurring', billing_interval: 'month' };
  const post = (path: string, input: object) => postTo(server, { path, api_key, input });
  const plan = { name: 'Plan', description: '', price: 5, currency: 'EUR', ...terms };
  const { product_id } = await post('create-product', plan);
  const session = { product_id, quantity: 1, customer_id: COLLECTOR };
  const { checkout_session_id } = await post('create-checkout', session);
  await post('complete-checkout', { checkout_session_id, payment_method: CARD });
  return { plan_id: product_id };
}

async function makeProducts(server: Running, api_key: string): Promise<string[]> {
  const product_ids: string[] = [];
  for (let at = 0; at < 50; at++) {
    const input = { name: `P${at}`, description: '', price: 20, currency: 'EUR' };
    product_ids.push((await postTo(server, { path: 'create-product', api_key, input })).product_id);
  }
  return product_ids;
}

async function postTo(
  server: Running,
  { path, api_key, input }: { path: string; api_key: string; input: object },
) {
  const body = JSON.stringify(input);
  const head = [`POST /${path} HTTP/1.1`, 'Host: localhost', `x-api-key: ${api_key}`];
  const more = ['Content-Type: application/json', `Content-Length: ${body.length}`, '', body];
  return JSON.parse(await ask(server, [...head, ...more].join('\r\n')));
}

async function signIn(db: Database): Promise<string> {
  const now = Date.now();
  const person_id = newId('person', now);
  const person = { person_id, email: 'o@example.com', email_folded: 'o@example.com', name: 'O' };
  const token = await db.write(null, async (tx) => {
    await insertPerson(tx, { ...person, is_owner: 1, created_at: now });
    return startSession(tx, { person_id, address: '127.0.0.1', browser: 'bench', now });
  });
  return `${SESSION_COOKIE}=${token}`;
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
