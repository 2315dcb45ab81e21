// npm run check: what did I break? Types, lint and format of what has changed, the conventions, and
// the tests beside the changed files and beside those that import them, on SQLite. `npm test` stays
// the last word.
//   npm run check -- --since COMMIT   changed since there (default: since the branch left main)
//   npm run types                     the types alone; what has not changed is not looked at again
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const FILES_MAX = 40; // More would take longer than a minute.
const BIN = 'node_modules/.bin';
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'];
const SCRIPTS = 'test/stand-ins/stripe-js'; // Run in a browser, with its types.
const NEEDS_A_BROWSER = /\.browser\.test\.ts$/;

process.chdir(join(import.meta.dirname, '..'));
const { since, types } = parseArgs({
  options: { since: { type: 'string' }, types: { type: 'boolean' } },
}).values;
const changed = types ? [] : changedFiles(since ?? git('merge-base', 'main', 'HEAD')[0] ?? 'HEAD');
const began = Date.now();
const results = await Promise.all(
  types ? [checkTypes()] : [checkTypes(), checkStyle(), runTests()],
);
const took_s = ((Date.now() - began) / 1000).toFixed(1);
process.stdout.write(
  `${results.every(Boolean) ? 'All is well' : 'Something is wrong'}, ${took_s} s\n`,
);
process.exit(results.every(Boolean) ? 0 : 1);

function changedFiles(commit: string): string[] {
  const names = [
    ...git('diff', '--name-only', '--diff-filter=d', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(names)].filter((name) => existsSync(name));
}

function git(...args: string[]): string[] {
  const { stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}

async function checkTypes(): Promise<boolean> {
  const tsc = (name: string, ...options: string[]) =>
    run(name, `${BIN}/tsc`, ['--noEmit', ...options]);
  const found = [await tsc('types', ...INCREMENTAL), await tsc('types of scripts', '-p', SCRIPTS)];
  return found.every(Boolean);
}

async function checkStyle(): Promise<boolean> {
  const files = changed.filter((name) => /\.(?:[cm]?[jt]s|json|css)$/.test(name));
  if (files.length === 0) return true;
  const options = ['check', '--error-on-warnings', '--no-errors-on-unmatched', '--colors=off'];
  return run(`lint and format of ${files.length} files`, `${BIN}/biome`, [...options, ...files]);
}

function runTests(): Promise<boolean> {
  const near = testsNear(changed);
  const chosen = near.slice(0, FILES_MAX);
  const rest = near.length - chosen.length;
  const left_out = rest > 0 ? `, without ${rest} that are further away` : '';
  const only = ['test/conventions', ...chosen].join(',');
  return run(`conventions and ${chosen.length} test files${left_out}`, process.execPath, [
    ...['--disable-warning=ExperimentalWarning', 'test/run.ts'],
    ...['--engine', 'sqlite', '--only', only],
  ]);
}

/** The nearest first: changed tests, then those beside what changed, then beside what imports it. */
function testsNear(files: string[]): string[] {
  const sources = files.filter((name) => name.endsWith('.ts'));
  const importers = importersOf(sources);
  const near = [...sources, ...importers];
  const beside = near.flatMap((name) =>
    globSync(`${name.replace(/(?:\.(?:rules|sql|test))*\.ts$/, '')}{.*,}.test.ts`).toSorted(),
  );
  const tests = [...sources.filter(isTest), ...beside, ...importers.filter(isTest)];
  return [...new Set(tests)].filter((name) => existsSync(name) && !NEEDS_A_BROWSER.test(name));
}

function isTest(name: string): boolean {
  return name.endsWith('.test.ts');
}

function importersOf(files: string[]): string[] {
  const wanted = new Set(files);
  return globSync('{src,texts,test,packages}/**/*.ts', { exclude: ['**/node_modules/**'] })
    .filter((name) =>
      [...readFileSync(name, 'utf8').matchAll(/from '(\.[^']+)'/g)].some(([, path = '']) =>
        wanted.has(join(dirname(name), path)),
      ),
    )
    .toSorted();
}

async function run(name: string, command: string, args: string[]): Promise<boolean> {
  const started = Date.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? '✔' : '✖'} ${name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(output.replace(/^(?=.)/gm, '    '));
  return code === 0;
}
