import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { SETTINGS } from '../../src/platform/machine/setting-names.ts';
import { ofEachProvider } from '../../src/shop/money/payments/provider-facts.ts';
import { operations } from '../../src/sites/api/operations.ts';

// What the documents say of the code, where that can be checked.

const ROOT = join(import.meta.dirname, '../..');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}));

test('every file that a document names is there', () => {
  const files = globSync(['*.*', '{src,texts,test,packages}/**/*.*'], { cwd: ROOT });
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

test('every folder and every name of the program that a document mentions is there', () => {
  const sources = globSync('{src,texts,test,packages}/**/*.{ts,js}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  });
  const names = new Set(
    sources.flatMap((path) => readFileSync(join(ROOT, path), 'utf8').match(/\b\w+\b/g) ?? []),
  );
  // Of Node, of a header and of npm, named where something else was chosen; and a folder that is made when it is asked for.
  const others = new Set(['reusePort', 'allowHTTP1', 'includeSubDomains', 'devEngines']);
  const made = /^test\/harness\/visits\/screenshots\/$/;
  const missing = documents.flatMap(({ path, text }) => [
    ...[...text.matchAll(/`((?:src|texts|test|packages)\/[\w/-]*)`/g)]
      .filter(([, folder = '']) => !made.test(folder) && !existsSync(join(ROOT, folder)))
      .map(([, folder]) => `${path}: ${folder}`),
    ...[...text.matchAll(/`([a-z]+[A-Z]\w*)(?:\([^`]*\))?`/g)]
      .filter(([, name = '']) => !names.has(name) && !others.has(name))
      .map(([, name]) => `${path}: ${name}`),
  ]);
  assert.deepEqual(missing, []);
});

/** Names of headings as addresses, as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every page, picture and heading that a document links to is there', () => {
  const missing = documents.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /(?:\]\(|(?:src|href)=")(?!https?:|mailto:|data:)([^)"#]*)(?:#([^)"]+))?[)"]/g,
      ),
    ]
      .filter(([, page = '', anchor]) => {
        const file = page === '' ? path : join(dirname(path), page);
        if (!existsSync(join(ROOT, file))) return true;
        return (
          anchor !== undefined &&
          !anchorsOf(readFileSync(join(ROOT, file), 'utf8')).includes(anchor)
        );
      })
      .map(([link]) => `${path}: ${link}`),
  );
  assert.deepEqual(missing, []);
});

test('docs/README.md leads to every page of docs, and docs/decisions/README.md to every decision', () => {
  const left_out = documents
    .filter(({ path }) => /^docs\/.*\.md$/.test(path) && !path.endsWith('/README.md'))
    .filter(({ path }) => {
      const index = path.startsWith('docs/decisions/') ? 'docs/decisions' : 'docs';
      const page = documents.find((document) => document.path === `${index}/README.md`);
      return !page?.text.includes(`](${relative(index, path)}`);
    });
  assert.deepEqual(
    left_out.map(({ path }) => path),
    [],
  );
});

test('README and CHANGELOG say how many operations there are', () => {
  const count = Object.values(operations).flat().length;
  const said = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(\d+) operations (?:with|over)/g)].map(
      ([, number]) => `${path} ${number}`,
    ),
  );
  const right = ['CHANGELOG.md', 'README.md'].map((path) => `${path} ${count}`);
  assert.deepEqual(said.toSorted(), right);
});

test('the README has less than 900 words', () => {
  const text = documents.find(({ path }) => path === 'README.md')?.text ?? '';
  assert.ok(text.split(/\s+/).length < 900);
});

test('docs/dependencies.md names every package that Kassa installs, and no other', () => {
  const text = documents.find(({ path }) => path === 'docs/dependencies.md')?.text ?? '';
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const all = { ...dependencies, ...optionalDependencies, ...devDependencies };
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  assert.deepEqual(named.toSorted(), Object.keys(all).toSorted());
});

test('docs/settings.md has every setting, and each provider has the page that its facts name', () => {
  const page = documents.find(({ path }) => path === 'docs/settings.md')?.text;
  assert.deepEqual(
    SETTINGS.filter((name) => !page?.includes(`\`${name}\``)),
    [],
  );
  const named = ofEachProvider(({ document }) => document);
  assert.deepEqual(
    named.filter((path) => !existsSync(join(ROOT, path))),
    [],
  );
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

test('docs/architecture.md and its picture have every room of platform, shop and sites, and no other', () => {
  const text = documents.find(({ path }) => path === 'docs/architecture.md')?.text ?? '';
  const picture = readFileSync(join(ROOT, 'docs/pictures/house.svg'), 'utf8');
  const drawn = [...picture.matchAll(/<text class="p"[^>]*>([^<]*)/g)].map(([, name]) => name);
  const all = ['platform', 'shop', 'sites'].map((room) => {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${room}/\``)) ?? '';
    const named = [...(row.split(' | ')[1] ?? '').matchAll(/\*\*([\w-]+)\*\*/g)];
    const folders = globSync(`src/${room}/*/`, { cwd: ROOT }).map((path) => basename(path));
    assert.deepEqual(named.map(([, name]) => name).toSorted(), folders.toSorted(), room);
    return folders;
  });
  const start = ['app', 'site', 'certificates', 'processes'];
  assert.deepEqual(drawn.toSorted(), [...all.flat(), ...start].toSorted());
});

test('no document has two versions of a line, left from a merge', () => {
  const torn = documents.filter(({ text }) => /^(?:<{7}|={7}|>{7})(?: |$)/m.test(text));
  assert.deepEqual(
    torn.map(({ path }) => path),
    [],
  );
});

const decisions = documents.filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path));
const numberOf = (path: string) => Number(/(\d{4})-[^/]+$/.exec(path)?.[1]);

test('a decision has the number of its file, and says in this order what it must', () => {
  const odd = decisions.filter(({ path, text }) => {
    const parts = [...text.matchAll(/^(?:## |\*\*)(Con\w+|Decision)(?:\.\*\*.*|)$/gm)];
    const named = parts.map(([, name]) => name).join(', ');
    const is_right = /^Context, Decision, Consequences(, Considered)?$/.test(named);
    return !is_right || !text.startsWith(`# ${numberOf(path)}. `);
  });
  assert.deepEqual(
    odd.map(({ path }) => path),
    [],
  );
});

test('every number up to the newest decision is one, or is said to be missing and why', () => {
  const index = documents.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? '';
  const rows = index.split('\n').filter((line) => /^\| \d/.test(line));
  const missing = rows.flatMap((row) => (row.split(' | ')[0] ?? '').match(/\d+/g) ?? []);
  const records = decisions.map(({ path }) => numberOf(path));
  const numbers = new Set([...records, ...missing.map(Number)]);
  const all = Array.from({ length: Math.max(...records) }, (_, at) => at + 1);
  assert.deepEqual(
    all.filter((number) => !numbers.has(number)),
    [],
  );
  const there = missing.filter((number) => records.includes(Number(number)));
  assert.deepEqual(there, [], 'they are records, and not missing');
  const misled = [...index.matchAll(/(?:^- |in \[)(\d+)(?:\. \[[^\]]*)?\]\((\d{4})-/gm)].filter(
    ([, number, file]) => Number(number) !== Number(file),
  );
  assert.deepEqual(
    misled.map(([text]) => text),
    [],
  );
});
