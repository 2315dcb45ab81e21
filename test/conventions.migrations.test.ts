import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

// A migration that is on main may have made somebody's tables: it is never changed again, only
// followed by another (decision 93). 69 was changed two hours after it was added, and a shop that had
// begun with its first form could not read a subscription.

const ROOT = join(import.meta.dirname, '..');
const FOLDER = 'src/db/migrations';
const LIST = 'test/migrations.sha256';

/** The numbers of those that were changed on main before there was this rule. */
const CHANGED_BEFORE = 70;

const files = globSync(`${FOLDER}/*`, { cwd: ROOT })
  .map((path) => basename(path))
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
    'changed or removed: put it back as it was, and add another migration',
  );
  assert.deepEqual(
    now.filter((line) => !listed.includes(line)),
    [],
    `new: add these lines to ${LIST}`,
  );
});

test('no migration and no line of the list that is on main is changed here, as far as there is a history', () => {
  const main = ['origin/main', 'main'].find(isKnown);
  const base = main ? git('merge-base', 'HEAD', main) : '';
  assert.deepEqual(base === '' ? [] : changedSince(base), []);
});

test('nor was one changed on main itself since there is this rule', () => {
  const main = ['origin/main', 'main'].find(isKnown) ?? 'HEAD';
  // Of a merge, what it brought to main. A shallow clone begins with files that are all new.
  const touched = linesOf(
    ...['log', '--first-parent', '--diff-merges=first-parent', '--no-renames', '--format='],
    ...['--diff-filter=MDT', '--name-only', main, '--', FOLDER],
  );
  const late = touched.filter((line) => Number(basename(line).slice(0, 4)) >= CHANGED_BEFORE);
  assert.deepEqual(late, []);
});

/** Files of `base` that are gone or say something else, and lines of its list that are gone. */
function changedSince(base: string): string[] {
  const now = text(LIST).split('\n');
  return [
    ...linesOf('diff', '--no-renames', '--diff-filter=MDT', '--name-only', base, '--', FOLDER),
    ...linesOf('show', `${base}:${LIST}`).filter((line) => !now.includes(line)),
  ];
}

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
