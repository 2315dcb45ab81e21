import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lookAtDatabase } from '../src/commands/doctor/database.ts';
import { readSettings } from '../src/installation/settings.ts';
import { noteBackup } from '../src/stores/backup.sql.ts';
import { backUp, newFolder } from './copies.ts';
import { clientOf } from './stripe/client.ts';
import { startStripeShop } from './stripe-shop.ts';

// What `kassa doctor` says about a shop at Stripe and its backups, line by line.

const { shop, stand_in, store } = await startStripeShop();
const { control } = stand_in;
const folder = newFolder();

async function lines(more: Record<string, string> = {}) {
  const { data_dir, database_url } = shop.place;
  const found = await lookAtDatabase(
    readSettings({
      ...{ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url ?? '' },
      ...{ KASSA_STRIPE_API: stand_in.url, ...more },
    }),
  );
  for (const { state, todo, about } of found) assert.equal(todo === null, state === 'ok', about);
  return (about: string, state: string): string =>
    found.find((one) => one.about.startsWith(about) && one.state === state)?.what ??
    `no ${state} line about ${about}: ${JSON.stringify(found)}`;
}

const change = (set: string) =>
  shop.db.write(store, async (tx) =>
    tx.run(`UPDATE provider_connections SET ${set} WHERE store_id = :store_id`),
  );

test('where Stripe sends its messages: here, elsewhere, switched off, forgotten', async () => {
  const sql = `SELECT endpoint_id, endpoint_url FROM provider_connections
    WHERE store_id = :store_id`;
  const [row] = await shop.db.reader(store).all<{ endpoint_id: string; endpoint_url: string }>(sql);
  assert.ok(row);
  const { endpoint_id, endpoint_url } = row;
  assert.match((await lines())('messages to', 'ok'), /^Stripe sends them to https:\/\/localhost/);
  const moved = await lines({ KASSA_BASE_URL: 'https://shop.example.com' });
  assert.match(moved('messages to', 'warn'), /not to https:\/\/shop\.example\.com$/);
  const stripe = clientOf(stand_in);
  await stripe.webhookEndpoints.update(endpoint_id, { url: `${endpoint_url}-else` });
  assert.match((await lines())('messages to', 'fail'), /-else, not here$/);
  await stripe.webhookEndpoints.update(endpoint_id, { url: endpoint_url, disabled: true });
  assert.equal((await lines())('messages to', 'fail'), 'are switched off at Stripe');
  await stripe.webhookEndpoints.del(endpoint_id);
  assert.match((await lines())('messages to', 'fail'), /has forgotten/);
  await change(`endpoint_id = NULL, endpoint_url = NULL, asks_because = 'Nobody can reach it.'`);
  assert.equal((await lines())('messages to', 'ok'), 'Nobody can reach it.');
});

test('the key of the provider: accepted, not answered, not accepted; and a live store without one', async () => {
  assert.equal((await lines())('provider of', 'ok'), 'Stripe accepts the key');
  await control.fault({ kind: 'error_503', times: 100 });
  assert.match((await lines())('provider of', 'warn'), /./);
  await control.clearFaults();
  await change(`problem = 'It is broken.'`);
  assert.equal((await lines())('provider of', 'fail'), 'It is broken.');
  await change('problem = NULL');
  await control.expireKey({ key: stand_in.keys.test });
  assert.match((await lines())('provider of', 'fail'), /does not accept the key/);
  await shop.makeStore('live');
  assert.match((await lines())('provider of live', 'warn'), /a live store without a provider/);
});

test('backups: none, checked, not checked, gone, and the space for the next one', async () => {
  const none = await lines();
  assert.match(none('backups', 'warn'), /none was made/);
  assert.match(none('checked backup', 'ok'), /no ok line/);
  const quick = await backUp(shop.place, [folder, '--quick']);
  assert.match((await lines())('checked backup', 'warn'), /of none were all records checked/);
  await backUp(shop.place, [folder]);
  const now = await lines({ KASSA_BACKUP_DIR: folder });
  assert.match(now('backups', 'ok'), /0 days old, in /);
  assert.match(now('checked backup', 'ok'), /every record was checked is 0 days old/);
  assert.match(now('space for backups', 'ok'), /GB free in /);
  const nowhere = await lines({ KASSA_BACKUP_DIR: join(folder, 'nowhere') });
  assert.match(nowhere('space for backups', 'fail'), /cannot be written/);
  const again = { made_at: Date.now() + 1000, bytes: 1, made_by: 'command' as const };
  await shop.db.write(null, async (tx) => noteBackup(tx, { ...again, place: quick.place }));
  rmSync(join(quick.place, 'manifest.json'));
  assert.match((await lines())('checked backup', 'fail'), /is not a backup of Kassa/);
  rmSync(quick.place, { recursive: true });
  assert.match((await lines())('checked backup', 'warn'), /the newest is not in/);
});
