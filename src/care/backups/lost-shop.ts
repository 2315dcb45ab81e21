import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { KASSA, shellWord } from '../../platform/core/program.ts';
import { hasContent } from '../../platform/db/lost-database.ts';
import { readIfExists } from '../../platform/machine/files.ts';
import { readSecretFile } from '../../platform/machine/secret.ts';
import { type Settings, SettingsError } from '../../platform/machine/settings.ts';
import type { FoundBackup } from './backup-folder.ts';

/**
 * Refuses to begin a new shop in a data folder of which there are backups: in it, or in the folder
 * for backups with the same secret. A secret alone says nothing: it may be there before the first
 * start, or of a shop on PostgreSQL.
 */
export async function refuseLostShop({
  data_dir,
  database_url,
  backups,
}: Pick<Settings, 'data_dir' | 'database_url' | 'backups'>): Promise<void> {
  if (database_url !== undefined || hasContent(join(data_dir, 'kassa.db'))) return;
  const { isBackupFolder, listBackupsIn } = await import('./backup-folder.ts'); // At first starts.
  const backupsIn = (folder: string) =>
    isBackupFolder(folder) ? listBackupsIn(folder).backups : [];
  const secret = readSecretFile(join(data_dir, 'secret'));
  const found = [
    ...foldersIn(data_dir).flatMap(backupsIn),
    ...(backups && secret ? backupsIn(backups.folder).filter(hasSecret(secret)) : []),
  ];
  const newest = found.toSorted((a, b) => (a.manifest.made_at < b.manifest.made_at ? 1 : -1))[0];
  if (!newest) return;
  throw new SettingsError(
    `There is no database in ${data_dir}, but a backup of its shop in ${newest.path}. To have the shop back: ${KASSA} restore ${shellWord(newest.path)} --replace. For a new shop, choose another folder with KASSA_DATA_DIR. (A shop on PostgreSQL needs DATABASE_URL.)`,
  );
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return []; // It is not there yet, or opening it says why not.
  }
}

const hasSecret =
  (secret: string) =>
  ({ path, manifest }: FoundBackup): boolean =>
    manifest.secret === 'file' && readIfExists(join(path, 'secret'))?.trim() === secret;
