import { setTimeout as sleep } from 'node:timers/promises';
import { CASES } from './cases.ts';
import { ask, load } from './load.ts';
import { median, type Plan } from './measure.ts';
import { cpuSecondsOfTree, type Running, startKassa, stop } from './processes.ts';
import { makeShop, type Shop } from './shop.ts';

/** What several serving processes do (KASSA_PROCESSES), by case: medians of the rounds. */
interface Growth {
  name: string;
  processes: number;
  per_second: number;
  /** Requests for each second of processor time that all processes of the server used. */
  per_cpu_second: number;
}

const GROWING = ['get-product', 'create-checkout'];
const ROWS = 1_000;

/**
 * The load generator needs a core too, so requests a second can grow only where there are more cores
 * than processes. Requests for a second of processor time say what a request costs in all.
 */
export async function measureGrowth(counts: number[], plan: Plan): Promise<string> {
  const shop = await makeShop(ROWS);
  const found: Growth[] = [];
  for (const name of GROWING) {
    const rounds = counts.map((processes) => ({ processes, rates: [] as number[][] }));
    for (let round = 0; round < plan.rounds; round++) {
      for (const one of rounds) one.rates.push(await measure(shop, name, one.processes, plan));
    }
    for (const { processes, rates } of rounds) {
      const [per_second, per_cpu_second] = [0, 1].map((at) =>
        median(rates.map((rate) => rate[at] ?? Number.NaN)),
      );
      found.push({
        name,
        processes,
        per_second: per_second ?? 0,
        per_cpu_second: per_cpu_second ?? 0,
      });
    }
  }
  return found.map(line).join('\n');
}

async function measure(shop: Shop, name: string, processes: number, plan: Plan): Promise<number[]> {
  const settings = { KASSA_PROCESSES: String(processes) };
  const server = await startKassa(shop.data_dir, { settings });
  await allServe(server, processes);
  const requests = CASES.find((one) => one.name === name)?.requests(shop.sample, shop.api_key);
  if (!requests) throw new Error(`there is no case ${name}`);
  const used: number[] = [];
  const onWindow = () => used.push(cpuSecondsOfTree(server.child.pid ?? 0));
  const result = await load({ ...plan, server, requests, onWindow });
  await stop(server);
  const [start = 0, end = 0] = used;
  return [result.requests_per_second, result.requests / (end - start)];
}

/** Waits until every process tells of itself. */
async function allServe(server: Running, processes: number): Promise<void> {
  if (processes === 1) return;
  const request = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  while (!(await ask(server, request)).includes(`process="${processes}"`)) await sleep(100);
}

const line = ({ name, processes, per_second, per_cpu_second }: Growth): string =>
  `${name}, ${processes} ${processes === 1 ? 'process' : 'processes'}: ${Math.round(per_second)} a second, ${Math.round(per_cpu_second)} for each second of processor time.`;
