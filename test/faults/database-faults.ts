import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ProcessShop } from '../harness/process-shop.ts';
import {
  endLeases,
  insisting,
  makeTrade,
  openTrade,
  type Selling,
  startSelling,
  type Trade,
} from '../harness/sales/trade.ts';
import { assertOnce, untilDone } from '../harness/sales/trade-books.ts';
import type { Place } from '../harness/shop.ts';
import { RestartingPostgres } from './restarting-postgres.ts';

// Failures of a database while clients write to two processes of Kassa, buy and get refunds, and
// while subscriptions are renewed. Every process survives and writes again, /readyz tells the truth,
// and everything that was answered has happened exactly once.

const DATABASE = 'kassa_faults';
const WRITERS = 6; // To each process, one in two with an Idempotency-Key.
const SUBSCRIBERS = 4;
const OTHERS = `FROM pg_stat_activity WHERE datname = '${DATABASE}' AND pid <> pg_backend_pid()`;

export interface Shops {
  processes: ProcessShop[];
  load: Load;
  trade: Trade;
  selling: Selling;
  back_within_ms: number;
  /** How long each process took to write again, in the order of the faults. */
  took_ms: { fault: string; ms: number }[];
}

export interface Faults extends Shops {
  postgres: RestartingPostgres;
}

export async function startFaults(back_within_ms: number): Promise<Faults> {
  const postgres = await RestartingPostgres.start();
  return { postgres, ...(await startShops(await makePlaceIn(postgres), back_within_ms)) };
}

/** Two processes on a database, which sell, and are written to all the time. */
export async function startShops(place: Place, back_within_ms: number): Promise<Shops> {
  const first = await ProcessShop.make(place);
  const trade = await makeTrade(first);
  await first.start(trade.settings);
  const processes = [first, await first.startBeside(trade.settings)];
  await openTrade(trade, SUBSCRIBERS);
  const { api_key } = await first.makeStore();
  return {
    ...{ processes, trade, back_within_ms, took_ms: [] },
    load: startLoad(processes, api_key),
    selling: startSelling(
      trade,
      processes.map((one) => insisting(one)),
    ),
  };
}

/** A database of this server, which ends with it. */
export async function makePlaceIn(postgres: RestartingPostgres): Promise<Place> {
  await postgres.run(`CREATE DATABASE ${DATABASE}`);
  return placeAt(postgres.url(DATABASE), () => postgres.remove());
}

/** An address, and what ends the database there. */
export function placeAt(database_url: string, removeDatabase: () => Promise<void>): Place {
  const data_dir = mkdtempSync(join(tmpdir(), 'kassa-faults-'));
  return {
    data_dir,
    database_url,
    one_server: false,
    tables: async () => [],
    rows: async () => [],
    takeAway: async () => {},
    removeGuards: async () => {},
    async remove() {
      await removeDatabase();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL closes some of the connections, then all of them. */
export async function terminate(faults: Faults): Promise<void> {
  const { postgres } = faults;
  await postgres.run(`SELECT pg_terminate_backend(pid) ${OTHERS} AND random() < 0.5`);
  await postgres.run(`SELECT pg_terminate_backend(pid) ${OTHERS}`);
  await assertWritesAgain(faults, 'terminated');
}

/** Restarts PostgreSQL. SIGINT is a fast shutdown, SIGQUIT an immediate one, like a crash. */
export async function restart(faults: Faults, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  await faults.postgres.end(signal);
  await assertNotReady(faults);
  await faults.postgres.startAgain();
  await assertWritesAgain(faults, signal === 'SIGINT' ? 'fast restart' : 'immediate restart');
}

/** The primary loses power; its standby takes over. */
export async function failOver(faults: Faults): Promise<void> {
  await faults.postgres.addStandby();
  await faults.postgres.failOver();
  await assertWritesAgain(faults, 'failover');
}

/** The processes are stopped for a while, and some of their connections are closed meanwhile. */
export async function stopAndContinue(faults: Faults, for_ms: number): Promise<void> {
  const { processes, postgres } = faults;
  for (const one of processes) one.signal('SIGSTOP');
  await setTimeout(for_ms);
  await postgres.run(`SELECT pg_terminate_backend(pid) ${OTHERS} AND random() < 0.5`);
  for (const one of processes) one.signal('SIGCONT');
  await assertWritesAgain(faults, 'stopped');
}

/** The database is back: each process must write, and say that it is ready, in time. */
export async function assertWritesAgain(faults: Shops, fault: string): Promise<void> {
  const started = performance.now();
  await Promise.all(
    faults.processes.map(async (one) => {
      const product = { ...PRODUCT, name: `after ${crypto.randomUUID()}` };
      const late = () => performance.now() - started > faults.back_within_ms;
      while ((await ask(faults.load.create(one, product))) !== 200) {
        assert(one.isRunning(), `${fault}: no process ends`);
        assert(!late(), `${fault}: each process writes within ${faults.back_within_ms} ms`);
        await setTimeout(20);
      }
      faults.took_ms.push({ fault, ms: performance.now() - started });
      while ((await ask(one.get('/readyz'))) !== 200) {
        assert(!late(), `${fault}: each process is ready within ${faults.back_within_ms} ms`);
        await setTimeout(20);
      }
    }),
  );
}

async function assertNotReady({ processes }: Faults): Promise<void> {
  for (const one of processes) {
    assert.equal(await ask(one.get('/readyz')), 503, 'without a database nobody is ready');
    assert.equal(await ask(one.get('/healthz')), 200, 'and yet it is alive');
  }
}

export const PRODUCT = { name: '', description: '', price: 1, currency: 'USD' };

export const ask = (answer: Promise<{ status: number }>): Promise<number> =>
  answer.then(
    ({ status }) => status,
    () => 0, // The connection was lost.
  );

interface Load {
  /** Writes to the store of this load. */
  create(
    one: ProcessShop,
    product: object,
    headers?: Record<string, string>,
  ): ReturnType<ProcessShop['call']>;
  stop(): Promise<void>;
  /** Stops all retries, after a test has failed. */
  abandon(): void;
  /** The names of products that were answered with 200. */
  answered: string[];
  /** The names of products that were not, and were not tried again. */
  given_up: string[];
}

function startLoad(processes: ProcessShop[], api_key: string): Load {
  const answered: string[] = [];
  const given_up: string[] = [];
  let over = false;
  let abandoned = false;
  let count = 0;
  const create: Load['create'] = (one, product, headers = {}) =>
    one.call('/create-product', product, { 'x-api-key': api_key, ...headers });
  async function write(one: ProcessShop, insists: boolean): Promise<void> {
    const name = `product_${count++}`;
    const key: Record<string, string> = insists ? { 'idempotency-key': name } : {};
    for (;;) {
      const status = await ask(create(one, { ...PRODUCT, name }, key));
      assert(status !== 400, 'these are good requests');
      if (status === 200) {
        answered.push(name);
        return;
      }
      if (!insists || abandoned) {
        given_up.push(name);
        return;
      }
      await setTimeout(10);
    }
  }
  const writers = processes.flatMap((one) =>
    Array.from({ length: WRITERS }, async (_, at) => {
      while (!over) await write(one, at % 2 === 0);
    }),
  );
  return {
    create,
    answered,
    given_up,
    async stop() {
      over = true;
      await Promise.all(writers);
    },
    abandon() {
      over = true;
      abandoned = true;
    },
  };
}

/**
 * Stops the load and compares: what was answered is stored once, and nothing is stored twice; each
 * charge, refund and mail is there once. Returns how much there was.
 */
export async function assertOnceEach({ processes, load, trade, selling }: Shops): Promise<string> {
  await load.stop();
  await selling.end();
  assert.deepEqual(selling.failures, []);
  const { shop } = trade;
  // What was claimed just before a connection was lost waits for the end of its lease.
  await Promise.all(processes.map((one) => one.kill('SIGTERM')));
  await endLeases(trade);
  await shop.start(trade.settings);
  await untilDone(trade);
  const products = await shop.rows<{ name: string }>('SELECT name FROM products');
  const loaded = products.map(({ name }) => name).filter((name) => name.includes('_'));
  const counts = Map.groupBy(loaded, (name) => name);
  const twice = [...counts.values()].filter(({ length }) => length > 1);
  assert.deepEqual(twice, [], 'nothing is doubled');
  assert.deepEqual(
    load.answered.filter((name) => !counts.has(name)),
    [],
    'nothing that was answered is lost',
  );
  const told = await shop.rows(`SELECT event_id FROM events WHERE type = 'product.created'`);
  assert.equal(told.length, products.length, 'an event for each');
  return assertOnce(trade);
}

/** Ends what a failed test has left. */
export async function endFaults({ load, trade }: Shops): Promise<void> {
  load.abandon();
  await trade.mail_server.stop();
}
