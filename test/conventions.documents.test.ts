import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

// What the documents say of the code, where that can be checked.

const ROOT = join(import.meta.dirname, '..');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}));

test('every file that a document names is there', () => {
  const files = globSync(['*.*', '{src,test,bench}/**/*.*'], { cwd: ROOT });
  const made_up = /\bthing\.|NNNN|<|^check-license\.ts$/;
  const missing = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/`(\w[\w./<>-]*\.(?:ts|cjs|sql|css|yaml))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !made_up.test(name))
      .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
      .map((name) => `${path}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('every page that a document links to is there', () => {
  const missing = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !existsSync(join(ROOT, dirname(path), link)))
      .map((link) => `${path}: ${link}`),
  );
  assert.deepEqual(missing, []);
});

test('docs/architecture.md names every folder of src, and no other', () => {
  const text = documents.find(({ path }) => path === 'docs/architecture.md')?.text ?? '';
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name),
  );
  const folders = globSync('src/*/', { cwd: ROOT }).map((path) => path.split('/')[1]);
  assert.deepEqual(named.toSorted(), folders.toSorted());
});

test('no document has two versions of a line, left from a merge', () => {
  const torn = documents.filter(({ text }) => /^(?:<{7}|={7}|>{7})(?: |$)/m.test(text));
  assert.deepEqual(
    torn.map(({ path }) => path),
    [],
  );
});

test('a decision has the number of its file, and says in this order what it must', () => {
  const decisions = documents.filter(({ path }) => path.startsWith('docs/decisions/'));
  const odd = decisions.filter(({ path, text }) => {
    const number = Number(/(\d{4})-[^/]+$/.exec(path)?.[1]);
    const parts = [...text.matchAll(/^(?:## |\*\*)(Con\w+|Decision)(?:\.\*\*.*|)$/gm)];
    const named = parts.map(([, name]) => name).join(', ');
    const is_right = /^Context, Decision, Consequences(, Considered)?$/.test(named);
    return !is_right || !text.startsWith(`# ${number}. `);
  });
  assert.deepEqual(
    odd.map(({ path }) => path),
    [],
  );
});
