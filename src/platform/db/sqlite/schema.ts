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

/** What a database has otherwise than a new one of this version. Its records are another matter. */
export interface SchemaDifferences {
  lacks: string[];
  /** On tables of Kassa; more indexes may do no harm, and other tables are somebody else's. */
  has_besides: string[];
}

/** A table that is missing is one line, and not one for each of its columns. */
export function schemaDifferences(found: string[], fresh: string[]): SchemaDifferences {
  const [here, expected] = [new Set(found), new Set(fresh)];
  const tables = fresh.flatMap((line) => /^table (\w+)/.exec(line)?.[1] ?? []);
  const tableOf = (line: string) =>
    /^(?:table |column |constraint of |\w+ \w+ on )(\w+)/.exec(line)?.[1];
  const has = new Set([...found.map(tableOf), undefined]);
  return {
    lacks: fresh.filter(
      (line) => !here.has(line) && (line.startsWith('table ') || has.has(tableOf(line))),
    ),
    has_besides: found.filter(
      (line) =>
        !expected.has(line) &&
        !line.startsWith('index ') &&
        (tables.includes(tableOf(line) ?? '') || line.startsWith('view ')),
    ),
  };
}
