import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BUGS } from '../prove/planted-bugs.ts';

// What STYLE.md asks of tests, made executable.

const ROOT = join(import.meta.dirname, '../..');

interface Block {
  path: string;
  line: number;
  /** Of a function; undefined for a test. */
  name: string | undefined;
  text: string;
}

const BEGINNINGS = [
  /^( *)test\(/,
  /^( *)(?:export )?(?:async )?function\*? (\w+)/,
  /^( *)(?:export )?const (\w+) = (?:async )?(?:\(|<|\w+ =>)/,
  /^( *)(?:async )?(\w+)\(.*\{$/, // a method
];

const HOLDS_FILES = 'test/harness/runner/together.ts'; // Its tests are those of others.
const files = globSync(['src/**/*.test.ts', 'test/**/*.ts'], { cwd: ROOT })
  .filter((path) => path !== HOLDS_FILES)
  .toSorted();
const blocks = files.flatMap((path) => blocksOf(path, readFileSync(join(ROOT, path), 'utf8')));

test('each bug that is planted to try the tests has its text in the code once', () => {
  const changes = BUGS.flatMap(({ name, changes }) =>
    changes.map(({ file, search }) => ({ name, file, search })),
  );
  assert.ok(changes.length >= BUGS.length);
  const lost = changes.filter(
    ({ file, search }) => readFileSync(join(ROOT, file), 'utf8').split(search).length !== 2,
  );
  assert.deepEqual(lost, []);
});

test('every test asserts something, itself or by a function that does', () => {
  const tests = blocks.filter(({ name }) => name === undefined);
  assert.ok(tests.length > 1_300, 'the tests were found');
  const silent = silentTests(blocks);
  assert.deepEqual(
    silent.map(({ path, line }) => `${path}:${line}`),
    [],
  );
});

test('a test that asserts nothing is found, and one whose function asserts is not', () => {
  const example = [
    'const twice = (n: number) => n * 2;',
    'const check = (n: number) => {',
    '  assert.equal(n, 2);',
    '};',
    '',
    "test('silent', async () => {",
    '  twice(1);',
    '});',
    '',
    "describe('some', () => {",
    "  test('by a function', () => check(2));",
    "  test('silent too', () => {",
    '    // assert nothing',
    '  });',
    '});',
  ].join('\n');
  const silent = silentTests(blocksOf('x.test.ts', example));
  assert.deepEqual(
    silent.map(({ line }) => line),
    [6, 12],
  );
});

/** A test may leave it to a function, but not to one that leaves it to yet another. */
function silentTests(found: Block[]): Block[] {
  const asserts = ({ text }: Block) => /\bassert/.test(text);
  const helpers = found.filter((block) => block.name !== undefined && asserts(block));
  const isHelper = (name: string, path: string) =>
    helpers.some(
      (helper) =>
        helper.name === name && (helper.path === path || !helper.path.endsWith('.test.ts')),
    );
  return found.filter((block) => {
    const called = [...block.text.matchAll(/(\w+)\(/g)].map(([, name = '']) => name);
    return (
      block.name === undefined &&
      !asserts(block) &&
      !called.some((name) => isHelper(name, block.path))
    );
  });
}

/** Tests and functions: the formatter ends each on a line as far in as its first. */
function blocksOf(path: string, text: string): Block[] {
  const lines = text.replace(/(?<![:'"`])\/\/.*$/gm, '').split('\n');
  return lines.flatMap((first, at) => {
    const found = BEGINNINGS.map((begins) => begins.exec(first)).find((match) => match !== null);
    if (!found) return [];
    const [, indent = '', name] = found;
    const rest = lines.slice(at + 1);
    const ends = (line: string) => line.startsWith(indent) && /^\S/.test(line.slice(indent.length));
    let length = first.endsWith(';') ? 0 : rest.findIndex(ends) + 1;
    // A line such as `): Promise<void> {` ends the parameters alone.
    while (length > 0 && /[{(>]$/.test(rest[length - 1] ?? '')) {
      const further = rest.slice(length).findIndex(ends) + 1;
      if (further === 0) break; // The file ends here.
      length += further;
    }
    return [{ path, line: at + 1, name, text: [first, ...rest.slice(0, length)].join('\n') }];
  });
}
