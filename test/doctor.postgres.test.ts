import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAtDatabase } from '../src/commands/doctor/database.ts';
import { connectionsOf } from '../src/commands/doctor/doctor.sql.ts';
import { readSettings } from '../src/installation/settings.ts';
import { startShop } from './harness.ts';

test('doctor counts the connections of PostgreSQL that are used and that there may be', async () => {
  const shop = await startShop({ clock: Date.now });
  const { data_dir, database_url } = shop.place;
  const found = await lookAtDatabase(
    readSettings({ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url ?? '' }),
  );
  const line = found.find(({ about }) => about === 'connections');
  assert.match(line?.what ?? '', /^\d+ of \d+ are used$/);
  const { most = 0, used = 0 } = (await connectionsOf(shop.db.reader(null))) ?? {};
  assert.ok(used > 0 && most >= used, `${used} of ${most}`);
});
