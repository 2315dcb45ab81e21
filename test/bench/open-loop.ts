import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { caseOf } from './cases.ts';
import { highestRate, type Tried } from './highest-rate.ts';
import { hearAnswers, is200, open, percentile, type Requests } from './load.ts';
import { startDatabase } from './postgres.ts';
import { type Running, stop } from './processes.ts';
import { makeShop, type Shop, serve } from './shop.ts';
import { randomNumbers } from './vocabulary.ts';

/** What came back at one rate. */
interface AtRate extends Tried {
  /** Those that were answered with 200 within GOOD_MS of when they were meant to be sent. */
  good: number;
  p50_ms: number;
  p99_ms: number;
}

export interface OpenLoop {
  engine: string;
  /** The highest rate at which 99 of 100 are answered within P99_MS; the least if there is none. */
  highest: AtRate;
  twice: AtRate;
  /** The most that were answered well at any rate. */
  peak: number;
}

interface Trying {
  /** How long each rate is tried, at least. */
  seconds: number;
  /** Each rate once and no longer than that: does it work at all? */
  is_short: boolean;
  say(text: string): void;
}

/**
 * What customers of a shop do at the same time: half are applications that check a license, some look
 * at products, 15 of 100 begin to buy and 5 of 100 also pay. The numbers are where each begins.
 */
const MIX = [
  ['validate-license', 0],
  ['purchase', 0.95],
  ['create-checkout', 0.8],
  ['get-product', 0.5],
] as const;
const ROWS = 1_000;
// Below the limit of connections that one address may have.
const CONNECTIONS = 400;
const P99_MS = 50;
const GOOD_MS = 1_000;
const WARM_UP_S = 4;
const FIRST_RATE = 800;
const LEAST_RATE = 50;
/** How close the highest rate is looked for. */
const STEP = 1.06;
/** With fewer, single slow requests would decide what the slowest of 100 took. */
const REQUESTS_MIN = 1_000;

/**
 * An open loop: requests are sent when they are due, whether or not the ones before were answered, as
 * by customers who know nothing of each other. Latency counts from when a request was due, so one that
 * waits because the server is slow is not left out.
 */
export async function measureOpenLoop(trying: Trying): Promise<OpenLoop[]> {
  const engines: OpenLoop[] = [];
  engines.push(await measureOn('SQLite', await makeShop(ROWS), trying));
  const database = await startDatabase();
  const shop = await makeShop(ROWS, await database.make());
  engines.push(await measureOn('PostgreSQL', shop, trying));
  await database.stop();
  return engines;
}

async function measureOn(engine: string, shop: Shop, trying: Trying): Promise<OpenLoop> {
  const { seconds, is_short, say } = trying;
  const server = await serve(shop);
  const next = mixed(shop);
  const tried: AtRate[] = [];
  const attempt = async (rate: number): Promise<AtRate> => {
    const for_seconds = is_short ? seconds : Math.max(seconds, REQUESTS_MIN / rate);
    const found = await offer(server, next, rate, for_seconds);
    tried.push(found);
    say(`${engine}: ${lineOf(found)}`);
    return found;
  };
  await offer(server, next, FIRST_RATE, WARM_UP_S);
  const highest = await highestRate({
    attempt,
    first_rate: FIRST_RATE,
    least_rate: LEAST_RATE,
    step: STEP,
    tries_again: !is_short,
  });
  const twice = await attempt(highest.offered * 2);
  await stop(server);
  return { engine, highest, twice, peak: Math.max(...tried.map(({ good }) => good)) };
}

/** The next request of the mix. */
function mixed({ sample, api_key }: Shop): () => { text: string; follow?: Requests['follow'] } {
  const random = randomNumbers(11);
  const kinds = MIX.map(([name, from]) => ({
    from,
    requests: caseOf(name).requests(sample, api_key),
  }));
  const [first, ...rest] = kinds;
  if (!first) throw new Error('there is a mix');
  return () => {
    const chosen = random();
    const { requests } = rest.find(({ from }) => chosen >= from) ?? first;
    return { text: requests(), follow: requests.follow };
  };
}

/** A connection of the load, and whom its next answer is for. */
interface Line {
  socket: TLSSocket;
  onAnswer(answer: Buffer): void;
}

async function offer(
  server: Running,
  next: ReturnType<typeof mixed>,
  rate: number,
  seconds: number,
): Promise<AtRate> {
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(server)));
  const idle = [...lines];
  const waiting: number[] = []; // When those were due that no connection was free for.
  const latencies: number[] = [];
  let refused = 0;

  const send = (line: Line, due_at: number): void => {
    const { text, follow } = next();
    let is_following = false;
    line.onAnswer = (answer) => {
      if (follow && !is_following && is200(answer)) {
        is_following = true;
        line.socket.write(follow(answer), 'latin1');
        return;
      }
      if (is200(answer)) latencies.push(performance.now() - due_at);
      else refused += 1;
      const waited = waiting.shift();
      if (waited === undefined) idle.push(line);
      else send(line, waited);
    };
    line.socket.write(text, 'latin1');
  };

  const started = performance.now();
  let due = 0;
  for (let now = started; now - started < seconds * 1000; now = performance.now()) {
    while (started + (due * 1000) / rate <= now) {
      const due_at = started + (due++ * 1000) / rate;
      const line = idle.pop();
      if (line) send(line, due_at);
      else waiting.push(due_at);
    }
    await sleep(1);
  }
  const good = latencies.filter((ms) => ms <= GOOD_MS).length / seconds;
  // Whoever has no connection by now gives up, having waited at least so long.
  const now = performance.now();
  latencies.push(...waiting.splice(0).map((due_at) => now - due_at));
  while (idle.length < lines.length) await sleep(5);
  for (const { socket } of lines) socket.destroy();
  if (refused > 0) throw new Error(`${refused} of ${due} requests were refused.`);
  const [p50_ms, p99_ms] = [percentile(latencies, 50), percentile(latencies, 99)];
  const is_fast = p99_ms <= P99_MS && good > rate * 0.98;
  return { offered: rate, is_fast, good, p50_ms, p99_ms };
}

async function openLine(server: Running): Promise<Line> {
  const line: Line = { socket: await open(server), onAnswer: () => {} };
  hearAnswers(line.socket, (answer) => line.onAnswer(answer));
  return line;
}

const lineOf = ({ offered, good, p50_ms, p99_ms }: AtRate): string =>
  `${Math.round(offered)} a second offered, ${Math.round(good)} answered well, p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms`;

export const openLoopLines = (found: OpenLoop[]): string =>
  found
    .flatMap(({ engine, highest, twice, peak }) => [
      highest.is_fast
        ? `${engine}: highest rate with p99 ≤ ${P99_MS} ms: ${lineOf(highest)}.`
        : `${engine}: no rate had p99 ≤ ${P99_MS} ms, not even ${lineOf(highest)}.`,
      `${engine}: twice that: ${lineOf(twice)}; ${Math.round((100 * twice.good) / peak)} % of the peak (asked: 80 %).`,
    ])
    .join('\n');
