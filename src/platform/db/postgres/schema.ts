import { DatabaseError } from 'pg';
import { type Migration, sqlOf } from '../migrations.ts';
import type { Connection } from './connection.ts';

const FORBIDDEN = '42501';
const READ_ONLY = '25006'; // A standby.

/**
 * What is there, and what these migrations make of an empty schema: beside it, in the transaction that
 * has begun, and undone again. Undefined where this user may not make a schema.
 */
export async function schemasOfPostgres(
  connection: Connection,
  migrations: Migration[],
): Promise<{ found: string[]; fresh: string[] } | undefined> {
  const found = await schemaOfPostgres(connection);
  await connection.query('SAVEPOINT beside');
  try {
    await connection.query(`CREATE SCHEMA ${BESIDE}; SET LOCAL search_path = ${BESIDE}`);
    for (const migration of migrations) await connection.query(sqlOf(migration, 'postgres'));
    return { found, fresh: await schemaOfPostgres(connection) };
  } catch (error) {
    const code = error instanceof DatabaseError ? error.code : undefined;
    if (code === FORBIDDEN || code === READ_ONLY) return undefined;
    throw error;
  } finally {
    await connection.query('ROLLBACK TO SAVEPOINT beside');
  }
}

const BESIDE = 'kassa_as_new';

/**
 * All tables of the schema that is used, with columns and constraints, indexes, triggers and
 * functions, a line each, sorted.
 */
export async function schemaOfPostgres(connection: Pick<Connection, 'query'>): Promise<string[]> {
  const { rows } = await connection.query(PARTS);
  return rows.map(({ line, schema }) => String(line).replaceAll(`${schema}.`, '')).sort();
}

// that a column may not be null is said with it: some versions have a constraint for that too.
const PARTS = `
  SELECT line, quote_ident(current_schema()) AS schema FROM (
    SELECT 'table ' || tablename AS line FROM pg_tables WHERE schemaname = current_schema()
    UNION ALL SELECT concat_ws(' ', 'column ' || table_name || '.' || column_name, data_type,
      CASE is_nullable WHEN 'NO' THEN 'NOT NULL' END, 'DEFAULT ' || column_default,
      'identity ' || identity_generation, 'COLLATE ' || collation_name)
    FROM information_schema.columns
      JOIN pg_tables ON tablename = table_name AND schemaname = table_schema
    WHERE table_schema = current_schema()
    UNION ALL SELECT concat_ws(' ', 'constraint of ' || relname || ':', pg_get_constraintdef(o.oid),
      CASE WHEN NOT convalidated THEN 'NOT VALID' END)
    FROM pg_constraint o JOIN pg_class c ON c.oid = conrelid
    WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
    UNION ALL SELECT 'index ' || indexname || ' on ' || tablename || ': ' || indexdef
    FROM pg_indexes WHERE schemaname = current_schema()
    UNION ALL SELECT 'trigger ' || tgname || ' on ' || relname || ': ' || pg_get_triggerdef(t.oid)
    FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
    WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
    UNION ALL SELECT 'function ' || proname || ': ' || pg_get_functiondef(oid) FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f') AS parts`;
