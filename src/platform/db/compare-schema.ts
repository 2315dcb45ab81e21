import { join } from 'node:path';
import { knownMigrations } from './migrations.ts';
import { connect } from './sqlite/connect.ts';
import {
  type SchemaDifferences,
  schemaDifferences,
  schemaMadeBy,
  schemaOfSqlite,
} from './sqlite/schema.ts';

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
    return schemaDifferences(schemaOfSqlite(db), schemaMadeBy(knownMigrations()));
  } finally {
    db.close();
  }
}

async function comparePostgres(url: string): Promise<SchemaDifferences | undefined> {
  const { postgresAddress } = await import('./postgres/address.ts');
  const { BEGIN, openConnection } = await import('./postgres/connection.ts');
  const { schemasOfPostgres } = await import('./postgres/schema.ts');
  const connection = await openConnection(postgresAddress(url));
  try {
    await connection.disableTimeouts();
    await connection.query(`${BEGIN}; SET LOCAL lock_timeout = 0`);
    const schemas = await schemasOfPostgres(connection, knownMigrations());
    return schemas && schemaDifferences(schemas.found, schemas.fresh);
  } finally {
    await connection.end(); // Which undoes all of it.
  }
}
