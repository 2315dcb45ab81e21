import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { BASELINE } from '../../src/platform/db/migrations.ts';

// A migration that is on main may have made somebody's tables: it is never changed again, only
// followed by another (decision 93). One was once changed two hours after it was added, and a shop
// that had begun with its first form could not read a subscription.

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = 'src/platform/db/migrations';
const LIST = 'test/conventions/migrations.sha256';

const files = globSync(`${FOLDER}/*/*.sql`, { cwd: ROOT })
  .map((path) => path.slice(FOLDER.length + 1))
  .sort();
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n');
const lineOf = (file: string) =>
  `${createHash('sha256')
    .update(text(`${FOLDER}/${file}`))
    .digest('hex')}  ${file}`;

test(`every migration is as it was published: ${LIST} lists what each said`, () => {
  const listed = text(LIST).trimEnd().split('\n');
  const now = files.map(lineOf);
  assert.deepEqual(
    listed.filter((line) => !now.includes(line)),
    [],
    'changed or removed: put it back as it was, and add another migration. If it is not on main yet, replace its line',
  );
  assert.deepEqual(
    now.filter((line) => !listed.includes(line)),
    [],
    `new: add these lines to ${LIST}`,
  );
});

test('both engines have the same migrations, and the same tables and columns in the same order', () => {
  const [sqlite, postgres] = ['sqlite', 'postgres'].map((engine) =>
    files.filter((file) => file.startsWith(engine)).map((file) => basename(file)),
  );
  assert.deepEqual(sqlite, postgres);
  assert.deepEqual(tablesOf('sqlite'), tablesOf('postgres'));
});

test('on PostgreSQL a text column says COLLATE "C", so that both engines have one order (decision 79)', () => {
  const wrong = files
    .filter((file) => file.startsWith('postgres'))
    .flatMap((file) =>
      text(`${FOLDER}/${file}`)
        .split('\n')
        .filter((line) => /^(?!\s*--).*\w text\b(?! COLLATE "C")/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  assert.deepEqual(wrong, [], 'write: text COLLATE "C"');
});

test('a sentence before each table of the baseline says what a row of it is', () => {
  for (const engine of ['sqlite', 'postgres']) {
    const sql = text(`${FOLDER}/${engine}/0100-schema.sql`);
    assert.deepEqual([...sql.matchAll(/(?<!^-- .*\n)^CREATE TABLE \w+/gm)].map(String), []);
  }
});

/** What is searched is kept by each engine in its own way. */
const tablesOf = (engine: string) =>
  [
    ...text(`${FOLDER}/${engine}/0100-schema.sql`).matchAll(
      /^CREATE TABLE (?!search_texts)(\w+) \(\n([\s\S]*?)^\)/gm,
    ),
  ].map(([, table, body = '']) => [table, ...[...body.matchAll(/^ {2}([a-z]\w*) /gm)].map(String)]);

test('no migration and no line of the list that is on main is changed here, as far as there is a history', () => {
  const main = ['origin/main', 'main'].find(isKnown);
  const base = main ? git('merge-base', 'HEAD', main) : '';
  assert.deepEqual(base === '' ? [] : changedSince(base), []);
});

test('nor was one changed on main itself', () => {
  const main = ['origin/main', 'main'].find(isKnown) ?? 'HEAD';
  // Of a merge, what it brought to main. A shallow clone begins with files that are all new.
  const touched = linesOf(
    ...['log', '--first-parent', '--diff-merges=first-parent', '--no-renames', '--format='],
    ...['--diff-filter=MDT', '--name-only', main, '--', FOLDER],
  );
  assert.deepEqual(touched.filter(isKept), []);
});

/** Files of `base` that are gone or say something else, and lines of its list that are gone. */
function changedSince(base: string): string[] {
  const now = text(LIST).split('\n');
  return [
    ...linesOf('diff', '--no-renames', '--diff-filter=MDT', '--name-only', base, '--', FOLDER),
    ...linesOf('show', `${base}:${LIST}`).filter((line) => !now.includes(line)),
  ].filter(isKept);
}

/** Those from before the baseline are gone. */
const isKept = (line: string) =>
  Number(basename(line.split(' ').at(-1) ?? '').slice(0, 4)) >= BASELINE;

const isKnown = (name: string) => git('rev-parse', '-q', '--verify', name) !== '';

const linesOf = (...args: string[]) =>
  git(...args)
    .split('\n')
    .filter(Boolean);

/** Empty where git, its history or that name is missing, as in an archive of the sources. */
function git(...args: string[]): string {
  try {
    const quiet = { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', args, quiet).trimEnd();
  } catch {
    return '';
  }
}
