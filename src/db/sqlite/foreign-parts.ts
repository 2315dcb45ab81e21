import { rmSync } from 'node:fs';
import { migrateSqlite } from '../migrate.ts';
import { connect } from './connect.ts';

const PARTS = `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')
  ORDER BY type, name`;

/**
 * Triggers and views of a database that Kassa has not made: they could change records long after
 * somebody has looked at them. It must be up to date. A new database is made beside it to compare.
 */
export function foreignParts(path: string): string[] {
  const fresh = `${path}.fresh`;
  try {
    migrateSqlite(fresh);
    const own = new Set(partsOf(fresh).map(({ text }) => text));
    return partsOf(path)
      .filter(({ text }) => !own.has(text))
      .map(({ name }) => name);
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${fresh}${end}`, { force: true });
  }
}

function partsOf(path: string): { name: string; text: string }[] {
  const db = connect(path);
  try {
    return db
      .prepare(PARTS)
      .all()
      .map(({ type, name, sql }) => ({
        name: `${type} ${name}`,
        text: `${type} ${name} ${String(sql).replace(/\s+/g, ' ')}`,
      }));
  } finally {
    db.close();
  }
}
