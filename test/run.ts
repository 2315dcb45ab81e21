// What `npm test` runs: the checks, then every test on SQLite and on PostgreSQL.
//   npm test -- --only checkout      only test files whose path contains this, without the checks
//   npm test -- --only model,kills   or one of these
//   npm test -- --engine postgres    only on this database; with --only, also what runs once otherwise
//   npm test -- --costs              also lists every test file by the processor time that it took
//   npm run campaign                 random tests, longer, with other random numbers each time
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from './harness/postgres.ts';
import { makeProgram } from './harness/runner/bundled.ts';
import { makeEmptyPostgres, makeEmptySqlite } from './harness/runner/empty-database.ts';
import { inGroups, nameOfGroup } from './harness/runner/groups.ts';
import { endLeftovers, endProcess, runMark } from './harness/runner/leftovers.ts';
import { childrenComputedMs } from './harness/runner/processor-time.ts';
import { computingFiles, slowest, type Timed, timedTests } from './harness/runner/slowest.ts';
import { findChromium } from './harness/visits/chromium.ts';
import { findPebble } from './stand-ins/pebble.ts';

const STEP_TIMEOUT_MS = 30 * 60_000; // Only for tests that hang: a busy machine may be slow.
const STEPS_AT_ONCE = 4; // Many tests wait more than they compute. Six were no faster on two cores.
const DIRECT_DEPENDENCIES_MAX = 10;
// These tests use no database, choose it themselves, or test what lies above it (pages, HTTP,
// commands, signatures), so they run once: every operation is tested on both databases.
const WITHOUT_DATABASE = [
  /^(src\/platform\/(core|machine)|texts)\//,
  /\.(rules|browser)\.test\.ts$/,
  // The dashboard asks operations and has no SQL. That each of its pages opens on both is shown by
  // test/journeys/pages/dashboard.roles.test.ts; what is typed there to find something is tried on both too. So are
  // pages whose own statements or jobs are shown by no test beside an operation.
  /^src\/(platform\/(http(?!\/database-metrics)|db\/sqlite)|sites(?!\/api\/(dialects\/|database-metrics))(?!\/(account\/session-of-another|checkout\/checkout\.(fields|fields-left|hosted-setup|receipt)|dashboard\/(dashboard|(customers|search)\/.*)|portal\/portal(\.planned)?)\.test))\//,
  /^src\/shop\/money\/invoices\/(pdf|xml)\//,
  /^src\/sites\/api\/dialects\/mcp\//, // It asks operations and has no SQL.
  /^src\/platform\/operation\/(openapi|parameters)\.test/,
  /^src\/shop\/tax\/ask-vies\.test/,
  /^src\/shop\/events\/webhooks\/(send|resolve-name)/,
  /^test\/conventions[./]/,
  /^test\/(.*\/)?(backup|backup-kills|read-faults|restore|certificate-samples|certificates|commands|creem-guide|demo|first-start|hosted-faults|http-shapes|letters|license-(certificates|forgery|samples)|loading|lost-database|mail-(faults|tls)|nothing-sent|one-server|plans|prove-report|prove-signals|provider-commands|release-image|slowest|start|store-commands|stripe-(canceling|faults|refused-calls)|taxes\.model|together|tour|try-stripe|twelve-countries|unwritten|webhook-(commands|silent-names)|write-faults|wrong-clock)\.test/,
  /^test\/(sdk|try)\//,
  /^(src\/shop\/money\/payments|test(\/stand-ins)?)\/stripe\//,
];
const COMPILES_FOR_ALL = /\/repeated-requests\.test\.ts on SQLite$/;
// Each new database plans every statement again; it need not do so five times. How fast that is,
// `npm run bench` measures.
const PLANS_ONCE = ['plan_cache_mode=force_generic_plan'];
const POSTGRES_ALONE = /\.postgres\.test\.ts$/;
const NODE = [process.execPath, '--disable-warning=ExperimentalWarning'];

interface Result {
  passed: number;
  failed: number;
  note?: string; // shown behind the name
  output: string; // shown if something failed
}

const SCRIPTS = 'test/stand-ins/stripe-js'; // Run in a browser, with its types.
const total = { passed: 0, failed: 0 };
const left_out = new Set<string>(); // What could not run here, for the last line.
const timed_steps: Timed[] = [];
const computing_files: Timed[] = [];
let with_costs = false;
let computed_ms = 0;
const timed_tests: Timed[] = [];
const groups = new Set<number>(); // of the processes under way
let interrupted = false;

// Settings of the person who runs the tests must not change them.
const UNWANTED = /^(KASSA_.*|DATABASE_URL|NODE_TEST_CONTEXT|FORCE_COLOR)$/;
for (const name of Object.keys(process.env)) if (UNWANTED.test(name)) delete process.env[name];

// Where there is enough memory, databases are kept in it: no test waits for a disk, and what a
// killed process had written stays, as it does on a disk.
const IN_MEMORY = '/dev/shm';
const MEMORY_WANTED = 4 * 2 ** 30;
if (process.env.TMPDIR === undefined && memoryLeft() > MEMORY_WANTED) {
  const folder = fs.mkdtempSync(join(IN_MEMORY, 'kassa-test-'));
  fs.chmodSync(folder, 0o755); // PostgreSQL runs as somebody else.
  process.env.TMPDIR = folder;
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
}

// All processes of a run share the compiled code, which a process writes when it ends.
const compiled = fs.mkdtempSync(join(os.tmpdir(), 'kassa-compiled-'));
process.env.NODE_COMPILE_CACHE = compiled;

process.chdir(join(import.meta.dirname, '..'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
process.on('disconnect', interrupt); // the launcher is gone
process.on('exit', () => groups.forEach(endProcess)); // whatever ends this process
process.on('exit', endLeftovers);
process.on('exit', () => fs.rmSync(compiled, { recursive: true, force: true }));
process.channel?.unref();

await main().catch(({ stack }) =>
  report('npm test', Date.now(), asStep({ code: 1, output: stack })),
);
if (interrupted) print('\nInterrupted.');
print(['\nThe slowest steps', ...slowest(timed_steps)].join('\n'));
computing_files.push({ name: 'PostgreSQL for all of them', took_ms: newlyComputedMs() });
const computed = `The files that computed most, of ${Math.round(computed_ms / 1000)} s in all`;
const files_shown = with_costs ? computing_files.length : undefined;
print([`\n${computed}`, ...slowest(computing_files, files_shown)].join('\n'));
print(['\nThe slowest tests', ...slowest(timed_tests)].join('\n'));
const not_run = left_out.size > 0 ? `; NOT RUN: ${[...left_out].join(', ')}` : '';
print(`\n${total.passed} passed, ${total.failed} failed${not_run}`);
// At once, so that this stays the last line.
process.exit(total.failed > 0 || interrupted ? 1 : 0);

function memoryLeft(): number {
  const TMPFS = 0x01021994;
  if (!fs.existsSync(IN_MEMORY)) return 0;
  const { type, bavail, bsize } = fs.statfsSync(IN_MEMORY);
  return type === TMPFS ? Math.min(bavail * bsize, os.freemem()) : 0;
}

async function main(): Promise<void> {
  const { only, engine, ...more } = parseArgs({
    options: {
      only: { type: 'string' },
      engine: { type: 'string' },
      'new-seeds': { type: 'boolean' },
      costs: { type: 'boolean' },
    },
  }).values;
  if (more['new-seeds']) process.env.NEW_SEEDS = '1';
  with_costs = more.costs ?? false;
  if (!['sqlite', 'postgres', undefined].includes(engine)) throw new Error('sqlite or postgres?');
  const found = fs
    .globSync(['src/**/*.test.ts', 'texts/*.test.ts', 'test/**/*.test.ts'], {
      exclude: ['**/node_modules/**'],
    })
    .filter((file) => (only ?? '').split(',').some((part) => file.includes(part)))
    .sort();
  const files = withReleaseOnLinux(withPebbleIfThere(withBrowserIfThere(found)));
  if (files.length === 0) throw new Error(`There is no test file like ${only ?? '*.test.ts'}`);
  const is_wanted = only !== undefined && engine === 'postgres';
  const filesWithDatabase = files.filter(
    (file) => is_wanted || !WITHOUT_DATABASE.some((pattern) => pattern.test(file)),
  );

  const checks = only === undefined ? checkSteps() : [];
  const onSqlite = engine === 'postgres' ? [] : files.filter((file) => !POSTGRES_ALONE.test(file));
  const copied = makeEmptySqlite();
  process.env.KASSA_TEST_SQLITE_COPY = copied;
  process.on('exit', () => fs.rmSync(dirname(copied), { recursive: true, force: true }));
  if (files.some((file) => file.startsWith('test/'))) {
    const program = await makeProgram(copied);
    process.env.KASSA_TEST_PROGRAM = program;
    process.on('exit', () => fs.rmSync(dirname(program), { recursive: true, force: true }));
  }
  const runs: Run[] = inGroups(onSqlite).map((group) => ({ group }));
  const noPostgres = engine === 'sqlite' || filesWithDatabase.length === 0;
  if (noPostgres) return runSteps(checks, testSteps(runs));
  const server = await startPostgres(PLANS_ONCE);
  process.env.KASSA_TEST_POSTGRES_COPY = await makeEmptyPostgres(server.url);
  runs.push(...inGroups(filesWithDatabase).map((group) => ({ group, url: server.url })));
  await runSteps(checks, testSteps(runs)).finally(server.stop);
}

interface Run {
  group: string[];
  url?: string; // of PostgreSQL
}

/** In CI the browser tests always run; elsewhere they are left out if there is no browser. */
function withBrowserIfThere(files: string[]): string[] {
  const needing = files.filter((file) => file.endsWith('.browser.test.ts'));
  const found = needing.length > 0 ? findChromium() : undefined;
  if (found !== undefined) process.env.CHROMIUM_PATH = found; // It is looked for once.
  if (needing.length === 0 || process.env.CI || found !== undefined) return files;
  print('!!! The browser tests DO NOT RUN: there is no Chromium and it cannot be installed here.');
  left_out.add('browser tests');
  print('!!! Install Chromium or Chrome, or name it: CHROMIUM_PATH=/path/to/chromium npm test\n');
  return files.filter((file) => !needing.includes(file));
}

/** The same for the authority that certificates are ordered from. */
function withPebbleIfThere(files: string[]): string[] {
  const needing = files.filter((file) => file.endsWith('acme.test.ts'));
  if (needing.length === 0 || process.env.CI || findPebble() !== undefined) return files;
  print('!!! The tests of KASSA_DOMAIN DO NOT RUN: there is no Pebble and it cannot be installed.');
  left_out.add('KASSA_DOMAIN');
  print('!!! Install the package pebble, or name it: PEBBLE_PATH=/path/to/pebble npm test\n');
  return files.filter((file) => !needing.includes(file));
}

/** Executables are made for Linux, on Linux. */
function withReleaseOnLinux(files: string[]): string[] {
  const needing = files.filter((file) => /\/release\.postgres\./.test(file));
  if (needing.length === 0 || process.platform === 'linux') return files;
  left_out.add('npm run release');
  print('!!! The test of npm run release DOES NOT RUN: executables are made on Linux alone.\n');
  return files.filter((file) => !needing.includes(file));
}

interface Step {
  name: string;
  run(): Promise<Result>;
}

function checkSteps(): Step[] {
  const biome = ['ci', '--error-on-warnings', '--colors=off', '.'];
  return [
    { name: 'types', run: () => tool('typescript', 'tsc', '--noEmit') },
    { name: 'types of scripts', run: () => tool('typescript', 'tsc', '--noEmit', '-p', SCRIPTS) },
    { name: 'lint and format', run: () => tool('@biomejs/biome', 'biome', ...biome) },
    { name: 'dead code', run: () => tool('knip', 'knip', '--no-progress') },
    { name: 'OpenAPI document', run: lintOpenApi },
    { name: 'runtime dependencies', run: async () => countDependencies() },
  ];
}

function testSteps(runs: Run[]): Step[] {
  // The long tests in test/ first, so that none of them runs alone at the end.
  const in_order = [...runs.filter(isLong), ...runs.filter((run) => !isLong(run))];
  return in_order.map(({ group, url }) => {
    const name = `${nameOfGroup(group)} on ${url === undefined ? 'SQLite' : 'PostgreSQL'}`;
    return { name, run: () => testFiles(group, url, name) };
  });
}

function isLong({ group: [first = ''] }: Run): boolean {
  return first.startsWith('test/');
}

async function runSteps(checks: Step[], tests: Step[]): Promise<void> {
  // Beside the checks, a test that buys everything: what it has compiled, the others find.
  const first = checks.length > 0 ? tests.filter(({ name }) => COMPILES_FOR_ALL.test(name)) : [];
  await runAtOnce([...first, ...checks]);
  await runAtOnce(tests.filter((one) => !first.includes(one)));
}

async function runAtOnce(steps: Step[]): Promise<void> {
  const waiting = steps.values();
  const work = async (): Promise<void> => {
    for (const { name, run } of waiting) await step(name, run);
  };
  await Promise.all(Array.from({ length: STEPS_AT_ONCE }, work));
}

async function step(name: string, action: () => Promise<Result>): Promise<void> {
  if (interrupted) return;
  const started_at = Date.now();
  const result = await action();
  report(name, started_at, result);
}

function report(name: string, started_at: number, result: Result): void {
  total.passed += result.passed;
  total.failed += result.failed;
  const note = result.note ? `: ${result.note}` : '';
  const took_ms = Date.now() - started_at;
  timed_steps.push({ name, took_ms });
  print(`${result.failed > 0 ? '✖' : '✔'} ${name}${note} (${(took_ms / 1000).toFixed(1)} s)`);
  if (result.failed > 0) print(result.output.trimEnd().replace(/^(?=.)/gm, '    '));
}

function asStep({ code, output }: { code: number | null; output: string }): Result {
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };
}

async function tool(name: string, command: string, ...args: string[]): Promise<Result> {
  const place = join('node_modules', name);
  const { bin } = JSON.parse(fs.readFileSync(join(place, 'package.json'), 'utf8'));
  return asStep(await execute([process.execPath, join(place, bin[command]), ...args]));
}

async function lintOpenApi(): Promise<Result> {
  const made = await execute([...NODE, 'src/main.ts', 'openapi']);
  if (made.code !== 0) return asStep(made);
  const folder = fs.mkdtempSync(join(os.tmpdir(), 'kassa-openapi-'));
  const file = join(folder, 'openapi.json');
  fs.writeFileSync(file, made.stdout);
  const linted = tool('@redocly/cli', 'redocly', 'lint', file, '--config=redocly.yaml');
  return linted.finally(() => fs.rmSync(folder, { recursive: true }));
}

function countDependencies(): Result {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
  const direct: [string, string][] = Object.entries(packages[''].dependencies ?? {});
  const places = Object.keys(packages).filter((place) => /(^|\/)node_modules\//.test(place));
  const runtime = places.filter((place) => !packages[place].dev && !packages[place].link);
  const bundledNode = /^node_modules\/node-(bin-)?(darwin|linux|win)-/;
  const all = runtime.filter((place) => !bundledNode.test(place));
  const scripted = runtime.filter((place) => packages[place].hasInstallScript);
  const loose = direct.filter(([, version]) => !/^\d/.test(version)).map(([name]) => name);
  const tooMany = direct.length > DIRECT_DEPENDENCIES_MAX;
  const output = `With an install script: ${scripted}\nNot pinned: ${loose}\nToo many: ${tooMany}`;
  const note = `${direct.length} direct, ${all.length} in all`;
  return { ...asStep({ code: scripted.length + loose.length + Number(tooMany), output }), note };
}

async function testFiles(
  files: string[],
  url: string | undefined,
  step_name: string,
): Promise<Result> {
  const together = ['--test-reporter=spec', 'test/harness/runner/together.ts'];
  const { code, output, cpu_ms } = await execute([...NODE, ...together, ...files], url);
  computing_files.push(...computingFiles(output, { name: step_name, took_ms: cpu_ms }));
  for (const { name, took_ms } of timedTests(output)) {
    timed_tests.push({ name: `${name} (${step_name})`, took_ms });
  }
  for (const [, what = ''] of output.matchAll(/!!! (.+) DID NOT RUN: .+/g)) left_out.add(what);
  // The summary is at the end of the output; there is none if the process crashed.
  const count = (what: string): number =>
    Number([...output.matchAll(new RegExp(`^ℹ ${what} (\\d+)$`, 'gm'))].at(-1)?.[1] ?? 0);
  // A file is a test that holds others, and fails with them.
  const [listed = ''] = output.split(/^✖ failing tests:$/m);
  const countFiles = (sign: string): number =>
    [...listed.matchAll(new RegExp(`^${sign} \\S+\\.test\\.ts \\(`, 'gm'))].length;
  const [passed, skipped] = [Math.max(0, count('pass') - countFiles('✔')), count('skipped')];
  const failed = Math.max(
    count('fail') + count('cancelled') - countFiles('✖'),
    code !== 0 || count('tests') <= files.length ? 1 : 0,
  );
  const parts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`];
  const end = `\n${count('tests')} tests were reported before it ended with exit code ${code}.`;
  return { passed, failed, note: parts.filter(Boolean).join(', '), output: output + end };
}

async function execute([command = '', ...args]: string[], database_url?: string) {
  const engine = database_url && { KASSA_TEST_DATABASE_URL: database_url };
  const quiet = { NO_COLOR: '1', REDOCLY_TELEMETRY: 'off' };
  const env = { ...process.env, ...quiet, ...engine, ...runMark() };
  // A new process group, so that the processes it starts can be killed with it.
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const group = -(child.pid ?? 0);
  groups.add(group);
  let [stdout, output] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const timer = setTimeout(() => {
    output += `\nEnded after ${STEP_TIMEOUT_MS / 1000} s: it hangs, or leaves something open.\n`;
    endProcess(group);
  }, STEP_TIMEOUT_MS);
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  const cpu_ms = newlyComputedMs();
  clearTimeout(timer);
  endProcess(group);
  groups.delete(group);
  // Not longer: a process that left the group may keep the output open.
  await Promise.race([closed, delay(2000, undefined, { ref: false })]);
  return { code, stdout, output, cpu_ms };
}

/** How long the processes that have ended since the last call used a processor. */
function newlyComputedMs(): number {
  const now_ms = childrenComputedMs();
  const more_ms = now_ms - computed_ms;
  computed_ms = now_ms;
  return more_ms;
}

function interrupt(): void {
  interrupted = true;
  groups.forEach(endProcess);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
