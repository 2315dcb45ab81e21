import type { Scope, Value, Values } from '../database.ts';
import { assertScoped, bind, createTranslator } from '../statement.ts';
import type { Asked } from './asked.ts';
import { type Footprint, footprintOf } from './footprint.ts';

// MATCH of SQLite's FTS5 is @@ in PostgreSQL. Referenced rows are never deleted and keys never
// change, so the weaker lock is enough: it does not block inserts of rows that refer to this one.
const translate = createTranslator('$', (sql) =>
  sql
    .replace('MATCH :match', '@@ CAST(:match AS tsquery)')
    .replace('FOR UPDATE', 'FOR NO KEY UPDATE'),
);

/** A statement as PostgreSQL takes it. */
export function askedOf(
  sql: string,
  values: Values,
  wants: Asked['wants'],
  scope: Scope = null,
): Asked & { values: Value[] } {
  const statement = translate(sql);
  assertScoped(statement, scope);
  return { statement, values: bind(statement, scope, values), wants };
}

const footprints = new WeakMap<Asked['statement'], { found: Footprint | undefined }>();

/** What a statement reads, locks and changes; undefined if its text does not tell. */
export function touchedBy({ statement }: Pick<Asked, 'statement'>): Footprint | undefined {
  const known = footprints.get(statement) ?? { found: footprintOf(statement.sql, statement.names) };
  footprints.set(statement, known);
  return known.found;
}
