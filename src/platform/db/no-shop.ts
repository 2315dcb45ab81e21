import { join } from 'node:path';
import { KASSA } from '../core/program.ts';
import { SettingsError } from '../machine/settings-error.ts';
import { hasContent, refuseLostDatabase } from './lost-database.ts';

interface Where {
  data_dir: string;
  database_url: string | undefined;
}

/** Refuses a place without a shop: none was begun there yet, or another place was meant. */
export async function refuseNoShop({ data_dir, database_url }: Where): Promise<void> {
  if (database_url !== undefined) return refuseEmptyPostgres(database_url);
  const path = join(data_dir, 'kassa.db');
  refuseLostDatabase(path);
  if (hasContent(path)) return;
  throw new SettingsError(
    `There is no shop in ${data_dir}. If yours is in another folder, name it with KASSA_DATA_DIR (on PostgreSQL: DATABASE_URL). To begin a new one here: ${KASSA} serve`,
  );
}

async function refuseEmptyPostgres(url: string): Promise<void> {
  const { placeOf, postgresAddress } = await import('./postgres/address.ts');
  const { openConnection } = await import('./postgres/connection.ts');
  const connection = await openConnection(postgresAddress(url));
  try {
    const { rows } = await connection.query(`SELECT to_regclass('event_counters') AS name`);
    if (rows[0]?.name !== null) return;
  } finally {
    await connection.end();
  }
  throw new SettingsError(
    `There is no shop in ${placeOf(url)}. If yours is in another database, name it with DATABASE_URL. To begin a new one here: ${KASSA} serve`,
  );
}
