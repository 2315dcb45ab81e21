import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Client } from 'pg';
import { newId } from '../../../src/platform/core/ids.ts';
import type { Reader, Tx } from '../../../src/platform/db/database.ts';
import { migratePostgres } from '../../../src/platform/db/migrate.ts';
import { knownMigrations } from '../../../src/platform/db/migrations.ts';
import { openDatabase } from '../../../src/platform/db/open.ts';
import { postgresAddress } from '../../../src/platform/db/postgres/address.ts';
import { openConnection } from '../../../src/platform/db/postgres/connection.ts';
import { inMigration } from '../../../src/platform/db/postgres/migrating.ts';
import { earlierVersions, makeEarlier } from '../../care/upgrades/earlier-version.ts';
import { newFolder, refused } from '../../harness/copies.ts';
import { kassa } from '../../harness/kassa-command.ts';
import { connectBeside } from '../../harness/postgres.ts';
import { makePlace, Shop } from '../../harness/shop.ts';

// Databases differ. The one of the tests speaks Danish, in which "aa" comes after "z". Kassa compares bytes.

const place = await makePlace();
const url = place.database_url ?? '';
const beside = await connectBeside(url);
after(async () => {
  await beside.end();
  await place.remove();
});

const ids = Array.from({ length: 2_000 }, (_, n) => newId('key', 1_763_000_000_000 + n * 37));

const sorted = async (client: Client) => {
  const { rows } = await client.query<{ key_id: string }>(
    'SELECT key_id FROM api_keys ORDER BY key_id',
  );
  return rows.map(({ key_id }) => key_id);
};

const OTHERWISE = `SELECT table_name, column_name, collation_name FROM information_schema.columns
  WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`;

/** A new database, with rows, and with a table of another program. */
async function makeAnew(): Promise<void> {
  await beside.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migratePostgres(url);
  await beside.query('CREATE TABLE remarks (note text)');
  await beside.query(
    `INSERT INTO stores (store_id, number, name, mode, clock_ahead_ms, created_at)
     VALUES ('store_1', 1, 'One', 'test', 0, 0)`,
  );
  await beside.query(
    `INSERT INTO api_keys (store_id, key_id, key_hash, hint, scope, created_at)
     SELECT 'store_1', id, id, '', 'full', 0 FROM unnest($1::text[]) AS id`,
    [ids],
  );
}

test('identifiers are in the order of bytes, and with it that of time; other tables are left alone', async () => {
  await makeAnew();
  await (await openDatabase(place)).close();
  assert.deepEqual(await sorted(beside), ids);
  const { rows } = await beside.query(OTHERWISE);
  assert.deepEqual(
    rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`),
    ['remarks.note'],
  );
});

/** Does what a migration of a later version may do. */
async function migrateOn(...statements: string[]): Promise<void> {
  const connection = await openConnection(postgresAddress(url));
  try {
    await connection.disableTimeouts();
    await inMigration(connection, 'kassa', async () => {
      for (const sql of statements) await connection.query(sql);
    });
  } finally {
    await connection.end();
  }
}

test('what an instance that is still at work has locked is waited for, in whatever order', async () => {
  await makeAnew();
  const [{ name }] = (await beside.query('SELECT current_database() AS name')).rows;
  await beside.query(`ALTER DATABASE ${name} SET lock_timeout = '10ms'`);
  const at_work = await connectBeside(url);
  await at_work.query('SET lock_timeout = 0; BEGIN; SELECT 1 FROM stores');
  const migrated = migrateOn(
    'ALTER TABLE api_keys ADD COLUMN of_later bigint',
    'ALTER TABLE stores ADD COLUMN of_later bigint',
  );
  const WAITING = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'stores'::regclass`;
  while ((await beside.query(WAITING)).rowCount === 0);
  // The migration has this one already and waits for the other: PostgreSQL ends one of the two.
  const DEADLOCK = '40P01';
  const one = at_work.query('SELECT 1 FROM api_keys');
  await one.catch(({ code }) => assert.equal(code, DEADLOCK));
  await at_work.query('COMMIT');
  await migrated;
  await at_work.end();
  await beside.query('SELECT of_later FROM stores NATURAL JOIN api_keys');
});

/** The address for a new user of the same database. */
async function asUser(name: string): Promise<string> {
  await beside.query(`DROP ROLE IF EXISTS ${name}; CREATE ROLE ${name} LOGIN`);
  after(() => beside.query(`DROP OWNED BY ${name} CASCADE; DROP ROLE ${name}`));
  return Object.assign(new URL(url), { username: name }).href;
}

test('a user who may make no tables is told what to do, and doctor what is missing', async () => {
  await beside.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const database_url = await asUser('kassa_guest');
  const where = { KASSA_DATA_DIR: place.data_dir, DATABASE_URL: database_url };
  const begin = ['stores', 'create', '--name', 'New'];
  await refused(
    begin,
    where,
    /^Kassa may not make its tables in this database: .*\(CREATE DATABASE … OWNER "kassa_guest"\), or .* GRANT USAGE, CREATE ON SCHEMA … TO "kassa_guest"\n$/,
  );
  await beside.query('GRANT USAGE ON SCHEMA public TO kassa_guest');
  assert.match((await kassa(begin, where)).err, /permission denied for schema public/);
  const { out } = await kassa(['doctor'], where);
  assert.match(out, /fail {2}database: has no tables of Kassa\n +→ start Kassa once/);
  await beside.query('GRANT CREATE ON SCHEMA public TO kassa_guest');
  assert.equal((await kassa(begin, where)).code, 0);

  const version = earlierVersions().find(({ name }) => name === '0090');
  assert(version);
  await makeEarlier(version, place);
  await beside.query('GRANT ALL ON SCHEMA public TO kassa_guest');
  await beside.query('GRANT ALL ON ALL TABLES IN SCHEMA public TO kassa_guest');
  assert.match(
    (await kassa(['serve'], { ...where, KASSA_PORT: '0' })).err,
    /must be owner of index .*who can say: REASSIGN OWNED BY … TO "kassa_guest"\n$/,
  );
});

test('an empty database, such as one whose name was mistyped, is no shop, and stays empty', async () => {
  await beside.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const where = { KASSA_DATA_DIR: newFolder(), DATABASE_URL: url };
  const sentence =
    /^There is no shop in PostgreSQL at [^@]+\. If yours is .* with DATABASE_URL\. .* serve\n$/;
  for (const command of [
    ...['verify', 'charges', 'keys create', 'keys list', 'stores list', 'dashboard link'],
    ...['secret status', 'secret replace', `backup ${newFolder()}`, `move --to ${newFolder()}`],
  ]) {
    await refused(command.split(' '), where, sentence);
  }
  const { rows } = await beside.query(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
  );
  assert.deepEqual(rows, []);
});

test('a view on a table that a migration changes is named, and nothing is changed until it is gone', async () => {
  await makeAnew();
  await beside.query('CREATE VIEW of_seller AS SELECT store_id, name FROM stores');
  const change = 'ALTER TABLE stores ALTER COLUMN name TYPE varchar(200)';
  await assert.rejects(
    migrateOn('ALTER TABLE stores ADD COLUMN of_later bigint', change),
    /Kassa cannot change its tables, because something else rests on them: .*view of_seller depends on column.* Remove that, start Kassa, and make it again\.$/,
  );
  await assert.rejects(beside.query('SELECT of_later FROM stores'), /does not exist/);
  await beside.query('DROP VIEW of_seller');
  await migrateOn(change);
});

test('a user who owns a schema alone has the tables of before taken over once the comparison is allowed', async () => {
  const version = earlierVersions().find(({ name }) => name === '0090');
  assert(version);
  await makeEarlier(version, place);
  const [{ name }] = (await beside.query('SELECT current_database() AS name')).rows;
  const database_url = await asUser('kassa_owner');
  await beside.query(
    'ALTER SCHEMA public OWNER TO kassa_owner; GRANT ALL ON SCHEMA public TO kassa',
  );
  const TABLES = `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`;
  for (const { tablename } of (await beside.query(TABLES)).rows) {
    await beside.query(`ALTER TABLE ${tablename} OWNER TO kassa_owner`);
  }
  await assert.rejects(migratePostgres(database_url), /GRANT CREATE ON DATABASE … TO …/);
  await beside.query(`GRANT CREATE ON DATABASE ${name} TO kassa_owner`);
  await migratePostgres(database_url);
  const { rows } = await beside.query('SELECT number FROM migrations');
  assert.deepEqual(
    rows.map(({ number }) => Number(number)),
    knownMigrations().map((one) => one.number),
  );
  await beside.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
});

test('a user who owns nothing but a schema has a whole shop there', async () => {
  await beside.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const database_url = await asUser('kassa_tenant');
  await beside.query('CREATE SCHEMA kassa_tenant AUTHORIZATION kassa_tenant');
  const shop = new Shop({}, { ...place, database_url });
  await shop.open();
  Object.assign(shop, await shop.makeStore('test'));
  const store = await shop.openStore();
  const { status } = await store.buy(await store.product());
  assert.equal(status, 'completed');
  await shop.assertRight();
  const where = { KASSA_DATA_DIR: place.data_dir, DATABASE_URL: database_url };
  const verified = await kassa(['verify'], where);
  assert.match(verified.out, /Everything is as it must be\./);
  const { rows } = await beside.query(`SELECT DISTINCT schemaname FROM pg_tables
    WHERE schemaname IN ('public', 'kassa_tenant')`);
  assert.deepEqual(rows, [{ schemaname: 'kassa_tenant' }]);
  await shop.app.close();
});

test('a database that cannot keep every text is refused, in words', async () => {
  await beside.query('DROP DATABASE IF EXISTS kassa_latin');
  await beside.query(
    `CREATE DATABASE kassa_latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`,
  );
  const database_url = Object.assign(new URL(url), { pathname: '/kassa_latin' }).href;
  await assert.rejects(
    openDatabase({ ...place, database_url }),
    /cannot be used: this database has the encoding LATIN1\. Make another: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0\.$/,
  );
  await beside.query('DROP DATABASE kassa_latin');
});

test('rows that somebody else has just changed are seen, whatever isolation the database has by default', async () => {
  const [{ name }] = (await beside.query('SELECT current_database() AS name')).rows;
  const by_default = `ALTER DATABASE ${name} SET default_transaction_isolation`;
  await beside.query(`${by_default} = 'serializable'`);
  const db = await openDatabase(place);
  const ask = async (tx: Reader | Tx) =>
    tx.maybe(`SELECT current_setting('transaction_isolation') AS isolation`);
  assert.deepEqual(await ask(db.reader(null)), { isolation: 'serializable' });
  const together = db.write(null, async (tx) => ask(tx));
  const alone = db.write(null, async (tx) => tx.attempt(async () => ask(tx)));
  assert.deepEqual(await together, { isolation: 'read committed' });
  assert.deepEqual(await alone, { isolation: 'read committed' });
  await db.close();
});
