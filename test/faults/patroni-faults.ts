import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { passDay } from '../harness/sales/trade.ts';
import {
  ask,
  assertOnceEach,
  assertWritesAgain,
  endFaults,
  PRODUCT,
  placeAt,
  type Shops,
  startShops,
} from './database-faults.ts';
import { missingPackages, PatroniCluster } from './patroni.ts';

const PAUSE_MS = 20;
const WRITES_BEFORE_MS = 2_000;
/** Longer than the lead lasts that nobody renews: another node has taken it meanwhile. */
const FROZEN_MS = 30_000;

interface Fault {
  name: string;
  /** What happens to the node that leads. */
  strike(cluster: PatroniCluster, leader: string): Promise<void>;
  /** What a person does when another one leads. */
  mend?(cluster: PatroniCluster, node: string): Promise<void>;
}

const FAULTS: Fault[] = [
  {
    name: 'kill -9 of the leader',
    strike: (cluster, leader) => cluster.killNode(leader),
    mend: (cluster, node) => cluster.startNode(node),
  },
  {
    name: 'the leader stops (SIGTERM)',
    strike: (cluster, leader) => cluster.stopNode(leader),
    mend: (cluster, node) => cluster.startNode(node),
  },
  {
    name: 'the leader stands still, and goes on',
    async strike(cluster, leader) {
      cluster.signalNode(leader, 'SIGSTOP');
      await setTimeout(FROZEN_MS);
      cluster.signalNode(leader, 'SIGCONT');
    },
  },
  { name: 'switchover', strike: (cluster, leader) => cluster.switchOver(leader) },
];

/**
 * The set-up of docs/scaling.md: what becomes of its leader, and how long nothing is written.
 * Returns lines for a person.
 */
export async function outlastPatroni(rounds: number, back_within_ms: number): Promise<string[]> {
  const missing = missingPackages();
  if (missing.length > 0) {
    return [`Patroni: NOT RUN, for want of Debian's ${missing.join(', ')}.`];
  }
  const cluster = await PatroniCluster.start();
  const shops = await startShops(
    placeAt(cluster.url, () => cluster.remove()),
    back_within_ms,
  );
  const lines: string[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      for (const fault of FAULTS) {
        await passDay(shops.trade);
        lines.push(await outlast(fault, cluster, shops));
      }
    }
    const { load } = shops;
    return [
      ...lines,
      `Patroni: ${cluster.copied_anew} times a node had to be copied anew.`,
      `Patroni: ${await assertOnceEach(shops)}.`,
      `Patroni: ${load.answered.length} writes were answered: each is there once; of ${load.given_up.length} others none is there twice.`,
    ];
  } catch (error) {
    throw new Error([...lines, cluster.logs()].join('\n'), { cause: error });
  } finally {
    await endFaults(shops);
    await shops.processes[0]?.remove();
  }
}

async function outlast(fault: Fault, cluster: PatroniCluster, shops: Shops): Promise<string> {
  const { processes, load, back_within_ms } = shops;
  const leader = await cluster.untilWhole();
  const database = watch(createWriter(cluster.url));
  const instances = processes.map((one) =>
    watch(async () => {
      const product = { ...PRODUCT, name: `meanwhile ${crypto.randomUUID()}` };
      return (await ask(load.create(one, product))) === 200;
    }),
  );
  await setTimeout(WRITES_BEFORE_MS);
  await fault.strike(cluster, leader);
  const next = await cluster.untilOther(leader);
  await fault.mend?.(cluster, leader);
  await cluster.untilWhole();
  await assertWritesAgain(shops, fault.name);
  const { from, to } = longestGap(await database.end());
  const writes = await Promise.all(instances.map((one) => one.end()));
  const later = writes.map((times) => Math.min(...times.filter((at) => at > to)) - to);
  const line = `Patroni, ${fault.name}: from ${leader} to ${next}; PostgreSQL took no write for ${seconds(to - from)} s, the processes wrote ${later.map(seconds).join(' and ')} s after it.`;
  for (const ms of later) assert(ms < back_within_ms, line);
  return line;
}

function longestGap(times: number[]): { from: number; to: number } {
  const gaps = times.slice(1).map((to, at) => ({ from: times[at] ?? to, to }));
  const [longest] = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from));
  assert(longest, 'there were writes');
  return longest;
}

/** Writes again and again; tells when writes were answered. */
function watch(write: () => Promise<boolean>) {
  let is_over = false;
  const times: number[] = [];
  const watching = (async () => {
    while (!is_over) {
      if (await write()) times.push(performance.now());
      await setTimeout(PAUSE_MS);
    }
  })();
  return {
    async end(): Promise<number[]> {
      is_over = true;
      await watching;
      return times;
    },
  };
}

/** Writes to the database itself, over the same address, with a new connection after each failure. */
function createWriter(url: string): () => Promise<boolean> {
  let client: Client | undefined;
  return async () => {
    try {
      if (!client) {
        const made = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
        made.on('error', () => {}); // The next write says so.
        await made.connect();
        client = made;
        await client.query('CREATE TABLE IF NOT EXISTS faults_written (at bigint)');
      }
      await client.query('INSERT INTO faults_written VALUES ($1)', [Date.now()]);
      return true;
    } catch {
      client?.end().catch(() => {}); // It is lost.
      client = undefined;
      return false;
    }
  };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
