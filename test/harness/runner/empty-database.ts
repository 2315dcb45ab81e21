import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migratePostgres, migrateSqlite } from '../../../src/platform/db/migrate.ts';

// A database with all tables and nothing in them, made once. Tests begin with copies of it: to
// apply every migration again takes longer than many of them.

/** Returns the path of a SQLite file, alone in its folder. */
export function makeEmptySqlite(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'kassa-empty-')), 'kassa.db');
  migrateSqlite(path);
  return path;
}

/** Returns the name of a database on this server, for CREATE DATABASE … TEMPLATE. */
export async function makeEmptyPostgres(server_url: string): Promise<string> {
  const name = `kassa_empty_${process.pid}`;
  const client = new Client(server_url);
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${name}`);
  await client.query(`CREATE DATABASE ${name}`).finally(() => client.end());
  await migratePostgres(Object.assign(new URL(server_url), { pathname: `/${name}` }).href);
  return name;
}
