import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../harness/postgres.ts';
import { BUGS } from './planted-bugs.ts';
import type { Bug } from './planted-postgres-bugs.ts';
import { Findings, type Setting, type Step } from './step.ts';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = ['src', 'texts', 'test'];
const MINUTES_MAX = 15;
/** At the same time, each in a copy of its own. */
const PLOTS = 2;
/** In `npm test`. That all others still fit the code is checked too. */
const QUICK = ['old-tls'];

export const planted: Step = {
  name: 'planted',
  shows:
    'the steps find what they look for: each bug, planted in a copy of Kassa, is found for what it ' +
    'is, and without a bug they find nothing',
  engines: ['sqlite'], // Each bug names its own.
  async run(setting) {
    const found = new Findings();
    const fitting: Bug[] = [];
    for (const bug of BUGS) {
      await found.assertion(() => fitting.push(patched(bug) && bug), bug.name);
    }
    const bugs = chosen(setting).filter((bug) => fitting.includes(bug));
    const on_postgres = bugs.filter(({ engine }) => engine === 'postgres').length;
    const server = on_postgres > 0 ? await startPostgres() : undefined;
    const waiting = bugs.values();
    const controls = new Set<string>();
    let caught = 0;
    const work = async () => {
      const folder = copyKassa();
      for (const bug of waiting) {
        const plot = { folder, seed: setting.seed, server_url: server?.url };
        const control = controlOf(bug);
        if (!controls.has(control)) {
          controls.add(control);
          for (const text of await plant(withoutBug(bug), plot)) {
            found.add(`${control} finds something where no bug was planted: ${text}`);
          }
        }
        const told = await plant(bug, plot);
        const first = told.find((text) => bug.finding.test(text));
        if (first !== undefined) caught += 1;
        else
          found.add(
            `${bug.name} (${bug.what}) was not found by ${bug.step}: ${bug.finding} is not in ` +
              (told.join('\n') || 'nothing'),
          );
        setting.say(`${bug.name}: ${first?.slice(0, 150) ?? 'NOT FOUND'}`);
      }
      fs.rmSync(folder, { recursive: true, force: true });
    };
    await Promise.all(Array.from({ length: Math.min(PLOTS, bugs.length) }, work));
    await server?.stop();
    const figures = { 'planted bugs': bugs.length, 'of them on PostgreSQL': on_postgres, caught };
    return { figures: { ...figures, controls: controls.size }, findings: found.texts };
  },
};

/**
 * Each step is run once on each database without a bug, to see that it is the bug that is found; all
 * kinds of races in one run.
 */
const controlOf = ({ step, engine, part = '' }: Bug): string =>
  step === 'races' ? `${step} ${engine}` : `${step} ${engine} ${part}`.trim();

function withoutBug({ part, ...bug }: Bug): Bug {
  const is_whole = bug.step === 'races' || part === undefined;
  return { ...bug, ...(!is_whole && { part }), name: controlOf(bug), changes: [] };
}

function chosen({ part, size }: Setting): Bug[] {
  if (part !== undefined) return BUGS.filter(({ name }) => name === part);
  if (size !== 'short') return BUGS;
  return BUGS.filter(({ name }) => QUICK.includes(name));
}

/** The files that a bug changes; throws if one is no longer as the bug expects it. */
function patched({ name, changes }: Bug): Map<string, string> {
  const files = new Map<string, string>();
  for (const { file, search, replace } of changes) {
    const text = files.get(file) ?? fs.readFileSync(join(ROOT, file), 'utf8');
    const times = text.split(search).length - 1;
    if (times !== 1) throw new Error(`${name}: ${file} has its text ${times} times: ${search}`);
    files.set(
      file,
      text.replace(search, () => replace),
    );
  }
  return files;
}

function copyKassa(): string {
  const folder = fs.mkdtempSync(join(tmpdir(), 'kassa-planted-'));
  for (const name of fs.readdirSync(ROOT)) {
    if (COPIED.includes(name)) fs.cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    else if (name !== '.git') fs.symlinkSync(join(ROOT, name), join(folder, name));
  }
  return folder;
}

interface Plot {
  folder: string;
  seed: number;
  /** Of a PostgreSQL that bugs may use. */
  server_url: string | undefined;
}

/** Runs a step in a copy of Kassa with a bug, and returns what it has found. */
async function plant(bug: Bug, { folder, seed, server_url }: Plot): Promise<string[]> {
  const files = patched(bug);
  const out = join(folder, 'out');
  try {
    for (const [file, text] of files) fs.writeFileSync(join(folder, file), text);
    const args = ['--only', bug.step, '--engine', bug.engine, '--short', '--out', out];
    const part = bug.part === undefined ? [] : ['--part', bug.part];
    const output = await run(folder, [...args, ...part, '--seed', `${seed}`], server_url);
    const name = fs.existsSync(out) && fs.readdirSync(out).find((one) => one.endsWith('.json'));
    if (!name) throw new Error(`${bug.name}: no report\n${output}`);
    const { done } = JSON.parse(fs.readFileSync(join(out, name), 'utf8'));
    return done.flatMap((one: { findings: string[] }) => one.findings);
  } finally {
    fs.rmSync(out, { recursive: true, force: true });
    for (const file of files.keys()) fs.copyFileSync(join(ROOT, file), join(folder, file));
  }
}

function run(folder: string, args: string[], server_url: string | undefined): Promise<string> {
  const node = ['--disable-warning=ExperimentalWarning', join(folder, 'test/prove/run.ts')];
  const env: NodeJS.ProcessEnv = { ...process.env, KASSA_TEST_DATABASE_URL: undefined };
  const unwanted = /^(KASSA_(?!TEST_RUN$)|NODE_TEST_)/; // All but the mark, by which it is ended.
  for (const name of Object.keys(env)) if (unwanted.test(name)) delete env[name];
  if (server_url !== undefined) env.TEST_DATABASE_URL = server_url;
  const options = { cwd: folder, env, timeout: MINUTES_MAX * 60_000, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => {
    execFile(process.execPath, [...node, ...args], options, (_, out, error) =>
      resolve(out + error),
    );
  });
}
