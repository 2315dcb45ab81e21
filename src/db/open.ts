import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { migratePostgres, migrateSqlite } from './migrate.ts';
import { makeDatabasePrivate } from './private-file.ts';
import { openSqlite } from './sqlite/sqlite.ts';

/** Opens the database in a data folder or at a PostgreSQL address, after migrating it. */
export async function openDatabase(where: {
  data_dir: string;
  database_url: string | undefined;
}): Promise<Database> {
  if (where.database_url !== undefined) {
    await migratePostgres(where.database_url);
    // Loaded where it is used: a start with SQLite need not wait for it.
    const { openPostgres } = await import('./postgres/postgres.ts');
    return openPostgres(where.database_url);
  }
  mkdirSync(where.data_dir, { recursive: true, mode: 0o700 });
  const path = join(where.data_dir, 'kassa.db');
  makeDatabasePrivate(path);
  migrateSqlite(path);
  return openSqlite(path);
}
