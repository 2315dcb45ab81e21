import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { migratePostgres, migrateSqlite } from './migrate.ts';
import { refuseMoved } from './move/mark.ts';
import { makeDatabasePrivate } from './private-file.ts';
import { openSqlite } from './sqlite/sqlite.ts';

interface Where {
  data_dir: string;
  database_url: string | undefined;
}

/** Opens a database after migrating it; not one that was moved elsewhere, unless told so. */
export async function openDatabase(
  where: Where,
  { even_if_moved = false } = {},
): Promise<Database> {
  const db = await open(where);
  if (even_if_moved) return db;
  try {
    await refuseMoved(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function open(where: Where): Promise<Database> {
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
