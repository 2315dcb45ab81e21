import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { Client } from 'pg';
import { atEndOfFile } from '../harness/endings.ts';
import { KASSA } from '../harness/program.ts';
import { makePlace } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

// The first start makes a store and shows its key once. Whoever ends it in that moment still sees it.

const place = await makePlace();
const holder = new Client(place.database_url);
const watcher = new Client(place.database_url); // In a transaction, it would see one moment only.
await holder.connect();
await watcher.connect();
atEndOfFile(async () => {
  await holder.end();
  await watcher.end();
  await place.remove();
});

/** How many wait for a table that somebody has locked. */
async function countWaiting(): Promise<number> {
  const { rows } = await watcher.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
}

for (const processes of [1, 2]) {
  test(`told to end while its start waits for the database, it starts and ends: ${processes}`, async () => {
    const env = {
      ...process.env,
      KASSA_DATA_DIR: place.data_dir,
      DATABASE_URL: place.database_url,
      KASSA_PORT: '0',
      KASSA_PROCESSES: String(processes),
    };
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE people'); // The link for the first owner waits for it.
    const child = spawn(process.execPath, [...KASSA, 'serve'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let shown = '';
    let log = '';
    child.stdout.on('data', (chunk) => {
      shown += chunk;
    });
    child.stderr.on('data', (chunk) => {
      log += chunk;
    });
    const ended = once(child, 'exit');
    await until(async () => (await countWaiting()) > 0, 'its start waits');
    child.kill('SIGTERM');
    await until(() => log.includes('stopping'), 'it is told to end');
    await holder.query('COMMIT');
    assert.deepEqual(await ended, [0, null], log);
    assert.match(shown, /Make the owner of the dashboard here/);
    assert.doesNotMatch(log, /Error/);
  });
}
