import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lookAtDatabase } from '../../../src/commands/doctor/database.ts';
import { connectionsOf } from '../../../src/commands/doctor/doctor.sql.ts';
import { readSettings } from '../../../src/platform/machine/settings.ts';
import { kassa } from '../../harness/kassa-command.ts';
import { startShop } from '../../harness/shop.ts';

const shop = await startShop({ clock: Date.now });

test('doctor counts the connections of PostgreSQL that are used and that there may be', async () => {
  const { data_dir, database_url } = shop.place;
  const found = await lookAtDatabase(
    readSettings({ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url ?? '' }),
  );
  const line = found.find(({ about }) => about === 'connections');
  assert.match(line?.what ?? '', /^\d+ of \d+ are used$/);
  const { most = 0, used = 0 } = (await connectionsOf(shop.db.reader(null))) ?? {};
  assert.ok(used > 0 && most >= used, `${used} of ${most}`);
});

test('doctor tells of a clock that is not the database’s', async () => {
  const { data_dir, database_url } = shop.place;
  const shift = join(data_dir, 'shift');
  writeFileSync(shift, String(300_000));
  const preload = new URL('../../harness/shifted-clock.ts', import.meta.url).href;
  const { code, out } = await kassa(['doctor', '--json'], {
    ...{ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url, SHIFT_FILE: shift },
    NODE_OPTIONS: `--import ${preload} --disable-warning=ExperimentalWarning`,
  });
  assert.equal(code, 1);
  const { findings } = JSON.parse(out);
  const line = findings.find((one: { about: string }) => one.about === 'clock');
  assert.match(line.what, /^differs from the database's by (29[0-9]|300) s$/);
  assert.deepEqual([line.state, line.todo], ['fail', 'set the clocks by the network']);
});

test('whoever reads everything, such as verify, may take its time: also between two statements', async () => {
  const settings = ['statement_timeout', 'idle_in_transaction_session_timeout'];
  const [first, second] = settings.map((name) => `current_setting('${name}')`);
  const sql = `SELECT ${first} AS statement, ${second} AS idle`;
  const found = await shop.db.snapshot(async (reader) => reader.maybe(sql));
  assert.deepEqual(found, { statement: '0', idle: '0' });
  assert.deepEqual(await shop.db.reader(null).maybe(sql), { statement: '10s', idle: '10s' });
});
