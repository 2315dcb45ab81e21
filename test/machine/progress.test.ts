import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { backupsIn, newFolder } from '../harness/copies.ts';
import { atEndOfFile } from '../harness/endings.ts';
import { kassa } from '../harness/kassa-command.ts';
import { onTerminal } from '../harness/on-terminal.ts';
import { KASSA } from '../harness/program.ts';
import { makePlace, type Place, startShop } from '../harness/shop.ts';

// What `kassa backup` and `kassa restore` say while they work, in a shop that takes some steps.

const shop = await startShop({ clock: Date.now });
const { product, store_id } = await shop.openStore();
const is_sqlite = shop.place.one_server;
for (let n = 0; n < 20; n++) await product();
const text = 'x'.repeat(is_sqlite ? 1_000_000 : 100_000); // SQLite copies 8 MB at a time.
const describe = 'UPDATE products SET description = :text WHERE store_id = :store_id';
await shop.db.write({ store_id }, async (tx) => tx.run(describe, { text }));
const folder = newFolder();

const settingsOf = ({ data_dir, database_url }: Place) => ({
  KASSA_DATA_DIR: data_dir,
  DATABASE_URL: database_url ?? '',
  NODE_OPTIONS: `--import=${new URL('./leaping-clock.ts', import.meta.url)}`,
});

/** Where nothing is yet. */
async function emptyPlace(): Promise<Place> {
  const place = await makePlace();
  atEndOfFile(() => place.remove());
  return { ...place, data_dir: newFolder() };
}

const TOLD =
  /^(\w+) (\d+) %, ([\d,]+) of ([\d,]+) (MB|records|indexes)(?:, (\d+) (?:s|min) left)?$/;

/** Each of these steps goes on to its end, and none ever goes back. */
function assertGrowing(lines: string[], steps: string[]): void {
  const by_step = Map.groupBy(lines, (line) => TOLD.exec(line)?.[1] ?? `not progress: ${line}`);
  assert.deepEqual([...by_step.keys()], steps);
  for (const [step, told] of by_step) {
    const parts = told.map((line) => Number(TOLD.exec(line)?.[2]));
    assert.deepEqual(
      parts,
      parts.toSorted((a, b) => a - b),
      step,
    );
    assert.ok(new Set(parts).size > 1, `${step} grows: ${parts}`);
    assert.ok(parts.every((part) => part <= 100));
    const [first = ''] = told;
    assert.doesNotMatch(first, /left/, 'nobody knows yet how fast it is');
    assert.match(told.at(-1) ?? '', /left$/);
  }
}

const BACKUP_STEPS = ['Copying', 'Checking', 'Storing'];
const RESTORE_STEPS = [
  ...['Reading', 'Checking'],
  ...(is_sqlite ? [] : ['Writing', 'Indexing', 'Comparing']),
];

test('in a file or a pipe, a line says now and then how far a backup and a restore are; the result is apart', async () => {
  const linesOf = (err: string) =>
    err
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^ {2}/, ''));
  const made = await kassa(['backup', folder, '--json'], settingsOf(shop.place));
  assert.equal(made.code, 0, made.err);
  assertGrowing(linesOf(made.err), BACKUP_STEPS);
  const { place } = JSON.parse(made.out);
  const restored = await kassa(['restore', place, '--json'], settingsOf(await emptyPlace()));
  assert.equal(restored.code, 0, restored.err);
  assertGrowing(linesOf(restored.err), RESTORE_STEPS);
  assert.deepEqual(JSON.parse(restored.out).violations, []);
});

/** What a terminal is sent, and what it still shows at the end. */
async function atTerminal(args: string[], settings: Record<string, string>) {
  const command = [process.execPath, ...KASSA, ...args];
  const [program, its_args] = onTerminal(command.map((part) => `'${part}'`).join(' '));
  const child = spawn(program, its_args, {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let sent = '';
  child.stdout.on('data', (chunk) => {
    sent += chunk;
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 0, sent);
  const shown = sent.split('\r\x1b[K');
  return { told: shown.slice(1, -1), left: shown.at(-1) ?? '' };
}

test('at a terminal one line is written over, and nothing is left of it', async () => {
  const made = await atTerminal(['backup', folder], settingsOf(shop.place));
  assertGrowing(made.told, BACKUP_STEPS);
  assert.match(made.left, /^Made: /);
  assert.doesNotMatch(made.left, / %/);
  const [, place = ''] = backupsIn(folder);
  const restored = await atTerminal(['restore', place], settingsOf(await emptyPlace()));
  assertGrowing(restored.told, RESTORE_STEPS);
  assert.match(restored.left, /Every record was checked\./);
  assert.doesNotMatch(restored.left, / %/);
});
