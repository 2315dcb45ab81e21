import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backup } from '../src/commands/backup.ts';
import { createOutput } from '../src/commands/output.ts';
import { startShop } from './harness.ts';

const shop = await startShop();
const settings = { ...shop.place, secret: undefined };
const output = createOutput(true, () => {});

test('PostgreSQL is copied with pg_dump: the command says how, and a copy can be noted', async () => {
  const asked = { folder: '/nowhere', noted: undefined, now: shop.now };
  await assert.rejects(backup(shop.db, settings, asked, output), /pg_dump .* backup --noted/);
  await backup(shop.db, settings, { ...asked, folder: undefined, noted: 'kassa.dump' }, output);
  const { database, backups } = (await shop.call('GET /get-backups')).body;
  assert.equal(database, 'postgres');
  assert.equal(backups[0].place, 'kassa.dump');
});
