import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUGS, type Bug } from './planted-bugs.ts';
import { Findings, type Setting, type Step } from './step.ts';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = ['src', 'test'];
const MINUTES_MAX = 10;
/** In `npm test`: their steps take a few seconds. That all others still fit the code is checked too. */
const QUICK = ['code-without-limit', 'old-tls'];

export const planted: Step = {
  name: 'planted',
  shows: 'the steps find what they look for: each bug, planted in a copy of Kassa, is found',
  engines: ['sqlite'],
  async run(setting) {
    const found = new Findings();
    const bugs = chosen(setting);
    for (const bug of BUGS) await found.assertion(() => patched(bug), bug.name);
    let caught = 0;
    for (const bug of bugs) {
      const told = await plant(bug, setting);
      if (told.length > 0) caught += 1;
      else found.add(`${bug.name} (${bug.what}) was not found by ${bug.step}`);
      setting.say(`${bug.name}: ${told[0]?.slice(0, 150) ?? 'NOT FOUND'}`);
    }
    return { figures: { 'planted bugs': bugs.length, caught }, findings: found.texts };
  },
};

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

/** Runs a step in a copy of Kassa with a bug, and returns what it has found. */
async function plant(bug: Bug, { seed }: Setting): Promise<string[]> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'kassa-planted-'));
  try {
    for (const name of fs.readdirSync(ROOT)) {
      if (COPIED.includes(name))
        fs.cpSync(join(ROOT, name), join(folder, name), { recursive: true });
      else if (name !== '.git') fs.symlinkSync(join(ROOT, name), join(folder, name));
    }
    for (const [file, text] of patched(bug)) fs.writeFileSync(join(folder, file), text);
    const out = join(folder, 'out');
    const args = ['--only', bug.step, '--engine', bug.engine, '--short', '--out', out];
    const part = bug.part === undefined ? [] : ['--part', bug.part];
    const output = await run(folder, [...args, ...part, '--seed', `${seed}`]);
    const report = join(out, fs.readdirSync(out).find((name) => name.endsWith('.json')) ?? '');
    if (!fs.existsSync(report)) throw new Error(`${bug.name}: no report\n${output}`);
    const { done } = JSON.parse(fs.readFileSync(report, 'utf8'));
    const findings: string[] = done.flatMap((one: { findings: string[] }) => one.findings);
    return findings.filter((text) => !text.startsWith('it could not be run'));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function run(folder: string, args: string[]): Promise<string> {
  const node = ['--disable-warning=ExperimentalWarning', join(folder, 'test/prove/run.ts')];
  const env: NodeJS.ProcessEnv = { ...process.env, KASSA_TEST_DATABASE_URL: undefined };
  for (const name of Object.keys(env)) if (/^(KASSA_|NODE_TEST_)/.test(name)) delete env[name];
  const options = { cwd: folder, env, timeout: MINUTES_MAX * 60_000, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => {
    execFile(process.execPath, [...node, ...args], options, (_, out, error) =>
      resolve(out + error),
    );
  });
}
