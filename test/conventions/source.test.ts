import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { ERRORS } from '../../src/platform/core/errors.ts';
import { exampleAnswer, exampleInput } from '../../src/platform/operation/examples.ts';
import { COMMON_ERRORS, IDEMPOTENCY_ERRORS } from '../../src/platform/operation/openapi-errors.ts';
import { PROVIDER_NAMES } from '../../src/shop/money/payments/provider-names.rules.ts';
import { operations as groups } from '../../src/sites/api/operations.ts';

// STYLE.md, made executable. Each test collects what breaks its rule, so that one run shows all.

const ROOT = join(import.meta.dirname, '../..');
const operations = Object.values(groups).flat();

interface SourceFile {
  path: string;
  text: string;
  /** Without comments. */
  code: string;
  imports: { from: string; type_only: boolean }[];
}

const all_files = globSync('{src,texts}/**/*.ts', { cwd: ROOT }).toSorted().map(readSource);
/** What runs in production: the tests beside it may do what it may not. */
const program = all_files.filter(({ path }) => !path.endsWith('.test.ts'));

const inCore = (path: string) => path.startsWith('src/platform/core/');
const isRules = (path: string) => path.endsWith('.rules.ts');
const isPure = (path: string) => inCore(path) || inTexts(path) || isRules(path);
const isSql = (path: string) => path.endsWith('.sql.ts');
const inMove = (path: string) => path.startsWith('src/care/move/');
const inDb = (path: string) => path.startsWith('src/platform/db/');
const inTexts = (path: string) => path.startsWith('texts/');
const isOurs = (path: string) => /^(src|texts)\//.test(path);
const isPackage = (from: string) => from === 'typebox' || from.startsWith('node:');

test('an operation is in a file named as its path and exported under its camelCase name', async () => {
  const declaring = program.filter(({ code }) => /\boperation\(\{/.test(code));
  assert.equal(declaring.length, operations.length, 'each is listed in operations.ts, once');
  for (const operation of operations) {
    const { path } = operation;
    const file = fileOf(path).path;
    const exported = await import(join(ROOT, file));
    const camel = path.slice(1).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    assert(exported[camel] === operation, `${file} exports ${camel}`);
  }
});

/** The beginning of a text that locks or changes rows, and what stands before it. */
const CHANGING =
  /(.)([`'])\s*((?:INSERT INTO|UPDATE|DELETE FROM) [\w$]|(?:SELECT|\$\{)[^`;]*\bFOR UPDATE)/g;

test('a statement that locks or changes rows declares them beside its text', () => {
  const statements = program.filter(
    ({ path }) => !/\/(db\/sqlite|db\/migrat|care\/move)/.test(path),
  );
  const silent = statements.flatMap(({ path, code }) =>
    [...code.matchAll(CHANGING)]
      .filter(([, before = '', quote]) => quote !== '`' || !/[\w)]/.test(before))
      .map(([, , , text]) => `${path}: ${text}`),
  );
  assert.deepEqual(silent, []);
});

test('no two operations share a path', () => {
  const paths = operations.map(({ path }) => path);
  assert.deepEqual(paths, [...new Set(paths)]);
});

test('an operation has a test for 200 and for every error code it declares', () => {
  const missing = operations.flatMap(({ path, errors }) => {
    const wanted = ['200', ...errors.map((code) => `${ERRORS[code][0]} ${code}`)];
    const titles = titlesOf(fileOf(path).path);
    return wanted
      .filter((start) => !titles.some((title) => title.startsWith(`${start}: `)))
      .map((start) => `${path} ${start}`);
  });
  assert.deepEqual(missing, []);
});

test('reading needs a key of scope read and changing a full one; what applications on customers’ machines do is the exception', () => {
  const usual = { GET: 'read', POST: 'full', DELETE: 'full' };
  const others = operations.filter(({ method, scope }) => scope !== usual[method]);
  assert.deepEqual(
    others.map(({ method, path, scope }) => `${method} ${path} ${scope}`),
    [
      'POST /validate-license license',
      'POST /activate-license license',
      'POST /deactivate-license license',
    ],
  );
  // A POST that changes nothing keeps no answers.
  assert.deepEqual(
    operations.filter(({ method, read }) => method !== 'GET' && read).map(({ path }) => path),
    ['/validate-license', '/preview-subscription-change'],
  );
});

test('core, texts and rules import only each other, typebox and node', () => {
  assertNone(({ path, imports }) =>
    isPure(path) ? imports.filter(({ from }) => !isPure(from) && !isPackage(from)) : [],
  );
});

test('SQL files import only core, rules, filters, tables, rows and the types of the database', () => {
  const may = [
    'src/platform/db/filters.ts',
    'src/platform/db/list-filtered.ts',
    'src/platform/db/rows.ts',
    'src/platform/db/table.ts',
  ];
  assertNone(({ path, imports }) =>
    isSql(path)
      ? imports.filter(({ from, type_only }) =>
          from === 'src/platform/db/database.ts' || from === 'src/platform/db/sums.ts'
            ? !type_only
            : !(inCore(from) || isRules(from) || may.includes(from)),
        )
      : [],
  );
});

test('an operation imports no other operation', () => {
  const files = new Set(operations.map(({ path }) => fileOf(path).path));
  assertNone(({ path, imports }) =>
    files.has(path) ? imports.filter(({ from }) => files.has(from)) : [],
  );
});

// From the ground up: a file imports from its own room and from those named before it, by value and
// by type.
const HOUSE = [
  'platform',
  'texts',
  'shop',
  'jobs',
  'care',
  'sites',
  'start',
  'commands',
  'main.ts',
];
const PLATFORM = ['core', 'machine', 'db', 'operation', 'http'];
const SHOP = [
  ...['figures', 'store', 'tax', 'mails', 'customers', 'catalogue', 'licenses', 'money'],
  ...['subscriptions', 'checkout', 'settlement', 'events', 'insight', 'opening'],
];

/** `platform` of `src/platform/core/time.ts`, `texts` of `texts/de/links.ts`. */
const roomOf = (path: string): string => /^(?:src\/)?([^/]+)/.exec(path)?.[1] ?? '';
/** `db` of `src/platform/db/rows.ts`; nothing for a file of another room. */
const partOf = (room: string) => (path: string) =>
  new RegExp(`^src/${room}/([^/]+)`).exec(path)?.[1] ?? '';

for (const { name, rooms, of } of [
  { name: 'room', rooms: HOUSE, of: roomOf },
  { name: 'part of the platform', rooms: ['', ...PLATFORM], of: partOf('platform') },
  { name: 'part of the shop', rooms: ['', ...SHOP], of: partOf('shop') },
]) {
  test(`every ${name} has its place in the order of the house, and no import runs up`, () => {
    const rank = (path: string) => rooms.indexOf(of(path));
    const unknown = program.filter(({ path }) => rank(path) === -1).map(({ path }) => path);
    assert.deepEqual(unknown, []);
    assert.deepEqual([...new Set(program.map(({ path }) => of(path)))].sort(), [...rooms].sort());
    assertNone(({ path, imports }) =>
      rank(path) > 0 || name === 'room'
        ? imports.filter(({ from }) => isOurs(from) && rank(from) > rank(path))
        : [],
    );
  });
}

test('the stripe package is used in src/shop/money/payments/stripe alone, at one version of its API', async () => {
  assertNone(({ path, imports }) =>
    path.startsWith('src/shop/money/payments/stripe/')
      ? []
      : imports.filter(({ from }) => from === 'stripe' || from.startsWith('stripe/')),
  );
  const { STRIPE_API_VERSION } = await import('../../src/shop/money/payments/stripe/client.ts');
  const { API_VERSION } = await import('../stand-ins/stripe/world.ts');
  assert.equal(STRIPE_API_VERSION, API_VERSION);
});

/** Where else a provider is named, by the name of the file, and why. */
const NAMES_PROVIDERS: Record<string, string> = {
  'provider-names.rules.ts': 'the list of providers',
  'provider-facts.ts': 'its texts, by name',
  'providers.ts': 'its ports, by name',
  'setting-names.ts': 'the variable for a stand-in',
  'foreign-key.rules.ts': 'whose key was sent instead of one of ours',
  'help.ts': 'an example of a command',
};

test('a provider is named in its own folder alone; elsewhere it is one of the list', () => {
  for (const name of PROVIDER_NAMES) {
    const inFolder = (path: string) => path.includes(`/payments/${name}/`);
    const names = new RegExp(name, 'i');
    assertOnlyIn(names, (path) => inFolder(path) || basename(path) in NAMES_PROVIDERS);
  }
});

test('what one page shows is known to no other page', () => {
  const site = (path: string) => /^src\/sites\/(\w[\w-]*)\//.exec(path)?.[1];
  // The reference shows what the API has.
  const read = 'src/sites/api/operations.ts';
  assertNone(({ path, imports }) =>
    site(path) === undefined
      ? []
      : imports.filter(
          ({ from }) =>
            ![undefined, 'shared', site(path)].includes(site(from)) &&
            !(site(path) === 'reference' && from === read),
        ),
  );
});

test('only main.ts reads the environment', () => {
  assertOnlyIn(/process\.env|\benv\b.*'node:process'/, (path) => path === 'src/main.ts');
});

test('files of the program are read by core/program.ts, which finds them in an executable too', () => {
  assertOnlyIn(/'node:fs'[\s\S]*import\.meta\./, (path) => path === 'src/platform/core/program.ts');
});

test('hints name the command as it is typed here: KASSA and START of core/program.ts', () => {
  const may = ['src/platform/core/program.ts', 'src/commands/help.ts'];
  assertOnlyIn(/npm (run|start)/, (path) => may.includes(path));
});

test('V8 gets the same flags from npm start, the executable and the bench, and more from one place alone', () => {
  const flagsIn = (path: string, start: RegExp) =>
    start.exec(readFileSync(join(ROOT, path), 'utf8'))?.[0].match(/--[a-z][a-z-]+(=\w+)?/g);
  const expected = flagsIn('launch.cjs', /const FLAGS = \[[^\]]*\]/);
  assert.ok(expected?.includes('--max-semi-space-size=8'));
  assert.deepEqual(
    flagsIn('packages/executable/executable.ts', /const FLAGS = \[[^\]]*\]/),
    expected,
  );
  assert.deepEqual(flagsIn('test/bench/processes.ts', /const args = \[[^\]]*\]/), expected);
  // Node warns that it may crash or lose data: docs/decisions/speed.md says which flags do not.
  assertOnlyIn(/setFlagsFromString/, (path) => path === 'src/start/processes/tune-v8.ts');
});

test('schemas are built with core/schema.ts: typebox itself gives the types, and checks', () => {
  assertNone(({ imports }) =>
    imports.filter(
      ({ from, type_only }) => !type_only && /^typebox($|\/(type|value|compile)$)/.test(from),
    ),
  );
});

test('node:http is imported from core/node-http.ts alone, which does not load its WebSocket client', () => {
  const naming = program.filter(({ imports }) =>
    imports.some(({ from, type_only }) => from === 'node:http' && !type_only),
  );
  assert.deepEqual(
    naming.map(({ path }) => path),
    [],
  );
});

test('only core/time.ts reads the wall clock', () => {
  assertOnlyIn(
    /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|Temporal\.Now/,
    (path) => path === 'src/platform/core/time.ts',
  );
});

test('SQL text is only in SQL files, in db and where a shop moves to another database', () => {
  const sql =
    /\bSELECT\s|\bINSERT\s+INTO\b|\bUPDATE\s+\w+\s+SET\b|\bDELETE\s+FROM\b|\b(CREATE|ALTER|DROP)\s+(TABLE|INDEX|DATABASE)\b/;
  assertOnlyIn(sql, (path) => isSql(path) || inDb(path) || inMove(path));
});

test('a place in the search index is compared as a whole number: FTS5 reads on from none else', () => {
  assertOnlyIn(/\browid\s*[<>]=?\s*[:?]/, () => false);
});

test('only statements that run outside of transactions read the counters of events', () => {
  const verifying = ['verify', 'verify-audit'].map((name) => `src/care/verify/${name}.sql.ts`);
  // In a copy that is restored, and in a command that does nothing else in this transaction.
  const restoring = 'src/care/backups/mark-restored.sql.ts';
  const reading_on = [
    'src/shop/events/webhooks/webhook.sql.ts',
    'src/shop/store/team/notification-choice.sql.ts',
  ];
  const readers = [...reading_on, restoring, ...verifying];
  assertOnlyIn(
    /\bevent_counters\b/,
    (path) => inDb(path) || inMove(path) || readers.includes(path),
  );
});

test('one step settles: nothing else posts to the ledger or tells what became of a transaction, but for fees and disputes after it', () => {
  const settling = ['src/shop/money/transactions/settle-transaction.ts'];
  const keeping = ['src/shop/money/transactions/ledger.sql.ts'];
  const later = ['settle-dispute', 'rebalance-disputes', 'learn-fee'];
  const posting = [...settling, ...later.map((name) => `src/shop/money/transactions/${name}.ts`)];
  assertOnlyIn(/insertLedgerEntry/, (path) => [...settling, ...keeping].includes(path));
  assertOnlyIn(/INSERT\s+INTO\s+ledger_entries/, (path) => keeping.includes(path));
  // What came too late for a declined transaction changes nothing of it.
  const returning = ['src/shop/money/transactions/return-late-payment.ts'];
  assertOnlyIn(/emit\(\s*'transaction\./, (path) => [...settling, ...returning].includes(path));
  assertOnlyIn(/\bpost\(tx/, (path) => posting.includes(path));
});

test('the tables of the test gateway are known to it alone', () => {
  assertOnlyIn(/test_gateway_\w+/, (path) =>
    /^src\/(shop\/money\/payments|platform\/db|care\/move)\//.test(path),
  );
});

test('no file has more than 300 lines', () => {
  const long = all_files.filter(({ text }) => text.trimEnd().split('\n').length > 300);
  assert.deepEqual(
    long.map(({ path }) => path),
    [],
  );
});

test('no line of a page is longer than 100 characters, in markup either', () => {
  const long = program.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, at) =>
        line.length > 100 && !/^import .* from '/.test(line) ? [`${path}:${at + 1}`] : [],
      ),
  );
  assert.deepEqual(
    long.filter((place) => /^(src\/sites\/(?!api\/)|texts\/..\/(?!letters|invoices))/.test(place)),
    [],
  );
});

test('no file has a name that says nothing, and nothing is exported as default', () => {
  const vague = /^(utils?|helpers?|services?|index)\.ts$/;
  assert.deepEqual(
    all_files.filter(({ path }) => vague.test(basename(path))).map(({ path }) => path),
    ['src/platform/operation/services.ts'], // The one type of what may be asked of the process.
  );
  const defaults = all_files.filter(({ code }) => /^export default\b|\bas default\b/m.test(code));
  assert.deepEqual(
    defaults.map(({ path }) => path),
    [],
  );
});

test('the documented example of every operation is a good request with a good answer', () => {
  for (const operation of operations) {
    const input = exampleInput(operation);
    assert.doesNotThrow(() => operation.parameters.read({ ...input }, undefined), operation.path);
    const answer = exampleAnswer(operation);
    assert.doesNotThrow(() => operation.output_check(answer), operation.path);
  }
});

test('every error code is declared by an operation, or common to all', () => {
  const declared = new Set<string>([
    ...operations.flatMap(({ errors }) => errors),
    ...COMMON_ERRORS,
    ...IDEMPOTENCY_ERRORS,
    'unknown_path',
  ]);
  assert.deepEqual(
    Object.keys(ERRORS).filter((code) => !declared.has(code)),
    [],
  );
});

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');
  const found = code.matchAll(
    /^(import|export)(\s+type)?\b[^;'"]*?\bfrom\s+'([^']+)'|\bimport\(?\s*'([^']+)'/gm,
  );
  const imports = [...found].map(([, , type, from, bare]) => {
    const target = from ?? bare ?? '';
    return {
      from: target.startsWith('.') ? join(path, '..', target) : target,
      type_only: type !== undefined,
    };
  });
  return { path, text, code, imports };
}

function fileOf(operation_path: string): SourceFile {
  const name = `${operation_path.slice(1)}.ts`;
  const [file, ...others] = program.filter(({ path }) => basename(path) === name);
  assert(file && others.length === 0, `one file is named as ${operation_path}`);
  return file;
}

/** Of `create-product.test.ts`, and of its parts such as `create-product.price.test.ts`. */
function titlesOf(path: string): string[] {
  const start = path.replace(/ts$/, '');
  const tests = all_files.filter(
    (file) => file.path.startsWith(start) && file.path.endsWith('.test.ts'),
  );
  return tests.flatMap(({ text }) =>
    [...text.matchAll(/\btest\(\s*(['"`])(.+?)\1,/g)].map(([, , title]) => title ?? ''),
  );
}

function assertNone(broken: (file: SourceFile) => { from: string }[]): void {
  const lines = program.flatMap((file) =>
    broken(file).map(({ from }) => `${file.path} imports ${from}`),
  );
  assert.deepEqual(lines, []);
}

function assertOnlyIn(pattern: RegExp, allowed: (path: string) => boolean): void {
  const found = program.filter(({ path, code }) => !allowed(path) && pattern.test(code));
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  );
}
