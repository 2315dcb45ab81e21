import { DatabaseSync } from 'node:sqlite';
import { type Migration, sqlOf } from '../migrations.ts';

/** What these migrations make of an empty database. */
export function schemaMadeBy(migrations: Migration[]): string[] {
  const db = new DatabaseSync(':memory:');
  try {
    db.enableDefensive(false);
    for (const migration of migrations) db.exec(sqlOf(migration, 'sqlite'));
    return schemaOfSqlite(db);
  } finally {
    db.close();
  }
}

/** All tables with their columns and constraints, indexes, triggers and views, a line each, sorted. */
export const schemaOfSqlite = (db: DatabaseSync): string[] =>
  db
    .prepare(PARTS)
    .all()
    .flatMap(({ type, name, tbl_name, sql }) =>
      linesOf(`${type} ${name}`, String(tbl_name), plain(String(sql))),
    )
    .sort();

// What has no text is made by a constraint.
const PARTS = 'SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL';

const TABLE = /^CREATE TABLE \w+ ?\((.*)\)([^)]*)$/;
const CONSTRAINT = /^(CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN)\b/;

/** Without comments. A table that was renamed has its name in quotes. */
const plain = (sql: string): string =>
  sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ').replaceAll('"', '').trim();

function linesOf(what: string, table: string, sql: string): string[] {
  const [, body, kind] = TABLE.exec(sql) ?? [];
  if (body === undefined) return [`${what} on ${table}: ${sql}`];
  const parts = partsOf(body).map((part) =>
    CONSTRAINT.test(part) ? `constraint of ${table}: ${part}` : `column ${table}.${part}`,
  );
  return [`table ${table}${kind}`, ...parts];
}

/** Columns and constraints: in which order migrations added them is of no account. */
function partsOf(body: string): string[] {
  let depth = 0;
  const parts = [''];
  for (const sign of body) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}
