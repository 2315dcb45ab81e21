import { join } from 'node:path';
import { connect } from './sqlite/connect.ts';
import { freshSchema, schemaOfSqlite } from './sqlite/schema.ts';

/** What a database has otherwise than a new one of this version. Its records are another matter. */
export interface SchemaDifferences {
  lacks: string[];
  /** On tables of Kassa; more indexes may do no harm, and other tables are somebody else's. */
  has_besides: string[];
}

/** Undefined where PostgreSQL does not let this user make a schema to compare with. */
export async function compareSchema(where: {
  data_dir: string;
  database_url: string | undefined;
}): Promise<SchemaDifferences | undefined> {
  const { database_url } = where;
  return database_url === undefined
    ? compareSqlite(join(where.data_dir, 'kassa.db'))
    : comparePostgres(database_url);
}

function compareSqlite(path: string): SchemaDifferences {
  const db = connect(path, { is_read_only: true });
  try {
    return differences(schemaOfSqlite(db), freshSchema());
  } finally {
    db.close();
  }
}

const FORBIDDEN = '42501';
const READ_ONLY = '25006'; // A standby.

async function comparePostgres(url: string): Promise<SchemaDifferences | undefined> {
  const { postgresAddress } = await import('./postgres/address.ts');
  const { openConnection } = await import('./postgres/connection.ts');
  const { schemasOfPostgres } = await import('./postgres/schema.ts');
  const connection = await openConnection(postgresAddress(url));
  try {
    const { found, fresh } = await schemasOfPostgres(connection);
    return differences(found, fresh);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === FORBIDDEN || code === READ_ONLY) return undefined;
    throw error;
  } finally {
    await connection.end();
  }
}

/** A table that is missing is one line, and not one for each of its columns. */
function differences(found: string[], fresh: string[]): SchemaDifferences {
  const [here, wanted] = [new Set(found), new Set(fresh)];
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
        !wanted.has(line) &&
        !line.startsWith('index ') &&
        (tables.includes(tableOf(line) ?? '') || line.startsWith('view ')),
    ),
  };
}
