import { knownMigrations } from '../migrations.ts';
import { connect } from './connect.ts';
import { schemaMadeBy, schemaOfSqlite } from './schema.ts';

/**
 * Triggers and views of a database that Kassa has not made: they could change records long after
 * somebody has looked at them. It must be up to date.
 */
export function foreignParts(path: string): string[] {
  const db = connect(path);
  try {
    const own = new Set(schemaMadeBy(knownMigrations()));
    const more = schemaOfSqlite(db).filter((line) => !own.has(line));
    return more.flatMap((line) => /^((trigger|view) .*?) on /.exec(line)?.[1] ?? []);
  } finally {
    db.close();
  }
}
