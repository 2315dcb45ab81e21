import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { KASSA } from '../harness/program.ts';

// A data folder with a SQLite file in it, as the operator sees it.

const data_dir = mkdtempSync(join(tmpdir(), 'kassa-one-'));
const env = { ...process.env, DATABASE_URL: '', KASSA_DATA_DIR: data_dir, KASSA_PORT: '0' };

const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(data_dir, { recursive: true, force: true });
});

function serve() {
  const child = spawn(process.execPath, [...KASSA, 'serve'], { env });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  return Object.assign(said, { child, closed: once(child, 'close') });
}

async function running(server: ReturnType<typeof serve>): Promise<void> {
  while (!server.out.includes('is running at')) {
    assert.equal(server.child.exitCode, null, server.err);
    await setTimeout(20);
  }
}

const mode = (name: string): number => statSync(join(data_dir, name)).mode & 0o777;

test('a second server on the same folder is refused in a sentence; commands are not', async () => {
  const first = serve();
  await running(first);
  const second = serve();
  await second.closed;
  assert.equal(second.child.exitCode, 1);
  assert.match(second.err, /^Another Kassa server is running on .*DATABASE_URL\)\.\n$/);
  for (const command of [['keys', 'create'], ['keys', 'list'], ['verify']]) {
    execFileSync(process.execPath, [...KASSA, ...command], { env, stdio: 'pipe' });
  }

  const gone = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await gone;
  const next = serve();
  await running(next);
  next.child.kill('SIGTERM');
  await next.closed;
  assert.equal(next.child.exitCode, 0, 'a crash releases the folder, and so does an end in peace');
});

test('what the database keeps can be read by its owner only, also if it was made otherwise', async () => {
  chmodSync(join(data_dir, 'kassa.db'), 0o644); // As an earlier version made it.
  const server = serve();
  await running(server);
  const files = ['kassa.db', 'kassa.db-wal', 'kassa.db-shm', 'server.lock'];
  assert.deepEqual(files.map(mode), [0o600, 0o600, 0o600, 0o600]);
  server.child.kill('SIGTERM');
  await server.closed;
});
