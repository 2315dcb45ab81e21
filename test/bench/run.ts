// npm run bench: how fast Kassa is, next to a bare node:https server on the same machine.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { CASES, type Case, caseOf } from './cases.ts';
import { measureDashboard } from './dashboard.ts';
import { ask, CONNECTIONS } from './load.ts';
import { lookUp, startUpMs } from './look-up.ts';
import { type Comparison, compare, type Measuring, othersShare, type Plan } from './measure.ts';
import { median } from './median.ts';
import { measureMetrics } from './metrics.ts';
import { measureOpenLoop, openLoopLines } from './open-loop.ts';
import { measurePostgres } from './postgres.ts';
import {
  cleanUpAtExit,
  peakMegabytesOf,
  type Running,
  startBare,
  startKassa,
  stop,
} from './processes.ts';
import { profile } from './profile.ts';
import { measureRenewals } from './renewals.ts';
import {
  type Change,
  dashboardLines,
  growthOf,
  metricsLine,
  postgresLines,
  type Results,
  render,
  renderChanges,
  renewalsLine,
  statementsLines,
  stripeLine,
  webhooksLine,
} from './report.ts';
import { copyShop, makeShop, type Shop } from './shop.ts';
import { copyTwice, measureStatements, prepareFloor } from './statements.ts';
import { measureStripe } from './stripe.ts';
import { measureWebhooks } from './webhooks.ts';

const HELP = `npm run bench -- [options]

  --seconds N      measure each case for N seconds, three times (default: 5)
  --products N     products in the large shop (default: 1,000,000)
  --shops FOLDER   leave the filled shops here, or use those that an earlier run has left
  --only TEXT      only the cases with this in their name (several: TEXT,TEXT)
  --renewals N     only this: bill N subscriptions that are due at once
  --metrics N      only this: figures of a store with N transactions
  --webhooks N     only this: N deliveries that wait for a receiver that never answers
  --stripe N       only this: N purchases at a stand-in for Stripe that takes 50 ms a call
  --dashboard N    only this: how long pages of the dashboard take with N transactions
  --postgres       only this: the same cases on a PostgreSQL on this machine, which takes its own
                   processor time, and what a second instance adds (default: 100,000 products)
  --open-loop      only this: requests that are sent when they are due, on both databases: the
                   highest rate with p99 ≤ 50 ms, and what is answered at twice that. A rate is
                   tried for --seconds and at least 1,000 requests, and given up when it fails in
                   two tries; with --short, in one second and one try
  --against DIR    measure another checkout of Kassa too, in the same rounds: is this one slower?
  --short          small shops, one second, once: does it work at all? (some minutes)
  --markdown       print the tables as Markdown
  --statements CASE  the statements of one case by what SQLite alone takes for them: those that the
                   server ran, run again with the same values in the same transactions and nothing
                   between them. Every run does that beside each durable write ("of floor")
  --profile CASE   where the server's time goes in one case, with 100,000 products:
                   ${CASES.map(({ name }) => name).join(', ')}`;

const ROWS_SMALL = 1_000;
const STARTS = 5;
const RENEWALS = 100_000;
const METRICS = 1_000_000;
const WEBHOOKS = 10_000;
const STRIPE_PURCHASES = 5_000;
const DASHBOARD_TRANSACTIONS = 1_000_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string' },
      products: { type: 'string' },
      shops: { type: 'string' },
      short: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      profile: { type: 'string' },
      statements: { type: 'string' },
      renewals: { type: 'string' },
      metrics: { type: 'string' },
      webhooks: { type: 'string' },
      stripe: { type: 'string' },
      dashboard: { type: 'string' },
      postgres: { type: 'boolean', default: false },
      'open-loop': { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      against: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(HELP);
  cleanUpAtExit();
  const { short } = values;
  const window_ms = 1000 * positive('--seconds', values.seconds, short ? 1 : 5);
  const warm_up = { first_warm_up_ms: short ? 0 : 6000, warm_up_ms: short ? 500 : 2000 };
  const plan: Plan = { rounds: short ? 1 : 3, ...warm_up, window_ms };
  if (values.profile !== undefined) {
    const shop = await makeShop(positive('--products', values.products, 100_000));
    return print(await profile(shop, caseOf(values.profile), plan));
  }
  if (values.statements !== undefined) {
    const shop = await makeShop(positive('--products', values.products, ROWS_SMALL));
    const found = await measureStatements(shop, caseOf(values.statements), window_ms);
    return print(statementsLines(found));
  }
  if (values.renewals !== undefined) {
    const found = await measureRenewals(positive('--renewals', values.renewals, RENEWALS));
    return print(renewalsLine(found));
  }
  if (values.metrics !== undefined) {
    const found = await measureMetrics(positive('--metrics', values.metrics, METRICS));
    return print(metricsLine(found));
  }
  if (values.webhooks !== undefined) {
    const found = await measureWebhooks(positive('--webhooks', values.webhooks, WEBHOOKS));
    return print(webhooksLine(found));
  }
  if (values.stripe !== undefined) {
    const found = await measureStripe(positive('--stripe', values.stripe, STRIPE_PURCHASES));
    return print(stripeLine(found));
  }
  if (values.dashboard !== undefined) {
    const count = positive('--dashboard', values.dashboard, DASHBOARD_TRANSACTIONS);
    return print(dashboardLines(await measureDashboard(count)));
  }
  if (values['open-loop']) {
    const trying = { seconds: window_ms / 1000, is_short: short, say };
    return print(openLoopLines(await measureOpenLoop(trying)));
  }
  if (values.postgres) {
    const rows = [ROWS_SMALL, positive('--products', values.products, short ? 2_000 : 100_000)];
    const cases = CASES.filter(({ name }) => isNamed(values.only, name));
    const found = await measurePostgres({ cases, rows: [...new Set(rows)] }, plan, say);
    return print(postgresLines(found, values.markdown ? 'markdown' : 'plain'));
  }
  const rows_big = positive('--products', values.products, short ? 10_000 : 1_000_000);
  const open = (rows: number) =>
    values.shops === undefined ? makeShop(rows) : copyShop(rows, resolve(values.shops));
  const sizes_of_shops = [...new Set([ROWS_SMALL, rows_big])];
  const shops: Shop[] = [];
  for (const rows of sizes_of_shops) shops.push(await open(rows));
  const cases = CASES.filter(({ name }) => isNamed(values.only, name));
  if (values.against !== undefined) {
    const other = await importBench(values.against);
    const before: Shop[] = [];
    for (const rows of sizes_of_shops) before.push(await other.makeShop(rows));
    return print(await benchAgainst(shops, { ...other, shops: before }, cases, plan));
  }
  const sizes = short ? { due: 2_000, paid: 20_000 } : { due: RENEWALS, paid: METRICS };
  const results = await bench(shops, cases, plan, sizes);
  if (values.only === '') keep(results);
  print(render(results, values.markdown ? 'markdown' : 'plain'));
}

async function bench(
  shops: Shop[],
  cases: Case[],
  plan: Plan,
  { due, paid }: { due: number; paid: number },
): Promise<Results> {
  const is_whole = cases.length === CASES.length;
  if (is_whole) say(`Renewals: ${due.toLocaleString('en')} subscriptions due at once`);
  const renewals = is_whole ? await measureRenewals(due) : undefined;
  if (is_whole) say(`Figures: ${paid.toLocaleString('en')} transactions`);
  const metrics = is_whole ? await measureMetrics(paid) : undefined;
  const start: Results['start'] = [];
  for (const shop of shops) {
    const starts: number[] = [];
    for (let at = 0; at < STARTS; at++) starts.push(await startUpMs(shop));
    start.push({ rows: shop.rows, first_answer_ms: median(starts) });
  }
  const is_durable = cases.some((one) => one.is_durable);
  const copies = is_durable ? shops.map(copyTwice) : [];
  const servers: Server[] = [];
  for (const shop of shops) servers.push({ shop, server: await startKassa(shop.data_dir) });
  const [first] = servers;
  if (first === undefined) throw new Error('there is a shop');

  const comparisons: Comparison[] = [];
  for (const [at, one] of cases.entries()) {
    say(
      `${at + 1} of ${cases.length}: ${one.label}, ${duration(plan, shops, cases.slice(at))} left`,
    );
    const measuring: Measuring[] = [];
    for (const [at, server] of servers.entries()) {
      const copied = one.is_durable ? copies[at] : undefined;
      measuring.push({ ...server, floor: copied && (await prepareFloor(copied, one, plan)) });
    }
    comparisons.push(...(await beside(first, one, (bare) => compare(one, measuring, bare, plan))));
    for (const { floor } of measuring) floor?.close();
  }
  return {
    at: new Date().toISOString(),
    machine: machine(),
    connections: CONNECTIONS,
    comparisons,
    growth: growthOf(comparisons),
    memory: servers.map(({ shop, server }) => ({
      rows: shop.rows,
      peak_mb: peakMegabytesOf(server),
    })),
    start,
    renewals,
    metrics,
    others_share: othersShare(),
  };
}

/** Measures every case in both checkouts in turns, so that both have the same conditions. */
async function benchAgainst(
  shops: Shop[],
  before: OtherBench & { shops: Shop[] },
  cases: Case[],
  plan: Plan,
): Promise<string> {
  const now: Server[] = [];
  const then: Server[] = [];
  for (const shop of shops) now.push({ shop, server: await startKassa(shop.data_dir) });
  for (const shop of before.shops) {
    then.push({ shop, server: await before.startKassa(shop.data_dir) });
  }
  const [first] = now;
  if (first === undefined) throw new Error('there is a shop');
  const servers = [...now, ...then];
  const changes: Change[] = [];
  for (const [at, one] of cases.entries()) {
    const left = duration(
      plan,
      servers.map(({ shop }) => shop),
      cases.slice(at),
    );
    say(`${at + 1} of ${cases.length}: ${one.label}, ${left} left`);
    const found = await beside(first, one, (bare) => compare(one, servers, bare, plan));
    for (const [at, comparison] of found.slice(0, now.length).entries()) {
      const earlier = found[now.length + at];
      if (earlier) changes.push({ before: earlier, now: comparison });
    }
    // A run that is ended early has said what it has seen.
    say(renderChanges(changes.slice(-shops.length), othersShare()));
  }
  return renderChanges(changes, othersShare());
}

interface Server {
  shop: Shop;
  server: Running;
}

/** Measures beside a bare server with answers as long as a look-up's, or as the page's. */
async function beside<Found>(
  { server, shop }: Server,
  { is_page, requests }: Case,
  measure: (bare: Running) => Promise<Found>,
): Promise<Found> {
  const answer = is_page
    ? await ask(server, requests(shop.sample, shop.api_key)())
    : await lookUp(server, shop);
  const bare = await startBare(shop.data_dir, Buffer.byteLength(answer));
  return measure(bare).finally(() => stop(bare));
}

interface OtherBench {
  makeShop: typeof makeShop;
  startKassa: typeof startKassa;
}

/** Loads the code of another checkout that fills and starts a shop: its database may differ. */
async function importBench(folder: string): Promise<OtherBench> {
  const load = (name: string) => import(pathToFileURL(resolve(folder, 'bench', name)).href);
  const { makeShop } = await load('shop.ts');
  const { startKassa, cleanUpAtExit } = await load('processes.ts');
  cleanUpAtExit();
  return { makeShop, startKassa };
}

function machine(): Results['machine'] {
  const [processor] = cpus();
  const model = processor?.model.trim() || process.arch;
  return { node: process.versions.node, processor: model, cores: cpus().length };
}

function keep(results: Results): void {
  const folder = new URL('./results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('latest.json', folder), `${JSON.stringify(results, null, 2)}\n`);
}

/** Whether a name has one of the texts in it, which are separated by commas. */
const isNamed = (texts: string, name: string): boolean =>
  texts.split(',').some((text) => name.includes(text));

function positive(name: string, text: string | undefined, or: number): number {
  const value = text === undefined ? or : Number(text.replaceAll(',', ''));
  if (!(value > 0)) throw new Error(`${name} is "${text}": it must be a number above 0.`);
  return value;
}

function duration(plan: Plan, shops: Shop[], cases: Case[]): string {
  const { rounds, first_warm_up_ms, warm_up_ms, window_ms } = plan;
  const case_ms = first_warm_up_ms + rounds * (warm_up_ms + window_ms) * 2;
  const ms = case_ms * shops.length * cases.length;
  return ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`;
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

main().then(
  () => process.exit(),
  (error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
