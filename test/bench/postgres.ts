import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../harness/free-port.ts';
import { launchPostgres, makePostgresFolder } from '../harness/postgres.ts';
import type { Case } from './cases.ts';
import { load } from './load.ts';
import { lookUp } from './look-up.ts';
import { type Comparison, compare, type Plan } from './measure.ts';
import { median } from './median.ts';
import {
  cpuSecondsOf,
  cpuSecondsOfTree,
  type Running,
  removeAtExit,
  startBare,
  stop,
} from './processes.ts';
import { makeShop, type Shop, serve } from './shop.ts';

/** How much more two instances do than one, on the same database. */
interface TwoInstances {
  name: string;
  one: Rate;
  two: Rate;
}

interface Rate {
  per_second: number;
  /** Processor time of all instances and of the database for a request. */
  cpu_us: number;
}

export interface PostgresFound {
  comparisons: Comparison[];
  instances: TwoInstances[];
}

/** Cases with which the growth by a second instance is measured: one reads, the others write. */
const GROWING = ['get-product', 'create-checkout', 'purchase'];

/** Measures cases on a PostgreSQL of its own on this machine, with the settings of its makers. */
export async function measurePostgres(
  { cases, rows }: { cases: Case[]; rows: number[] },
  plan: Plan,
  say: (text: string) => void,
): Promise<PostgresFound> {
  const database = await startDatabase();
  const shops: Shop[] = [];
  for (const count of rows) shops.push(await makeShop(count, await database.make()));
  const servers: { shop: Shop; server: Running }[] = [];
  for (const shop of shops) servers.push({ shop, server: await serveOn(shop, database) });
  const [first] = servers;
  if (first === undefined) throw new Error('there is a shop');

  const found: PostgresFound = { comparisons: [], instances: [] };
  for (const [at, one] of cases.entries()) {
    say(`${at + 1} of ${cases.length} on PostgreSQL: ${one.label}`);
    const answer = await lookUp(first.server, first.shop);
    const bare = await startBare(first.shop.data_dir, Buffer.byteLength(answer));
    found.comparisons.push(...(await compare(one, servers, bare, plan)));
    await stop(bare);
    if (!GROWING.includes(one.name)) continue;
    say('  … with a second instance');
    const second = await serveOn(first.shop, database);
    found.instances.push(await grow(one, first, second, plan));
    await stop(second);
  }
  for (const { server } of servers) await stop(server);
  await database.stop();
  return found;
}

type Database = Awaited<ReturnType<typeof startDatabase>>;

export async function startDatabase() {
  const folder = makePostgresFolder();
  removeAtExit(folder);
  const port = await freePort();
  const { stop } = await launchPostgres({ folder, port, keeps: false });
  const pid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  let made = 0;
  return {
    stop,
    seconds: () => cpuSecondsOfTree(pid),
    /** Makes an empty database. Returns its address. */
    async make(): Promise<string> {
      const { Client } = await import('pg');
      const client = new Client(`postgres://kassa@127.0.0.1:${port}/postgres`);
      await client.connect();
      const name = `bench_${made++}`;
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return `postgres://kassa@127.0.0.1:${port}/${name}`;
    },
  };
}

const serveOn = async (shop: Shop, { seconds }: Database): Promise<Running> => ({
  ...(await serve(shop)),
  databaseSeconds: seconds,
});

/**
 * One instance, and two that share the same connections of clients. Where cores are few, requests a
 * second cannot grow; the processor time of a request says whether they would.
 */
async function grow(
  { name, requests }: Case,
  { shop, server }: { shop: Shop; server: Running },
  second: Running,
  plan: Plan,
): Promise<TwoInstances> {
  const next = requests(shop.sample, shop.api_key);
  const rate = async (servers: Running[]): Promise<Rate> => {
    const used: number[] = [];
    const look = () => used.push(cpuSeconds(servers));
    const loads = servers.map((one, at) =>
      load({ ...plan, server: one, requests: next, ...(at === 0 && { onWindow: look }) }),
    );
    const found = await Promise.all(loads);
    const sum = (of: (one: (typeof found)[number]) => number) =>
      found.reduce((all, one) => all + of(one), 0);
    const [start = Number.NaN, end = Number.NaN] = used;
    return {
      per_second: sum(({ requests_per_second }) => requests_per_second),
      cpu_us: ((end - start) * 1_000_000) / sum((one) => one.requests),
    };
  };
  const [one, two]: [Rate[], Rate[]] = [[], []];
  for (let round = 0; round < plan.rounds; round++) {
    one.push(await rate([server]));
    two.push(await rate([server, second]));
  }
  return { name, one: medianOf(one), two: medianOf(two) };
}

const cpuSeconds = (servers: Running[]): number =>
  servers.reduce((sum, one) => sum + (cpuSecondsOf(one) ?? Number.NaN), 0) +
  (servers[0]?.databaseSeconds?.() ?? Number.NaN);

const medianOf = (rates: Rate[]): Rate => ({
  per_second: median(rates.map(({ per_second }) => per_second)),
  cpu_us: median(rates.map(({ cpu_us }) => cpu_us)),
});
