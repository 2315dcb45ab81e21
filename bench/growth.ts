import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CASES } from './cases.ts';
import { ask, load } from './load.ts';
import { median, type Plan } from './measure.ts';
import {
  cpuSecondsByProcess,
  cpuSecondsOfTree,
  type Running,
  startKassa,
  stop,
} from './processes.ts';
import { makeShop, type Shop } from './shop.ts';

/** What several serving processes do (KASSA_PROCESSES), by case: medians of the rounds. */
interface Growth {
  name: string;
  processes: number;
  per_second: number;
  /** Requests for each second of processor time that all processes of the server used. */
  per_cpu_second: number;
  /** The same of the busiest process: what they can do where each has a core of its own. */
  per_busiest_second: number;
}

interface Return {
  took_ms: number;
  /** Processor time that all processes of the server used meanwhile. */
  computed_ms: number;
}

const GROWING = ['get-product', 'create-checkout'];
const ROWS = 1_000;
/** Longer than a process must have lived to be started again without a pause. */
const LIVES_MS = 11_000;
const RETURNS_MAX = 5;
const GIVE_UP_MS = 60_000;

/**
 * The load generator needs a core too, so requests a second can grow only where there are more cores
 * than processes. Requests for a second of processor time say what a request costs in all, and of
 * the busiest process how many there can be where every process has a core.
 */
export async function measureGrowth(counts: number[], plan: Plan): Promise<string> {
  const shop = await makeShop(ROWS);
  const found: Growth[] = [];
  for (const name of GROWING) {
    const rounds = counts.map((processes) => ({ processes, rates: [] as Rates[] }));
    for (let round = 0; round < plan.rounds; round++) {
      for (const one of rounds) one.rates.push(await measure(shop, name, one.processes, plan));
    }
    for (const { processes, rates } of rounds) {
      const of = (rate: keyof Rates) => median(rates.map((found) => found[rate]));
      found.push({
        name,
        processes,
        per_second: of('per_second'),
        per_cpu_second: of('per_cpu_second'),
        per_busiest_second: of('per_busiest_second'),
      });
    }
  }
  const several = counts.filter((count) => count > 1);
  const returns: string[] = [];
  for (const processes of several)
    returns.push(returnLine(await writerReturns(shop, processes, plan)));
  return [...found.map(line), ...returns].join('\n');
}

type Rates = Omit<Growth, 'name' | 'processes'>;

async function measure(shop: Shop, name: string, processes: number, plan: Plan): Promise<Rates> {
  const settings = { KASSA_PROCESSES: String(processes) };
  const server = await startKassa(shop.data_dir, { settings });
  await allServe(server, processes);
  const requests = CASES.find((one) => one.name === name)?.requests(shop.sample, shop.api_key);
  if (!requests) throw new Error(`there is no case ${name}`);
  const looks: Map<number, number>[] = [];
  const onWindow = () => looks.push(cpuSecondsByProcess(server.child.pid ?? 0));
  const warm_up_ms = plan.first_warm_up_ms;
  const result = await load({ ...plan, warm_up_ms, server, requests, onWindow });
  await stop(server);
  const [start, end] = looks;
  const used = [...(end ?? [])].map(([pid, seconds]) => seconds - (start?.get(pid) ?? 0));
  return {
    per_second: result.requests_per_second,
    per_cpu_second: result.requests / used.reduce((sum, seconds) => sum + seconds, 0),
    per_busiest_second: result.requests / Math.max(...used),
  };
}

/**
 * One process writes for all: how long after it was killed the next write is acknowledged, asked of
 * whichever process takes the connection, each time.
 */
async function writerReturns(shop: Shop, processes: number, plan: Plan): Promise<Return[]> {
  const settings = { KASSA_PROCESSES: String(processes) };
  const server = await startKassa(shop.data_dir, { settings });
  const next = CASES.find(({ name }) => name === 'create-product')?.requests;
  const requests = next?.(shop.sample, shop.api_key);
  let [writer] = childrenOf(server); // It is started first.
  await allServe(server, processes);
  const returns: Return[] = [];
  const pid = server.child.pid ?? 0;
  for (let time = 0; time < (plan.rounds === 1 ? 1 : RETURNS_MAX); time++) {
    await sleep(LIVES_MS);
    const others = childrenOf(server).filter((pid) => pid !== writer);
    if (!writer || !requests) throw new Error('there is no process that writes, or no request');
    const before = cpuSecondsOfTree(pid);
    const killed_at = performance.now();
    process.kill(writer, 'SIGKILL');
    while (!(await isAnswered(server, requests()))) {
      if (performance.now() - killed_at > GIVE_UP_MS) throw new Error('Nobody writes any more.');
      await sleep(5);
    }
    const took_ms = performance.now() - killed_at;
    returns.push({ took_ms, computed_ms: 1000 * (cpuSecondsOfTree(pid) - before) });
    writer = childrenOf(server).find((pid) => !others.includes(pid));
  }
  await stop(server);
  return returns;
}

const isAnswered = (server: Running, request: string): Promise<boolean> =>
  ask(server, request).then(
    () => true,
    () => false, // Not a 200, or a connection to the process that was killed.
  );

const childrenOf = ({ child: { pid } }: Running): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** Waits until every process tells of itself. */
async function allServe(server: Running, processes: number): Promise<void> {
  if (processes === 1) return;
  const request = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  while (!(await ask(server, request)).includes(`process="${processes}"`)) await sleep(100);
}

function line(growth: Growth): string {
  const { name, processes } = growth;
  const [per_second, per_cpu_second, per_busiest_second] = [
    growth.per_second,
    growth.per_cpu_second,
    growth.per_busiest_second,
  ].map(Math.round);
  const which = `${name}, ${processes} ${processes === 1 ? 'process' : 'processes'}`;
  return `${which}: ${per_second} a second, ${per_cpu_second} for each second of processor time, ${per_busiest_second} for each second of the busiest process.`;
}

function returnLine(returns: Return[]): string {
  const took = returns.map(({ took_ms }) => Math.round(took_ms));
  const computed = Math.round(median(returns.map(({ computed_ms }) => computed_ms)));
  return `The process that writes was killed, ${took.length} times: the next write was acknowledged after ${median(took)} ms (median; ${Math.min(...took)} to ${Math.max(...took)}), for which the server computed ${computed} ms.`;
}
