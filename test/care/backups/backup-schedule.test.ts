import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { noteBackup } from '../../../src/shop/store/backup.sql.ts';
import { backUp, backupsIn, newFolder, restoreTo } from '../../harness/copies.ts';
import { ProcessShop } from '../../harness/process-shop.ts';
import { until } from '../../harness/until.ts';

// A service that makes its backups itself.

const shop = await ProcessShop.make();
const look = async () => (await shop.get('/get-backups')).body;

test('the service makes a backup when one is due, in another process, and shows it', async () => {
  const folder = join(newFolder(), 'new');
  await shop.start({ KASSA_BACKUP_DIR: folder, KASSA_BACKUP_EVERY: '1h' });
  await until(async () => (await look()).backups.length > 0, 'a backup is made');
  const { schedule, backups } = await look();
  assert.deepEqual(schedule, { folder, every_seconds: 3600, failed_at: null, problem: null });
  assert.deepEqual(
    backups.map(({ place }: { place: string }) => place),
    backupsIn(folder),
  );
  assert.equal(backups[0].made_by, 'schedule');
  await restoreTo(newFolder(), [backups[0].place]);
  // It is not due again: not in this process, nor in the next.
  await shop.kill('SIGTERM');
  await shop.start({ KASSA_BACKUP_DIR: folder, KASSA_BACKUP_EVERY: '1h' });
  assert.equal((await look()).backups.length, 1);
  assert.equal(backupsIn(folder).length, 1);
});

/** Whoever wants to make a backup waits, from the start of the first until so many do. */
async function untilAllWant(
  count: number,
  { database_url, start }: { database_url: string; start(): void },
): Promise<void> {
  const client = new Client({ connectionString: database_url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM backup_schedule FOR UPDATE');
    start();
    const waiting = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const seen = new Set<number>(); // Who has waited for long gives up and comes again.
    await until(async () => {
      for (const { pid } of await shop.rows<{ pid: number }>(waiting)) seen.add(pid);
      return seen.size >= count;
    }, `${count} processes want to make a backup`);
  } finally {
    await client.end();
  }
}

test('of several instances that find a backup due at once, one makes it', async () => {
  await shop.kill('SIGTERM');
  await shop.db.write(null, async (tx) => tx.run(`DELETE FROM backups`));
  const folders = [newFolder(), newFolder()];
  const { database_url } = shop.place;
  const processes = database_url ? 2 : 1;
  const [first, second] = folders.map((folder) => ({
    ...{ KASSA_BACKUP_DIR: folder, KASSA_BACKUP_EVERY: '1h', KASSA_PROCESSES: String(processes) },
  }));
  const starting: Promise<ProcessShop>[] = [];
  const start = () => {
    starting.push(
      shop.start(first).then(() => shop),
      shop.startBeside(second),
    );
  };
  // Each folder has its own lock: it is not what keeps the second one from making a backup.
  if (database_url) await untilAllWant(folders.length * processes, { database_url, start });
  else start();
  const instances = new Set(await Promise.all(starting));
  assert.equal(instances.size, database_url ? folders.length : 1);
  await until(async () => (await look()).backups.length > 0, 'a backup is made');
  const claimed = 'SELECT 1 FROM backup_schedule WHERE claimed_until > 0';
  await until(async () => (await shop.rows(claimed)).length === 0, 'nobody makes another');
  const isMaking = (folder: string) => readdirSync(folder).some((name) => /^\.making/.test(name));
  await until(() => !folders.some(isMaking), 'nothing is under way');
  for (const one of instances) await one.kill('SIGTERM');
  assert.equal(folders.flatMap(backupsIn).length, 1);
  const kept = await shop.rows<{ place: string }>('SELECT place FROM backups');
  assert.deepEqual(
    kept.map(({ place }) => place),
    folders.flatMap(backupsIn),
  );
});

const DAY_MS = 86_400_000;

/** A copy of a backup, as if it had been made at this hour, so many days ago. */
async function agedCopy(backup: string, { days, hour }: { days: number; hour: number }) {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const made_at = new Date(today - days * DAY_MS + hour * 3_600_000);
  const name = `${made_at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const place = join(dirname(backup), name);
  cpSync(backup, place, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
  writeFileSync(join(place, 'manifest.json'), JSON.stringify({ ...manifest, made_at }));
  const row = { made_at: made_at.getTime(), place, bytes: 1, made_by: 'schedule' } as const;
  await shop.db.write(null, async (tx) => noteBackup(tx, row));
  return place;
}

test('the service itself removes the backups that need not stay, and forgets them', async () => {
  await shop.kill('SIGTERM');
  const folder = newFolder();
  const { place } = await backUp(shop.place, [folder, '--quick']);
  await shop.db.write(null, async (tx) => tx.run(`DELETE FROM backups`));
  const old = [];
  for (const age of [
    { days: 4, hour: 12 },
    { days: 3, hour: 12 },
    { days: 2, hour: 11 },
    { days: 2, hour: 12 },
  ]) {
    old.push(await agedCopy(place, age));
  }
  rmSync(place, { recursive: true });
  assert.deepEqual(backupsIn(folder), old);
  await shop.start({ KASSA_BACKUP_DIR: folder, KASSA_BACKUP_KEEP: '2d' });
  // Of the day of the new one, and of the last day before it that has one.
  await until(async () => (await look()).backups.length === 2, 'one is made, the others are gone');
  const [newest, before_it] = (await look()).backups;
  assert.ok(!old.includes(newest.place));
  assert.equal(newest.made_by, 'schedule');
  assert.equal(before_it.place, old.at(-1));
  assert.deepEqual(backupsIn(folder), [before_it.place, newest.place]);
  await restoreTo(newFolder(), [before_it.place, '--quick']); // Its blocks stayed.
});

test('of older backups those stay that are wanted, and the list knows which are gone', async () => {
  const folder = newFolder();
  const settings = { KASSA_BACKUP_DIR: folder, KASSA_BACKUP_KEEP: '1h' };
  const first = await backUp(shop.place, ['--quick'], settings);
  const second = await backUp(shop.place, ['--quick'], settings);
  assert.deepEqual(second.removed, [first.place]);
  assert.deepEqual(backupsIn(folder), [second.place]);
  await restoreTo(newFolder(), [second.place]); // Its blocks stayed.
  const places = (await look()).backups.map(({ place }: { place: string }) => place);
  assert.ok(places.includes(second.place) && !places.includes(first.place));
});

test('a backup that cannot be made is told of, and the shop goes on', async () => {
  await shop.kill('SIGTERM');
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  await shop.db.write(null, async (tx) => tx.run(`DELETE FROM backups`));
  await shop.start({ KASSA_BACKUP_DIR: file, KASSA_LOG_LEVEL: 'off' });
  await until(async () => (await look()).schedule.problem !== null, 'the failure is shown');
  const { problem, failed_at } = (await look()).schedule;
  assert.match(problem, /is a file, not a folder/);
  assert.ok(Date.parse(failed_at) > 0);
});

test('what was noted while the clock was ahead keeps nobody from making the next backup', async () => {
  await shop.kill('SIGTERM');
  const made_at = Date.now() + 400 * DAY_MS;
  await shop.db.write(null, async (tx) => {
    await tx.run(`DELETE FROM backups`);
    await noteBackup(tx, { made_at, place: 'of the future', bytes: 1, made_by: 'schedule' });
    await tx.run(`UPDATE backup_schedule SET claimed_until = ${made_at}, claimed_by = 'it',
      tried_at = ${made_at}, problem = 'the disk was full'`);
  });
  assert.equal((await shop.rows('SELECT 1 FROM backup_schedule')).length, 1);
  const folder = newFolder();
  await shop.start({ KASSA_BACKUP_DIR: folder, KASSA_BACKUP_EVERY: '1h' });
  await until(async () => (await look()).backups.length > 1, 'a backup is made');
  const { days_since_backup, last_backup_at } = await look();
  assert.equal(days_since_backup, 0);
  assert.ok(Date.parse(last_backup_at) <= Date.now());
  assert.equal(backupsIn(folder).length, 1);
});
