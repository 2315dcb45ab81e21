import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { backupSchedule } from '../../../src/commands/backup-process.ts';
import { createLog } from '../../../src/platform/core/log.ts';
import type { BackupSettings } from '../../../src/platform/machine/backup-settings.ts';
import { noteBackup } from '../../../src/shop/store/backup.sql.ts';
import { createBackups } from '../../../src/shop/store/backups.ts';
import { type Shop, startShop } from '../../harness/shop.ts';
import { type Browser, makeOwner } from '../../harness/visits/account.ts';
import { readable } from '../../harness/visits/visiting.ts';

// Backups as an owner sets them. That a folder gets one is in backup-schedule.test.ts.

const AT = '/account/backups';
const dir = mkdtempSync(join(tmpdir(), 'kassa-own-backups-'));
after(() => rmSync(dir, { recursive: true, force: true }));

let shop: Shop;
let made = 0;
const makeSchedule = (settings: BackupSettings) => ({
  ...backupSchedule(settings, { data_dir: shop.place.data_dir, log: createLog('error') }),
  async make() {
    const row = { made_at: shop.now, place: `${settings.folder}/${++made}`, bytes: 1 };
    await shop.db.write(null, async (tx) => noteBackup(tx, { ...row, made_by: 'schedule' }));
    return undefined;
  },
});
let ada: Browser;
before(async () => {
  shop = await startShop({ makeSchedule });
  ada = await makeOwner(shop);
});

const schedule = async () => (await shop.call('GET /get-backups')).body.schedule;

test('an owner sets folder and times: the schedule counts at once, and an empty folder ends it', async () => {
  assert.equal(await schedule(), null);
  const folder = join(dir, 'new', 'folder');
  const saved = await ada.post(AT, { folder, every: '6h', keep: '' });
  assert.equal(saved.headers.location, `${AT}?done=saved`, saved.text);
  const { folder: kept, every_seconds } = await schedule();
  assert.deepEqual([kept, every_seconds], [folder, 6 * 3600]);
  assert.match(await ada.page(AT), /Back up now/);
  await ada.post(AT, { folder: '', every: '', keep: '' });
  assert.equal(await schedule(), null);
});

test('what cannot be is told at its field, and nothing is kept of it', async () => {
  writeFileSync(join(dir, 'file'), '');
  const rows = [
    [{ folder: dir, every: 'often' }, /minutes, hours or days/],
    [{ folder: dir, keep: 'all' }, /numbers of hours/],
    [{ folder: 'relative/path' }, /whole path of a folder/],
    [{ folder: 's3://bucket' }, /folder/],
    [{ folder: join(dir, 'file', 'below') }, /cannot be written/],
    [{ folder: join(dir, 'file') }, /is a file, not a folder/],
    [{ folder: shop.place.data_dir }, /is the data folder of/],
    [{ folder: join(shop.place.data_dir, 'tls') }, /among the live files/],
  ] as const;
  for (const [form, message] of rows) {
    const answer = await ada.post(AT, form);
    assert.equal(answer.status, 400, answer.text);
    assert.match(readable(answer.text), message);
  }
  assert.equal(await schedule(), null);
});

const skip = process.platform !== 'linux' && 'only Linux has /proc, where there are no new folders';

test('the folder is for its owner alone, and where none can be made that is told at once', {
  skip,
}, async () => {
  const folder = join(dir, 'own', 'folder');
  assert.equal((await ada.post(AT, { folder, every: '', keep: '' })).status, 303);
  for (const made of [folder, join(dir, 'own')]) assert.equal(statSync(made).mode & 0o777, 0o700);
  await ada.post(AT, { folder: '', every: '', keep: '' });
  const answer = await ada.post(AT, { folder: '/proc/backups', every: '', keep: '' });
  assert.match(readable(answer.text), /cannot be written/);
  assert.equal(await schedule(), null);
});

test('back up now: it is made at the next look, once, and the schedule goes on as before', async () => {
  await ada.post(AT, { folder: dir, every: '24h', keep: '' });
  await shop.runJob('backups');
  assert.equal(made, 1, 'the first of the schedule');
  shop.now += 60_000;
  await shop.runJob('backups');
  assert.equal(made, 1, 'it is not due');
  assert.equal((await ada.post(`${AT}/now`, {})).headers.location, `${AT}?done=asked`);
  assert.match(
    await ada.page(`${AT}?done=asked`),
    /href="\/dashboard\/1\/backups">list of backups/,
  );
  shop.now += 1;
  for (let looks = 0; looks < 2; looks++) await shop.runJob('backups');
  assert.equal(made, 2);
});

test('the environment wins over what is kept', async () => {
  const backups = createBackups(shop.db, () => shop.now, {
    fixed: { folder: '/mnt/env', every_ms: 3_600_000, keep: {} },
    makeSchedule,
  });
  await backups.refresh();
  assert.equal(backups.is_fixed, true);
  assert.equal(backups.schedule?.folder, '/mnt/env');
});
