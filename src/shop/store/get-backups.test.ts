import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { noteBackup } from './backup.sql.ts';

const shop = await startShop();
const look = async () => (await shop.call('GET /get-backups')).body;

test('200: how large the database is, and that there is no backup yet', async () => {
  const { database_bytes, database, ...rest } = await look();
  assert.ok(database_bytes > 10_000, database_bytes);
  assert.match(database, /^(sqlite|postgres)$/);
  assert.deepEqual(rest, {
    object: 'backups',
    last_backup_at: null,
    days_since_backup: null,
    schedule: null,
    backups: [],
  });
});

test('200: the newest ten backups, in all stores', async () => {
  for (let n = 1; n <= 12; n++) {
    const made_at = shop.now + n;
    await shop.db.write(null, async (tx) =>
      noteBackup(tx, { made_at, place: `/${n}`, bytes: n, made_by: 'command' }),
    );
  }
  const { last_backup_at, backups } = await look();
  assert.equal(last_backup_at, '2026-11-14T09:30:00.012Z');
  assert.equal(backups.length, 10);
  shop.now += 3 * 86_400_000 + 12;
  assert.equal((await look()).days_since_backup, 3);
  shop.now -= 3 * 86_400_000 + 12;
  assert.deepEqual(backups[0], {
    made_at: last_backup_at,
    place: '/12',
    bytes: 12,
    made_by: 'command',
  });
  const other = await shop.openStore();
  assert.equal((await other.must('GET /get-backups')).last_backup_at, last_backup_at);
});
