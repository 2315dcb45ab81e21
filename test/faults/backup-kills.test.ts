import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/db/open.ts';
import { backUp, backupsIn, newFolder, restoreTo } from '../harness/copies.ts';
import { kassa } from '../harness/kassa-command.ts';
import { times } from '../harness/seed.ts';
import { startShop } from '../harness/shop.ts';

// kill -9 of a backup and of a restore, at any moment.

const ROUNDS = times('BACKUP_KILLS', 2, 20);
const shop = await startShop({ clock: Date.now });
const { newKey, must } = await shop.openStore();
await newKey();
const data = { KASSA_DATA_DIR: shop.place.data_dir };

/** Kills a command some time after it has begun to write. Returns whether it was still running. */
async function killed(args: string[], settings: Record<string, string>, begun: () => boolean) {
  const running = kassa(args, settings);
  const { child } = running;
  while (child.exitCode === null && !begun()) await setTimeout(2);
  await setTimeout(Math.random() * 60);
  child.kill('SIGKILL');
  await running;
  return child.signalCode === 'SIGKILL';
}

test('a backup that is killed leaves nothing that looks like one, and the next cleans up after it', async () => {
  const folder = newFolder();
  const isBegun = () => readdirSync(folder).some((file) => file.startsWith('.making-'));
  for (let n = 0; n < ROUNDS; n++) {
    await killed(['backup', folder], data, isBegun);
    for (const place of backupsIn(folder)) {
      await restoreTo(newFolder(), [place]); // It had just been completed.
    }
  }
  const { place } = await backUp(shop.place, [folder, '--quick']);
  const left = readdirSync(folder).filter((file) => file.startsWith('.'));
  assert.deepEqual(left, []);
  await restoreTo(newFolder(), [place]);
});

test('a restore that is killed leaves the old shop or the new one, and goes on when it is repeated', async () => {
  const { place } = await backUp(shop.place, [newFolder(), '--quick']);
  await must('POST /create-customer', { customer_id: 'later' });
  const newer = await backUp(shop.place, [newFolder(), '--quick']);
  const data_dir = newFolder();
  await restoreTo(data_dir, [newer.place, '--quick']);
  const settings = { KASSA_DATA_DIR: data_dir };
  const hasLater = async () => {
    const db = await openDatabase({ data_dir, database_url: undefined });
    const rows = await db
      .reader(null)
      .all(`SELECT customer_id FROM customers WHERE customer_id = 'later'`);
    assert.deepEqual(await db.selfCheck(), []);
    await db.close();
    return rows.length === 1;
  };
  const isBegun = () => existsSync(join(data_dir, '.restore'));
  for (let n = 0; n < ROUNDS; n++) {
    const is_new = !(await hasLater());
    const backup = is_new ? newer.place : place;
    const is_killed = await killed(['restore', backup, '--replace'], settings, isBegun);
    const is_switched = (await hasLater()) === is_new;
    if (!is_killed) assert.ok(is_switched);
    if (!is_switched) await restoreTo(data_dir, [backup, '--quick', '--replace']);
    assert.equal(await hasLater(), is_new);
    assert.ok(!existsSync(join(data_dir, '.restore')));
  }
});
