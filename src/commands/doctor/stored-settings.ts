import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../platform/db/database.ts';
import { migrationsOf } from '../../platform/db/migrate.ts';
import { storedBackupSettings } from '../../platform/machine/backup-settings.ts';
import { findSecrets } from '../../platform/machine/secret.ts';
import type { Settings } from '../../platform/machine/settings.ts';
import { readStoredMailServer } from '../../shop/mails/stored-mail-server.ts';
import { findStoredSchedule } from '../../shop/store/backup.sql.ts';
import { openAsIs } from './database.ts';

/**
 * With the mail server and the backups that were set in the dashboard, where the environment says
 * nothing. Where they cannot be read, that is found by another look at the database.
 */
export async function withStoredSettings(settings: Settings): Promise<Settings> {
  const file = join(settings.data_dir, 'kassa.db');
  if (!settings.database_url && !existsSync(file)) return settings;
  let db: Database | undefined;
  try {
    db = await openAsIs(settings, file);
    if ((await migrationsOf(db)) !== 'current') return settings;
    const reader = db.reader(null);
    const secrets = findSecrets(settings);
    const mail_server =
      settings.mail_server ?? (secrets && (await readStoredMailServer(reader, secrets)));
    const backups = settings.backups ?? storedBackupSettings(await findStoredSchedule(reader));
    return { ...settings, mail_server, backups };
  } catch {
    return settings;
  } finally {
    await db?.close();
  }
}
