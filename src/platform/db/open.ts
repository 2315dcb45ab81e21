import { join } from 'node:path';
import { makeFolder } from '../core/make-folder.ts';
import type { Database } from './database.ts';
import { finishRestore } from './finish-restore.ts';
import { refuseLostDatabase } from './lost-database.ts';
import { refuseMoved } from './mark.ts';
import { migratePostgres, migrateSqlite } from './migrate.ts';
import { refuseNoShop } from './no-shop.ts';
import { makeDatabasePrivate } from './private-file.ts';
import { withReserve } from './reserve.ts';
import { openSqlite } from './sqlite/sqlite.ts';
import { explainedForStart } from './storage-problem.ts';

interface Where {
  data_dir: string;
  database_url: string | undefined;
  /** How many processes of this machine use it in the same way, and share the connections. */
  processes?: number;
}

interface Opening {
  even_if_moved?: boolean;
  /** Only makes a new database: one of an earlier version is for its own program until `serve`. */
  only_new?: boolean;
  /** Makes nothing: a place that was mistyped is refused. */
  must_exist?: boolean;
}

/** Opens a database after migrating it; not one that was moved elsewhere, unless that is allowed. */
export async function openDatabase(
  where: Where,
  { even_if_moved = false, ...opening }: Opening = {},
): Promise<Database> {
  const db = await open(where, opening).catch((error) => {
    throw explainedForStart(error, where.data_dir);
  });
  if (even_if_moved) return db;
  try {
    await refuseMoved(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function open(
  where: Where,
  { only_new = false, must_exist = false }: Omit<Opening, 'even_if_moved'>,
): Promise<Database> {
  finishRestore(where.data_dir);
  if (must_exist) await refuseNoShop(where);
  if (where.database_url !== undefined) {
    await migratePostgres(where.database_url, { only_new });
    // Loaded where it is used: a start with SQLite need not wait for it.
    const { openPostgres } = await import('./postgres/postgres.ts');
    return openPostgres(where.database_url, where.processes);
  }
  const path = join(where.data_dir, 'kassa.db');
  refuseLostDatabase(path);
  makeFolder(where.data_dir);
  return withReserve(where.data_dir, () => {
    makeDatabasePrivate(path);
    migrateSqlite(path, { only_new });
    return openSqlite(path);
  });
}
