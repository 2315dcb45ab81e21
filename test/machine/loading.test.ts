import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

// Most of the time that a start or a command takes is loading files. Counting them shows on any
// machine, also a busy one, whether something is loaded that nobody has asked for.

const ROOT = join(import.meta.dirname, '../..');

/** Prints the address of every file at the end of the process. */
const COUNT = `import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
process.on('exit', () => process.stderr.write(JSON.stringify(loaded)));`;

const MAIN = join(ROOT, 'src/main.ts');
const FLAGS = [
  '--disable-warning=ExperimentalWarning',
  ...['--import', `data:text/javascript,${encodeURIComponent(COUNT)}`],
];

let data_dir: string;
before(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'kassa-loading-'));
  loadedBy('stores', 'create', '--name', 'Shop');
});
after(() => rmSync(data_dir, { recursive: true, force: true }));

test('kassa --help loads a handful of files', () => {
  const loaded = loadedBy('--help');
  assert.ok(loaded.length < 30, `${loaded.length} files: ${loaded.join(', ')}`);
});

for (const command of ['keys create', 'keys list', 'stores list', 'signing-keys list']) {
  test(`kassa ${command} loads no operation, no page and no package for them`, () => {
    const loaded = loadedBy(...command.split(' '));
    const ours = loaded.filter((url) => url.includes('/src/'));
    assert.ok(ours.length < 100, `${ours.length} files`);
    const needless =
      /\/src\/(sites|platform\/http|start\/app\.ts)|node_modules\/(pdfkit|stripe|nodemailer|pg)\/|typebox\/build\/(compile|value)/;
    assert.deepEqual(
      loaded.filter((url) => needless.test(url)),
      [],
    );
    // Its WebSocket client would be loaded with it, by `import`.
    assert.ok(!loaded.includes('node:http'));
  });
}

test('kassa serve listens before pages and dialects are loaded; then all are, and answer', async () => {
  const env = { ...environment(), KASSA_PORT: '0' };
  const child = spawn(process.execPath, [...FLAGS, MAIN, 'serve'], { env, stdio: 'pipe' });
  let out = '';
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  child.stdout.on('data', (text) => {
    out += text;
  });
  while (!/localhost:\d+\n/.test(out)) await once(child.stdout, 'data');
  const port = Number(/localhost:(\d+)\n/.exec(out)?.[1]);
  const statuses = await Promise.all(
    ['/docs', '/dashboard', '/mcp', '/healthz', '/nowhere'].map((path) => statusOf(port, path)),
  );
  assert.deepEqual(statuses, [200, 303, 401, 200, 404], errors);
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
  const loaded = readList(errors);
  const at = (part: string) => loaded.findIndex((url) => url.includes(part));
  assert.ok(at('/src/sites/checkout/checkout.ts') > at('/src/sites/api/operations.ts'));
  // What listening waits for is all there when the first page or dialect is loaded.
  const shown = /\/src\/sites\/(?!api\/|shared\/)|\/api\/dialects\/mcp\//;
  const first = loaded.slice(
    0,
    loaded.findIndex((url) => shown.test(url)),
  );
  assert.ok(first.some((url) => url.endsWith('/src/platform/http/listener.ts')));
  assert.ok(at('/src/sites/dashboard/') > at('/src/start/site.ts'), 'all was loaded in the end');
});

function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = get({ port, path, rejectUnauthorized: false, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject);
  });
}

function loadedBy(...args: string[]): string[] {
  const { stderr } = spawnSync(process.execPath, [...FLAGS, MAIN, ...args], { env: environment() });
  return readList(stderr.toString());
}

function environment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, DATABASE_URL: ___, ...env } = process.env;
  const NODE_COMPILE_CACHE = join(ROOT, 'node_modules/.cache');
  return { ...env, KASSA_DATA_DIR: data_dir, NODE_COMPILE_CACHE };
}

function readList(errors: string): string[] {
  const [, list] = /(\["[^\n]*\])$/.exec(errors) ?? [];
  assert.ok(list, errors);
  return JSON.parse(list);
}
