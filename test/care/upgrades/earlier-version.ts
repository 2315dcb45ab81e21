import assert from 'node:assert/strict';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { vectorOf } from '../../../src/care/move/search-words.ts';
import {
  BASELINE,
  type Engine,
  knownMigrations,
  sqlOf,
} from '../../../src/platform/db/migrations.ts';
import type { Place } from '../../harness/shop.ts';

// What earlier versions have left in their databases: test/care/upgrades/NNNN.sql.gz, recorded with the
// code of the time when migration NNNN was the newest that had been added. The tables of those from
// before the baseline are made by what their migrations said, one after the other:
// test/care/upgrades/before-0100.<engine>.gz.

export interface EarlierVersion {
  name: string;
  /** The migrations that it had. */
  migrations: Set<number>;
  api_key: string;
  license_key: string | null;
  subscription_id: string | null;
  transaction_id: string | null;
  /** Where these are: the first store, if not said. Some have another one, with taxes. */
  store_id?: string;
  taxed_store_id?: string;
  /** What its clock showed then. */
  recorded_at: number;
  inserts: string[];
  texts: { entry: number; record_id: string; title: string; body: string }[];
}

/** The secret that all of them were sealed with. */
const SECRET = '5a'.repeat(32);
const AN_HOUR_MS = 60 * 60_000;

export const earlierVersions = (): EarlierVersion[] =>
  globSync(join(import.meta.dirname, '.', '*.sql.gz'))
    .sort()
    .map(read);

function read(file: string): EarlierVersion {
  const text = gunzipSync(readFileSync(file)).toString();
  const kept = JSON.parse(/^-- kept (.*)$/m.exec(text)?.[1] ?? '{}');
  const inserts = text
    .replace(/^-- .*$/gm, '')
    .split(/^(?=INSERT INTO )/m)
    .filter((part) => part.startsWith('INSERT INTO '));
  const own = inserts.find((part) => part.startsWith('INSERT INTO migrations '));
  assert(own !== undefined, file);
  const applied = [...own.matchAll(/^ {2}\((\d+), '[^']*', (\d+)[,)]/gm)];
  const numbers = applied.map(([, number]) => Number(number));
  const applied_at = Math.max(...applied.map(([, , at]) => Number(at)));
  const texts = [...text.matchAll(/^-- search (\d+) (\S+) \| (.*?) \| (.*)$/gm)];
  return {
    recorded_at: applied_at + AN_HOUR_MS,
    ...kept,
    name: basename(file, '.sql.gz'),
    migrations: new Set(numbers),
    inserts,
    texts: texts.map(([, entry, record_id = '', title = '', body = '']) => ({
      entry: Number(entry),
      record_id,
      title,
      body,
    })),
  };
}

/** Makes the database as this version has left it. */
export async function makeEarlier(version: EarlierVersion, place: Place): Promise<void> {
  writeFileSync(join(place.data_dir, 'secret'), `${SECRET}\n`, { mode: 0o600 });
  await makeEmpty(place);
  if (place.database_url === undefined) {
    const path = join(place.data_dir, 'kassa.db');
    const db = new DatabaseSync(path);
    db.enableDefensive(false);
    db.exec(`PRAGMA journal_mode = WAL; BEGIN; ${tablesOf(version, 'sqlite')}; COMMIT`);
    db.close();
    fillSqlite(path, version);
  } else {
    await inPostgres(place.database_url, `BEGIN; ${tablesOf(version, 'postgres')}; COMMIT`);
    await fillPostgres(place.database_url, version);
  }
}

/** What made its tables. */
function tablesOf({ migrations }: EarlierVersion, engine: Engine): string {
  if (migrations.has(BASELINE)) {
    const had = knownMigrations().filter(({ number }) => migrations.has(number));
    return had.map((one) => sqlOf(one, engine)).join(';\n');
  }
  const file = join(import.meta.dirname, '.', `before-0100.${engine}.gz`);
  return gunzipSync(readFileSync(file)).toString();
}

function fillSqlite(path: string, { inserts, texts }: EarlierVersion): void {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  db.exec('BEGIN');
  for (const sql of [...emptied(inserts), ...inserts]) db.exec(sql);
  const insert = db.prepare(
    'INSERT INTO search_texts (rowid, record_id, title, body) VALUES (?, ?, ?, ?)',
  );
  insert.setReadBigInts(true);
  for (const { entry, record_id, title, body } of texts) insert.run(entry, record_id, title, body);
  db.exec('COMMIT');
  assert.deepEqual(db.prepare('PRAGMA foreign_key_check').all(), []);
  db.close();
}

/** Tests begin with a database that has all tables of today: takes them away. */
export async function makeEmpty({ data_dir, database_url }: Place): Promise<void> {
  if (database_url === undefined) return rmSync(join(data_dir, 'kassa.db'), { force: true });
  await inPostgres(database_url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
}

async function inPostgres(url: string, sql: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(`SET lock_timeout = 0; ${sql}`); // Whatever the default is.
  await client.end();
}

async function fillPostgres(url: string, { inserts, texts }: EarlierVersion): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query('BEGIN');
  for (const sql of emptied(inserts)) await client.query(sql);
  // What refers to another table comes after it: whatever fails is tried again later.
  let waiting = inserts;
  while (waiting.length > 0) {
    const failed: string[] = [];
    for (const sql of waiting) {
      await client.query('SAVEPOINT one');
      await client.query(sql).catch(async () => {
        await client.query('ROLLBACK TO one');
        failed.push(sql);
      });
    }
    if (failed.length === waiting.length) await client.query(failed[0] ?? '');
    waiting = failed;
  }
  for (const { entry, record_id, title, body } of texts) {
    await client.query(
      `INSERT INTO search_texts (rowid, record_id, search_texts) OVERRIDING SYSTEM VALUE
       VALUES ($1, $2, $3::tsvector)`,
      [entry, record_id, vectorOf(title, body)],
    );
  }
  await client.query(
    `SELECT setval(pg_get_serial_sequence('search_texts', 'rowid'), ${texts.length + 1}, false)`,
  );
  await client.query('COMMIT');
  await client.end();
}

/** Migrations that make these tables put a row into them. */
const emptied = (inserts: string[]): string[] =>
  ['migrations', 'audit_heads', 'backup_schedule']
    .filter((table) => inserts.some((sql) => sql.startsWith(`INSERT INTO ${table} `)))
    .map((table) => `DELETE FROM ${table}`);
