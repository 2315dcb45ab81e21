import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { postgresAddress } from '../../src/platform/db/postgres/address.ts';
import { openConnection } from '../../src/platform/db/postgres/connection.ts';
import { schemaOfPostgres } from '../../src/platform/db/postgres/schema.ts';
import { schemaOfSqlite } from '../../src/platform/db/sqlite/schema.ts';
import type { Place } from './shop.ts';

/**
 * All that a database knows about its tables, one line each, sorted: what `kassa doctor` compares,
 * and what SQLite was told about the sizes of tables.
 */
export async function schemaOf({
  data_dir,
  database_url,
}: Pick<Place, 'data_dir' | 'database_url'>): Promise<string[]> {
  return database_url === undefined
    ? ofSqlite(join(data_dir, 'kassa.db'))
    : ofPostgres(database_url);
}

function ofSqlite(path: string): string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const figures = db.prepare(FIGURES).all();
    return [...schemaOfSqlite(db), ...figures.map(({ line }) => String(line))].sort();
  } finally {
    db.close();
  }
}

const FIGURES = `
  SELECT 'figures ' || tbl || ' ' || COALESCE(idx, '') || ' ' || stat AS line FROM sqlite_stat1
  UNION ALL SELECT 'search ' || k || ' ' || v FROM search_texts_config`;

async function ofPostgres(url: string): Promise<string[]> {
  const connection = await openConnection(postgresAddress(url));
  try {
    return await schemaOfPostgres(connection);
  } finally {
    await connection.end();
  }
}
