import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Place } from './harness.ts';
import { ProcessShop } from './process-shop.ts';
import { RestartingPostgres } from './restarting-postgres.ts';

// Failures of a database while clients write to two processes of Kassa. Every process survives and
// writes again, /readyz tells the truth, and every answered write is stored exactly once.

const DATABASE = 'kassa_faults';
const WRITERS = 6; // To each process, one in two with an Idempotency-Key.
const OTHERS = `FROM pg_stat_activity WHERE datname = '${DATABASE}' AND pid <> pg_backend_pid()`;

export interface Faults {
  postgres: RestartingPostgres;
  processes: ProcessShop[];
  load: Load;
  back_within_ms: number;
  /** How long each process took to write again, in the order of the faults. */
  took_ms: { fault: string; ms: number }[];
}

export async function startFaults(back_within_ms: number): Promise<Faults> {
  const postgres = await RestartingPostgres.start();
  await postgres.run(`CREATE DATABASE ${DATABASE}`);
  const data_dir = mkdtempSync(join(tmpdir(), 'kassa-faults-'));
  const place: Place = {
    data_dir,
    database_url: postgres.url(DATABASE),
    one_server: false,
    tables: async () => [],
    rows: async () => [],
    takeAway: async () => {},
    removeGuards: async () => {},
    async remove() {
      await postgres.remove();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
  const first = await ProcessShop.make(place);
  const quiet = { KASSA_LOG_LEVEL: 'off' };
  await first.start(quiet);
  const processes = [first, await first.startBeside(quiet)];
  return { postgres, processes, load: startLoad(processes), back_within_ms, took_ms: [] };
}

/** PostgreSQL closes some of the connections, then all of them. */
export async function terminate({ postgres, processes, ...faults }: Faults): Promise<void> {
  await postgres.run(`SELECT pg_terminate_backend(pid) ${OTHERS} AND random() < 0.5`);
  await postgres.run(`SELECT pg_terminate_backend(pid) ${OTHERS}`);
  await assertWritesAgain({ postgres, processes, ...faults }, 'terminated');
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
async function assertWritesAgain(faults: Faults, fault: string): Promise<void> {
  const started = performance.now();
  await Promise.all(
    faults.processes.map(async (one) => {
      const product = { ...PRODUCT, name: `after ${crypto.randomUUID()}` };
      const late = () => performance.now() - started > faults.back_within_ms;
      while ((await ask(one.call('/create-product', product))) !== 200) {
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

const PRODUCT = { name: '', description: '', price: 1, currency: 'USD' };

const ask = (answer: Promise<{ status: number }>): Promise<number> =>
  answer.then(
    ({ status }) => status,
    () => 0, // The connection was lost.
  );

interface Load {
  stop(): Promise<void>;
  /** Stops all retries, after a test has failed. */
  abandon(): void;
  /** The names of products that were answered with 200. */
  answered: string[];
  /** The names of products that were not, and were not tried again. */
  given_up: string[];
}

function startLoad(processes: ProcessShop[]): Load {
  const answered: string[] = [];
  const given_up: string[] = [];
  let over = false;
  let abandoned = false;
  let count = 0;
  async function write(one: ProcessShop, insists: boolean): Promise<void> {
    const name = `product_${count++}`;
    const key: Record<string, string> = insists ? { 'idempotency-key': name } : {};
    for (;;) {
      const status = await ask(one.call('/create-product', { ...PRODUCT, name }, key));
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

/** Stops the load and checks that every answered write is stored once, and no other one twice. */
export async function assertOnceEach({ processes, load }: Faults): Promise<void> {
  await load.stop();
  const [shop] = processes;
  assert(shop);
  const products = await shop.rows<{ name: string }>('SELECT name FROM products');
  const counts = new Map<string, number>();
  for (const { name } of products) counts.set(name, (counts.get(name) ?? 0) + 1);
  const twice = [...counts].filter(([, count]) => count > 1);
  assert.deepEqual(twice, [], 'nothing is doubled');
  assert.deepEqual(
    load.answered.filter((name) => !counts.has(name)),
    [],
    'nothing that was answered is lost',
  );
  const told = await shop.rows<{ n: number; last: number }>(
    `SELECT COUNT(*) AS n, MAX(sequence) AS last FROM events`,
  );
  assert.deepEqual(told, [{ n: products.length, last: products.length }], 'an event for each');
  await shop.assertRight();
}
