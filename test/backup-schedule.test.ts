import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { backUp, backupsIn, newFolder, restoreTo } from './copies.ts';
import { ProcessShop } from './process-shop.ts';
import { until } from './until.ts';

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

test('of several instances that find a backup due at once, one makes it', async () => {
  const folder = newFolder();
  await shop.kill('SIGTERM');
  await shop.db.write(null, async (tx) => tx.run(`DELETE FROM backups`));
  const settings = { KASSA_BACKUP_DIR: folder, KASSA_BACKUP_EVERY: '1h', KASSA_PROCESSES: '2' };
  const starting = [shop.start(settings), shop.startBeside(settings)];
  const instances = new Set(await Promise.all(starting.map(async (one) => (await one) ?? shop)));
  await until(async () => (await look()).backups.length > 0, 'a backup is made');
  const claimed = 'SELECT 1 FROM backup_schedule WHERE claimed_until > 0';
  await until(async () => (await shop.rows(claimed)).length === 0, 'nobody makes another');
  assert.equal((await look()).backups.length, 1);
  assert.equal(backupsIn(folder).length, 1);
  for (const one of instances) if (one !== shop) await one.kill('SIGTERM');
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
