import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { Place } from './harness.ts';

/**
 * All that a database knows about its tables, one line each, sorted: columns, defaults, keys,
 * constraints, indexes, triggers, functions, and what SQLite was told about the sizes of tables.
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
    const lines = db.prepare(SQLITE).all();
    return lines.map(({ line }) => inOrder(String(line).replace(/\s+/g, ' '))).sort();
  } finally {
    db.close();
  }
}

/** Columns and constraints of a table, sorted: the order in which migrations came is of no account. */
function inOrder(line: string): string {
  const [, start, body = '', end] =
    /^(table .*? CREATE TABLE \w+ ?\()(.*)(\)[^)]*)$/.exec(line) ?? [];
  if (start === undefined) return line;
  let depth = 0;
  const parts = [''];
  // Comments are part of the text that SQLite keeps.
  for (const sign of body) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  const sorted = parts
    .map((part) => part.replace(/--.*?(?= \w+ (text|INTEGER) )/g, '').trim())
    .sort();
  return `${start}${sorted.join(', ')}${end}`;
}

// A table that was made under another name and then renamed has its name in quotes.
const SQLITE = `
  SELECT type || ' ' || name || ' on ' || tbl_name || ': ' || replace(COALESCE(sql, ''), '"', '')
    AS line FROM sqlite_schema
  UNION ALL SELECT 'figures ' || tbl || ' ' || COALESCE(idx, '') || ' ' || stat FROM sqlite_stat1
  UNION ALL SELECT 'search ' || k || ' ' || v FROM search_texts_config`;

async function ofPostgres(url: string): Promise<string[]> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(POSTGRES);
    return rows.map(({ line }) => line).sort();
  } finally {
    await client.end();
  }
}

const POSTGRES = `
  SELECT concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default,
    is_identity, collation_name) AS line
  FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, contype, convalidated,
    pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT 'trigger ' || pg_get_triggerdef(t.oid) FROM pg_trigger t
    WHERE NOT tgisinternal
  UNION ALL SELECT 'function ' || pg_get_functiondef(oid) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace`;
