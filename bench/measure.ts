import { cpus } from 'node:os';
import type { Case } from './cases.ts';
import { type LoadResult, load } from './load.ts';
import { cpuSecondsOf, type Running } from './processes.ts';
import type { Shop } from './shop.ts';

export interface Plan {
  rounds: number;
  /** Before the first round of a case: until then V8 has not compiled what only this case runs. */
  first_warm_up_ms: number;
  warm_up_ms: number;
  window_ms: number;
}

interface Measured extends LoadResult {
  /** Processor time of the server per request; undefined where the system does not tell. */
  cpu_us: number | undefined;
  /** The same of the database, where that is another program. */
  database_cpu_us: number | undefined;
}

/** A case against the bare server: medians of the rounds. */
export interface Comparison {
  name: string;
  rows: number;
  requests_per_second: number;
  bare_requests_per_second: number;
  /** The median of the ratios of the rounds: if the machine is slow, both sides of one are. */
  ratio: number;
  cpu_us: number | undefined;
  bare_cpu_us: number | undefined;
  database_cpu_us: number | undefined;
  p50_ms: number;
  p99_ms: number;
}

/** Measures bare and case in turns for every shop, so that all have the same conditions. */
export async function compare(
  { name, requests }: Case,
  shops: { shop: Shop; server: Running }[],
  bare: Running,
  plan: Plan,
): Promise<Comparison[]> {
  const found = shops.map(({ shop, server }) => {
    const next = requests(shop.sample, shop.api_key);
    const pairs: { bare: Measured; ours: Measured }[] = [];
    return { shop, server, next, pairs };
  });
  for (const { server, next } of found) {
    await load({ server, requests: next, warm_up_ms: 0, window_ms: plan.first_warm_up_ms });
  }
  for (let round = 0; round < plan.rounds; round++) {
    for (const { server, next, pairs } of found) {
      const yardstick = await measure(bare, next, plan);
      pairs.push({ bare: yardstick, ours: await measure(server, next, plan) });
    }
  }
  return found.map(({ shop, pairs }) => {
    const of = (value: (pair: (typeof pairs)[number]) => number | undefined) =>
      median(pairs.map((pair) => value(pair) ?? Number.NaN));
    return {
      name,
      rows: shop.rows,
      requests_per_second: of(({ ours }) => ours.requests_per_second),
      bare_requests_per_second: of(({ bare }) => bare.requests_per_second),
      ratio: of(({ ours, bare }) => ours.requests_per_second / bare.requests_per_second),
      cpu_us: of(({ ours }) => ours.cpu_us),
      bare_cpu_us: of(({ bare }) => bare.cpu_us),
      database_cpu_us: of(({ ours }) => ours.database_cpu_us),
      p50_ms: of(({ ours }) => ours.p50_ms),
      p99_ms: of(({ ours }) => ours.p99_ms),
    };
  });
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The share of the processors that other programs used. Above a few percent, results are noisy. */
export const othersShare = (): number => others_ms / Math.max(1, available_ms);

let others_ms = 0;
let available_ms = 0;

async function measure(server: Running, requests: () => string, plan: Plan): Promise<Measured> {
  const looks: ReturnType<typeof look>[] = [];
  const result = await load({
    ...plan,
    server,
    requests,
    onWindow: () => looks.push(look(server)),
  });
  const [start, end] = looks;
  if (start === undefined || end === undefined) throw new Error('a window has two ends');
  const own_ms = end.own_ms - start.own_ms;
  const server_ms = end.server_ms - start.server_ms;
  if (Number.isNaN(server_ms)) return { ...result, cpu_us: undefined, database_cpu_us: undefined };
  const database_ms = end.database_ms - start.database_ms;
  const ours_ms = own_ms + server_ms + (database_ms || 0);
  others_ms += Math.max(0, end.busy_ms - start.busy_ms - ours_ms);
  available_ms += (end.at - start.at) * cpus().length;
  const perRequest = (ms: number) => (ms * 1000) / result.requests;
  return { ...result, cpu_us: perRequest(server_ms), database_cpu_us: perRequest(database_ms) };
}

/** Processor time so far: of the server, of this process, of all processes. */
function look(server: Running) {
  const { user, system } = process.cpuUsage();
  const busy = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return {
    at: performance.now(),
    server_ms: (cpuSecondsOf(server) ?? Number.NaN) * 1000,
    database_ms: (server.databaseSeconds?.() ?? Number.NaN) * 1000,
    own_ms: (user + system) / 1000,
    busy_ms: busy.reduce((sum, ms) => sum + ms, 0),
  };
}
