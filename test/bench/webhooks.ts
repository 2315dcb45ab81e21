import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/db/database.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { listStores } from '../../src/shop/store/store.sql.ts';
import { appendEvents } from '../harness/append-events.ts';
import { ask, type Latency, latency } from './load.ts';
import { startKassa, stop } from './processes.ts';
import { makeShop } from './shop.ts';

export interface Webhooks {
  waiting: number;
  /** Time of a look-up without waiting deliveries (`quiet`) and with them (`beside`). */
  quiet: Latency;
  beside: Latency;
  /** Deliveries per second to a receiver that answers immediately. */
  per_second: number;
}

const BATCH = 1_000;
const POLL_MS = 20;

/**
 * Measures how deliveries that wait for a receiver that never answers slow other requests, and how
 * fast deliveries are to a receiver that answers.
 */
export async function measureWebhooks(waiting: number): Promise<Webhooks> {
  const shop = await makeShop(1);
  const db = await openDatabase({ data_dir: shop.data_dir, database_url: undefined });
  const server = await startKassa(shop.data_dir, {
    settings: { KASSA_WEBHOOK_ALLOW: '127.0.0.0/8' },
  });
  const head = `HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${shop.api_key}\r\n`;
  const [product_id = ''] = shop.sample.product_ids;
  const look = `GET /get-product?product_id=${product_id} ${head}\r\n`;
  const call = async (path: string, input: object) => {
    const body = JSON.stringify(input);
    const length = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
    return JSON.parse(await ask(server, `POST ${path} ${head}${length}\r\n\r\n${body}`));
  };

  await latency(server, look); // Warms up.
  const quiet = await latency(server, look);
  const silent = await receiver(() => {});
  const { webhook_id } = await call('/create-webhook', { url: silent.url });
  await addEvents(db, waiting);
  const pending = `SELECT COUNT(*) AS count FROM webhook_deliveries WHERE status = 'pending'`;
  while ((await count(db, pending)) < waiting) await sleep(POLL_MS);
  const beside = await latency(server, look);
  await call('/update-webhook', { webhook_id, status: 'disabled' });

  let arrived = 0;
  let started = Number.NaN;
  const fast = await receiver(() => {
    if (arrived++ === 0) started = performance.now();
  }, 200);
  await call('/create-webhook', { url: fast.url });
  await addEvents(db, waiting);
  while (arrived < waiting) await sleep(POLL_MS);
  const per_second = arrived / ((performance.now() - started) / 1000);
  await stop(server);
  await db.close();
  for (const { close } of [silent, fast]) close();
  return { waiting, quiet, beside, per_second };
}

/** Without a status it never answers. */
async function receiver(onRequest: () => void, status?: number) {
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      onRequest();
      if (status !== undefined) response.writeHead(status).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

/** Adds events, each about another record, a thousand per transaction. */
async function addEvents(db: Database, events: number): Promise<void> {
  const [store] = await listStores(db.reader(null));
  assert(store);
  for (let from = 0; from < events; from += BATCH) {
    const some = Array.from({ length: Math.min(BATCH, events - from) }, (_, at) => ({
      type: 'customer.updated' as const,
      data: JSON.stringify({ object: 'customer', customer_id: `c${from + at}`, name: 'Ada' }),
    }));
    await db.write(store, (tx) => appendEvents(tx, some, Date.now()));
  }
}

const count = async (db: Database, sql: string): Promise<number> =>
  (await db.reader(null).maybe<{ count: number }>(sql))?.count ?? 0;
