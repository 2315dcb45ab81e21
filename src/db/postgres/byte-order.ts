import type { Connection } from './connection.ts';

/**
 * Makes texts of these tables be compared by their bytes, as on SQLite, whatever the language of the
 * database is (decision 79). Where they are already, nothing happens.
 */
export async function compareByBytes(connection: Connection, tables: string[]): Promise<void> {
  const { rows } = await connection.query(OTHERWISE, [tables]);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  // All of them before the first is changed; not for long, since whoever comes now waits behind us.
  await connection.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await connection.query(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
  await connection.query('SET LOCAL lock_timeout = 0');
  for (const { name, changes, has_figures } of rows) {
    await connection.query(`ALTER TABLE ${name} ${changes}`);
    // What PostgreSQL knew of a changed column is gone, and its plans go by that.
    if (has_figures) await connection.query(`ANALYZE ${name}`);
  }
}

const LOCK_TIMEOUT_MS = 300;

const OTHERWISE = `
  SELECT c.oid::regclass::text AS name, c.reltuples > 0 AS has_figures,
    string_agg(format('ALTER COLUMN %I TYPE text COLLATE "C"', a.attname), ', ') AS changes
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY ($1)
    AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
    AND a.atttypid = 'text'::regtype AND a.attcollation <> '"C"'::regcollation
  GROUP BY c.oid ORDER BY c.relname`;
