import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

// Most of the time that a start or a command takes is loading files. Counting them shows on any
// machine, also a busy one, whether something is loaded that nobody has asked for.

const ROOT = join(import.meta.dirname, '..');

/** Prints the address of every file at the end of the process. */
const COUNT = `import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
process.on('exit', () => process.stderr.write(JSON.stringify(loaded)));`;

let data_dir: string;
before(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'kassa-loading-'));
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
    assert.ok(ours.length < 90, `${ours.length} files`);
    const needless =
      /\/src\/(pages|dialects|http|operations\.ts|app\.ts)|\/(pdfkit|stripe|nodemailer|pg)\/|typebox\/build\/(compile|value)/;
    assert.deepEqual(
      loaded.filter((url) => needless.test(url)),
      [],
    );
    // Its WebSocket client would be loaded with it, by `import`.
    assert.ok(!loaded.includes('node:http'));
  });
}

function loadedBy(...args: string[]): string[] {
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, DATABASE_URL: ___, ...env } = process.env;
  const count = `data:text/javascript,${encodeURIComponent(COUNT)}`;
  const flags = ['--disable-warning=ExperimentalWarning', '--import', count];
  const { stderr } = spawnSync(process.execPath, [...flags, join(ROOT, 'src/main.ts'), ...args], {
    env: {
      ...env,
      KASSA_DATA_DIR: data_dir,
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache'),
    },
  });
  const [, list] = /(\[.*\])$/s.exec(stderr.toString()) ?? [];
  assert.ok(list, stderr.toString());
  return JSON.parse(list);
}
