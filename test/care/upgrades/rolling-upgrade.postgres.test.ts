import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { checksumOf, knownMigrations, sqlOf } from '../../../src/platform/db/migrations.ts';
import { openPostgres } from '../../../src/platform/db/postgres/postgres.ts';
import { cards } from '../../harness/cast.ts';
import { atEndOfFile } from '../../harness/endings.ts';
import { openAtOnce } from '../../harness/open-at-once.ts';
import { schemaOf } from '../../harness/schema.ts';
import { makePlace, type Place, Shop } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';
import { type EarlierVersion, earlierVersions, makeEarlier } from './earlier-version.ts';

// An instance goes on selling on the database of an earlier version while another one starts and
// brings it up to date. Its code is today's, which asks for the columns of today: the migrations that
// add some are applied beforehand, and the others while it sells.

const CLIENTS = 4;
const EARLIER = '0100';

async function openEarlier(): Promise<{ version: EarlierVersion; place: Place; shop: Shop }> {
  const version = earlierVersions().find(({ name }) => name === EARLIER);
  assert(version);
  const place = await makePlace();
  await makeEarlier(version, place);
  await addColumns(place, version);
  const openDatabase: Shop['options']['openDatabase'] = async (where) =>
    openPostgres(where.database_url ?? '', where.processes);
  return { version, place, shop: await open(version, place, { openDatabase }) };
}

async function addColumns({ database_url }: Place, { migrations }: EarlierVersion): Promise<void> {
  const client = new Client(database_url);
  await client.connect();
  for (const migration of knownMigrations().filter(({ number }) => !migrations.has(number))) {
    const sql = sqlOf(migration, 'postgres');
    if (!/\bADD COLUMN\b/i.test(sql)) continue;
    await client.query(sql);
    const { number, name } = migration;
    await client.query(
      'INSERT INTO migrations (number, name, applied_at, checksum) VALUES ($1, $2, 0, $3)',
      [number, name, checksumOf(migration)],
    );
  }
  await client.end();
}

async function open(version: EarlierVersion, place: Place, options: Shop['options'] = {}) {
  const shop = new Shop({ webhook_allow: ['127.0.0.0/8'], ...options }, place);
  shop.now = version.recorded_at;
  await shop.open();
  return shop;
}

/** Somebody buys the editor: the statuses of both requests. */
async function purchase(shop: Shop, { store_id, api_key }: EarlierVersion, customer_id: string) {
  const { ask, must } = await shop.openStore({ store_id: store_id ?? '', api_key });
  const { data } = await must('GET /search-products', { query: 'editor' });
  const wanted = { product_id: data[0].product_id, quantity: 1, customer_id };
  const made = await ask('POST /create-checkout', wanted);
  const { checkout_session_id } = made.body;
  const payment = { checkout_session_id, payment_method: cards.pays };
  const paid = await ask('POST /complete-checkout', payment);
  return `${made.status} ${paid.status}`;
}

test('while another instance migrates, the earlier one sells, and afterwards both do', async () => {
  const { version, place, shop } = await openEarlier();
  atEndOfFile(() => shop.close());
  const answers: string[] = [];
  let is_over = false;
  const sell = async (n: number): Promise<void> => {
    while (!is_over) {
      const answer = await purchase(shop, version, `client ${n}`).catch(String);
      answers.push(answer);
      is_over ||= answer !== '200 200';
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, n) => sell(n));
  await until(() => answers.length > CLIENTS, 'it sells');
  const before = answers.length;
  await openAtOnce(place, 2);
  assert.ok(answers.length > before, 'it sold meanwhile');
  const newer = await open(version, place);
  atEndOfFile(() => newer.app.close());
  const sold = answers.length;
  answers.push(await purchase(newer, version, 'client 0'));
  await until(() => answers.length > sold + CLIENTS + 1, 'it still sells');
  is_over = true;
  await Promise.all(clients);
  assert.deepEqual(new Set(answers), new Set(['200 200']));
  const fresh = await makePlace();
  assert.deepEqual(await schemaOf(place), await schemaOf(fresh));
  await fresh.remove();
  await newer.assertRight();
});

test('requests that come while a migration holds the tables wait for it and are answered then', async () => {
  const { version, place, shop } = await openEarlier();
  atEndOfFile(() => shop.close());
  const migration = new Client(place.database_url);
  await migration.connect();
  await migration.query('BEGIN');
  await migration.query('LOCK TABLE checkouts, transactions, events IN ACCESS EXCLUSIVE MODE');
  const answers: string[] = [];
  const clients = Array.from({ length: CLIENTS }, async (_, n) => {
    answers.push(await purchase(shop, version, `client ${n}`));
  });
  await setTimeout(1_000);
  assert.deepEqual(answers, []);
  await migration.query('ALTER TABLE transactions ADD COLUMN of_a_later_version bigint');
  await migration.query('COMMIT');
  await migration.end();
  await Promise.all(clients);
  assert.deepEqual(answers, Array(CLIENTS).fill('200 200'));
  assert.equal(await purchase(shop, version, 'client 0'), '200 200');
});
