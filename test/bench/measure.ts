import { cpus } from 'node:os';
import { type Case, caseOf } from './cases.ts';
import { type LoadResult, load } from './load.ts';
import { median } from './median.ts';
import { cpuSecondsOf, type Running } from './processes.ts';
import type { Shop } from './shop.ts';
import type { Floor } from './statements.ts';

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
  /** What the statements alone and bare answers would allow, and which part of it there is. */
  floor_per_second: number | undefined;
  of_floor: number | undefined;
  /** Of the case that was measured beside it. */
  of_other: number | undefined;
  cpu_us: number | undefined;
  bare_cpu_us: number | undefined;
  database_cpu_us: number | undefined;
  p50_ms: number;
  p99_ms: number;
}

export interface Measuring {
  shop: Shop;
  server: Running;
  /** What the database alone takes for this case, measured in the same rounds. */
  floor?: Floor | undefined;
}

/** Measures bare and case in turns for every shop, so that all have the same conditions. */
export async function compare(
  { name, requests, beside }: Case,
  shops: Measuring[],
  bare: Running,
  plan: Plan,
): Promise<Comparison[]> {
  const found = shops.map(({ shop, ...measuring }) => {
    const next = requests(shop.sample, shop.api_key);
    const other = beside && caseOf(beside.name).requests(shop.sample, shop.api_key);
    return { ...measuring, shop, next, other, rounds: [] as Round[] };
  });
  for (const { server, next, other } of found) {
    const warm_up = { server, warm_up_ms: 0, window_ms: plan.first_warm_up_ms };
    await load({ ...warm_up, requests: next });
    if (other) await load({ ...warm_up, requests: other });
  }
  for (let round = 0; round < plan.rounds; round++) {
    for (const { server, next, other, floor, rounds } of found) {
      const yardstick = await measure(bare, next, plan);
      const database_us = floor?.next().database_us;
      const ours = await measure(server, next, plan);
      const besides = other && (await measure(server, other, plan));
      rounds.push({ bare: yardstick, database_us, ours, other: besides });
    }
  }
  return found.map(({ shop, rounds }) => {
    const of = (value: (round: Round) => number | undefined) =>
      median(rounds.map((round) => value(round) ?? Number.NaN));
    const ifAny = (value: (round: Round) => number | undefined) =>
      rounds.some((round) => value(round) !== undefined) ? of(value) : undefined;
    return {
      name,
      rows: shop.rows,
      requests_per_second: of(({ ours }) => ours.requests_per_second),
      bare_requests_per_second: of(({ bare }) => bare.requests_per_second),
      ratio: of(({ ours, bare }) => ours.requests_per_second / bare.requests_per_second),
      floor_per_second: ifAny(floorOf),
      of_floor: ifAny((round) => {
        const floor = floorOf(round);
        return floor && round.ours.requests_per_second / floor;
      }),
      of_other: ifAny(
        ({ ours, other }) => other && ours.requests_per_second / other.requests_per_second,
      ),
      cpu_us: of(({ ours }) => ours.cpu_us),
      bare_cpu_us: of(({ bare }) => bare.cpu_us),
      database_cpu_us: of(({ ours }) => ours.database_cpu_us),
      p50_ms: of(({ ours }) => ours.p50_ms),
      p99_ms: of(({ ours }) => ours.p99_ms),
    };
  });
}

interface Round {
  bare: Measured;
  database_us: number | undefined;
  ours: Measured;
  other: Measured | undefined;
}

/** Requests a second if all but the statements and a bare answer took no time. */
const floorOf = ({ database_us, bare }: Round): number | undefined =>
  database_us && 1e6 / (database_us + 1e6 / bare.requests_per_second);

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
