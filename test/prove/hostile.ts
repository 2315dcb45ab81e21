import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { ProcessShop } from '../harness/process-shop.ts';
import { converse } from '../harness/wire/converse.ts';
import { answersIn, WIRE_SHAPES } from '../harness/wire/shapes.ts';
import { describedIn } from './described.ts';
import {
  asQuery,
  check,
  type HostileRequest,
  remember,
  requestArbitrary,
  resolve,
} from './hostile-requests.ts';
import { type Engine, Findings, type Outcome, type Setting, type Step, sized } from './step.ts';

const COUNTS: Record<Engine, [number, number, number]> = {
  sqlite: [400, 200_000, 5_000_000],
  postgres: [150, 20_000, 500_000],
};
const IN_FLIGHT = 32;
const CHUNK = 2_000;
const SAMPLES = 100;
// An innocent client shares a few cores with all of this: slower, but served.
const SLOWER_MAX = 100;
const LEAST_MS = 2_000;
const MEMORY_MAX_MB = 600;

export const hostile: Step = {
  name: 'hostile',
  shows:
    'whatever is sent, no 500, no hang, no crash, no undeclared answer, bounded memory, and a ' +
    'client who means no harm is served all the time',
  engines: ['sqlite', 'postgres'],
  async run(setting) {
    const found = new Findings();
    const shop = await ProcessShop.make();
    await shop.start();
    const alone = await innocentTimes(shop, SAMPLES);
    let is_over = false;
    const among: number[] = [];
    const innocent = (async () => {
      while (!is_over) {
        among.push(...(await innocentTimes(shop, 1)));
        await setTimeout(20);
      }
    })().catch((error) => found.add(`an innocent client is not served: ${error}`));
    // A part of this step is the raw shapes alone.
    const only_wire = setting.part === 'wire';
    const requests = only_wire ? {} : await sendRequests(shop, found, setting);
    const shapes = await sendShapes(shop, found, setting);
    is_over = true;
    await innocent;
    const memory_mb = memoryOf(shop);
    found.check(shop.isRunning(), 'the service has ended');
    found.check(memory_mb < MEMORY_MAX_MB, `it uses ${memory_mb} MB`);
    const [before, during] = [ninetyNinth(alone), ninetyNinth(among)];
    const most = Math.max(LEAST_MS, SLOWER_MAX * before);
    found.check(during < most, `99 of 100 innocent requests took up to ${during} ms`);
    await found.assertion(() => shop.assertRight(), 'kassa verify');
    await shop.kill();
    const times = { 'p99 of an innocent client alone, ms': before, 'and meanwhile, ms': during };
    const figures = { ...requests, 'wire shapes': WIRE_SHAPES.length, 'sent raw': shapes };
    return { figures: { ...figures, ...times, 'memory, MB': memory_mb }, findings: found.texts };
  },
};

async function sendRequests(
  shop: ProcessShop,
  found: Findings,
  { size, engine, seed, say }: Setting,
): Promise<Outcome['figures']> {
  const count = sized(size, COUNTS[engine]);
  const described = describedIn((await shop.get('/openapi.json')).body);
  const arbitrary = requestArbitrary(described);
  const statuses: Record<string, number> = {};
  for (let sent = 0; sent < count && found.count === 0; sent += CHUNK) {
    const numRuns = Math.min(CHUNK, count - sent);
    const waiting = fc.sample(arbitrary, { numRuns, seed: seed + sent }).values();
    const work = async () => {
      for (const request of waiting) {
        const answer = await send(shop, request).catch((error) => {
          found.add(`${request.operation.path} was not answered: ${error}`);
        });
        if (!answer) continue;
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        await found.assertion(() => check(request, answer), `seed ${seed + sent}`);
        if (answer.status === 200) remember(answer.body);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
    if (sent % (10 * CHUNK) === 0) say(`${sent + numRuns} requests ${JSON.stringify(statuses)}`);
  }
  found.check((statuses[200] ?? 0) > count / 20, 'enough requests are right to mean something');
  const all = Object.values(statuses).reduce((sum, one) => sum + one, 0);
  const named = Object.entries(statuses).map(([status, n]) => [`answered ${status}`, n]);
  return { requests: all, ...Object.fromEntries(named) };
}

async function send(shop: ProcessShop, { operation, input, raw, in_body, dress }: HostileRequest) {
  const { path, check: _, ...declared } = operation;
  const method = dress.method ?? declared.method;
  const resolved = resolve(input) as Record<string, unknown>;
  const query = method === 'POST' || in_body ? undefined : asQuery(resolved);
  const body = query === undefined ? (raw ?? JSON.stringify(resolved)) : '';
  const to = `${path}${query === undefined ? dress.query : `?${query}`}`;
  const answer = await shop.send({ method, path: to, headers: dress.headers }, body);
  return { ...answer, text: JSON.stringify(answer.body) };
}

/** Each shape some times, many at once; each gets what the table says. */
async function sendShapes(
  shop: ProcessShop,
  found: Findings,
  { size, engine, part }: Setting,
): Promise<number> {
  if (engine === 'postgres') return 0; // They do not get as far as the database.
  const short = part === 'wire' ? 1 : 0;
  const rounds = sized(size, [short, 20, 1_000]); // test/faults/requests/http-shapes.test.ts has the short version.
  const { port, api_key } = shop;
  const door = { port, ca: readFileSync(join(shop.place.data_dir, 'tls', 'ca.pem')), api_key };
  let sent = 0;
  for (let round = 0; round < rounds; round++) {
    const shapes = WIRE_SHAPES.map(async ({ name, pieces, answered }) => {
      found.equal(await converse(door, pieces, answersIn(answered)), answered, name);
      sent += 1;
    });
    await Promise.all(shapes);
  }
  return sent;
}

async function innocentTimes(shop: ProcessShop, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    const started = performance.now();
    const { status } = await shop.get('/get-store');
    if (status !== 200) throw new Error(`it is answered ${status}`);
    times.push(performance.now() - started);
  }
  return times;
}

const ninetyNinth = (times: number[]): number => {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.round((sorted[Math.floor(sorted.length * 0.99)] ?? 0) * 10) / 10;
};

/** What it has in memory now. */
function memoryOf(shop: ProcessShop): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${shop.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
