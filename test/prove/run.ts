// npm run prove: tries to make Kassa break its promises, and writes a report.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endFile } from '../harness/endings.ts';
import { startPostgres } from '../harness/postgres.ts';
import { makeEmptyPostgres, makeEmptySqlite } from '../harness/runner/empty-database.ts';
import { endLeftovers, runMark } from '../harness/runner/leftovers.ts';
import { conclusionOf, type Done, isEvidence, type Report, writeReport } from './report.ts';
import type { Engine, Size, Step } from './step.ts';

const HELP = `npm run prove -- [options]

  --only STEP,…   kills, power-loss, races, hostile, walls, canaries, planted, tls
  --part NAME     only this part of a step, such as one kind of race or one planted bug
  --engine NAME   sqlite or postgres, instead of both
  --short         as in npm test: seconds
  --long          hours
  --seed N        where random choices begin: repeats the choices of an earlier run
  --out FOLDER    where the report is written (default: dist)

Without options it takes some minutes. It ends with 1 if something was found, or if a step could not
run; docs/evidence.md says what each step shows. Ctrl-C ends it and all that it has started.`;

const ROOT = join(import.meta.dirname, '../..');
const STOP_TIMEOUT_MS = 15_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let postgres_url = '';
let stopPostgres = async (): Promise<void> => {};
let interrupted = false;

Object.assign(process.env, runMark());
process.on('exit', endLeftovers);
for (const signal of SIGNALS) process.on(signal, () => interrupt(128 + constants.signals[signal]));
process.on('disconnect', () => interrupt(1)); // The launcher is gone.
process.channel?.unref();

const found = await main();
if (!interrupted) process.exit(found);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      part: { type: 'string' },
      engine: { type: 'string' },
      short: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      seed: { type: 'string' },
      out: { type: 'string', default: join(ROOT, 'dist') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    say(HELP);
    return 0;
  }
  const size: Size = values.long ? 'long' : values.short ? 'short' : 'usual';
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new Error('--seed is a whole number');
  const wanted = wantedEngines(values.engine);
  await prepare(wanted.includes('postgres'));
  // Where tests find a database is read when they are loaded.
  const { STEPS } = await import('./steps.ts');
  const steps = values.only ? values.only.split(',').map((name) => findStep(STEPS, name)) : STEPS;
  const started_at = new Date();
  const done: Done[] = [];
  for (const step of steps) {
    for (const engine of step.engines.filter((one) => wanted.includes(one))) {
      done.push(await runStep(step, engine, { size, seed, part: values.part }));
    }
  }
  await stopPostgres();
  const report: Report = { ...commitOf(), size, seed, started_at, done };
  say(`\nThe report is in ${writeReport(report, values.out)}`);
  say(conclusionOf(done));
  return isEvidence(done) ? 0 : 1;
}

function wantedEngines(name: string | undefined): Engine[] {
  if (name === undefined) return ['sqlite', 'postgres'];
  if (name === 'sqlite' || name === 'postgres') return [name];
  throw new Error('--engine is sqlite or postgres');
}

function findStep(steps: Step[], name: string): Step {
  const found = steps.find((step) => step.name === name);
  if (!found) throw new Error(`--only is one of ${steps.map((step) => step.name).join(', ')}`);
  return found;
}

/** Makes what tests begin with: empty databases, in memory if there is a folder for that. */
async function prepare(with_postgres: boolean): Promise<void> {
  if (process.env.TMPDIR === undefined && fs.existsSync('/dev/shm')) {
    process.env.TMPDIR = '/dev/shm';
  }
  const folder = fs.mkdtempSync(join(tmpdir(), 'kassa-prove-'));
  fs.chmodSync(folder, 0o755); // PostgreSQL runs as somebody else.
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
  process.env.KASSA_TEST_SQLITE_COPY = makeEmptySqlite();
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  if (!with_postgres) return;
  const server = await startPostgres();
  stopPostgres = server.stop;
  postgres_url = server.url;
  process.env.KASSA_TEST_POSTGRES_COPY = await makeEmptyPostgres(server.url);
}

type Choice = { size: Size; seed: number; part: string | undefined };

async function runStep(step: Step, engine: Engine, choice: Choice): Promise<Done> {
  if (engine === 'postgres') process.env.KASSA_TEST_DATABASE_URL = postgres_url;
  else delete process.env.KASSA_TEST_DATABASE_URL;
  const name = step.engines.length > 1 ? `${step.name} on ${engine}` : step.name;
  say(`\n${name}`);
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 100) / 10;
  const outcome = await step
    .run({ ...choice, engine, say: (text) => say(`  ${seconds()} s: ${text}`) })
    .catch((error) => ({ figures: {}, findings: [`it could not be run: ${error.stack}`] }));
  await endFile();
  const done: Done = { step: step.name, shows: step.shows, engine, seconds: seconds(), ...outcome };
  for (const [what, value] of Object.entries(done.figures)) say(`  ${what}: ${value}`);
  if (done.left_out !== undefined) say(`  !!! IT DID NOT RUN: ${done.left_out}`);
  for (const finding of done.findings) say(`  ✖ ${finding}`);
  say(`${isEvidence([done]) ? '✔' : '✖'} ${name} (${done.seconds} s)`);
  return done;
}

function commitOf(): { commit: string; is_changed: boolean } {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const commit = git('rev-parse', '--short', 'HEAD').trim();
    return { commit, is_changed: git('status', '--porcelain').trim() !== '' };
  } catch {
    return { commit: 'unknown', is_changed: false }; // Not a checkout, or no git.
  }
}

/** PostgreSQL is stopped properly, all else is killed. What steps say of that is of no interest. */
async function interrupt(code: number): Promise<void> {
  if (interrupted) return; // A terminal tells both this process and the launcher, which tells it on.
  say('\nInterrupted.');
  interrupted = true;
  process.on('uncaughtException', () => {});
  setTimeout(() => process.exit(code), STOP_TIMEOUT_MS);
  endLeftovers();
  await stopPostgres();
  process.exit(code);
}

function say(text: string): void {
  if (interrupted) return;
  process.stdout.write(`${text}\n`);
}
