import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isoInstant } from '../core/time.ts';
import type { Database } from '../db/database.ts';
import { type Settings, SettingsError } from '../installation/settings.ts';
import { noteBackup } from '../stores/backup.sql.ts';
import type { Output } from './output.ts';

interface Asked {
  folder: string | undefined;
  noted: string | undefined;
  now: number;
}

/** Copies the shop to a new folder while it runs, or notes that it was copied otherwise. */
export async function backup(
  db: Database,
  settings: Pick<Settings, 'data_dir' | 'database_url' | 'secret'>,
  { folder, noted, now }: Asked,
  output: Output,
): Promise<void> {
  if (noted !== undefined) return note(db, { place: noted, bytes: null, now }, output);
  if (folder === undefined) {
    throw new SettingsError('Say where to: npm run kassa -- backup FOLDER');
  }
  if (!db.copyTo) {
    throw new SettingsError(
      'PostgreSQL is copied with its own program: pg_dump --format=custom --file=kassa.dump ' +
        '"$DATABASE_URL". Then note it: npm run kassa -- backup --noted "where it is"',
    );
  }
  const place = resolve(folder);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  if (readdirSync(place).length > 0) {
    throw new SettingsError(`${place} is not empty: give each backup a folder of its own.`);
  }
  const copy = join(place, 'kassa.db');
  await db.copyTo(copy);
  const secret = join(settings.data_dir, 'secret');
  const has_secret = settings.secret === undefined && existsSync(secret);
  if (has_secret) copyFileSync(secret, join(place, 'secret'));
  await note(db, { place, bytes: statSync(copy).size, now }, output, [
    has_secret
      ? 'It has the database and the secret: keep it as safe as the shop itself.'
      : 'The secret is not in it: keep a copy of KASSA_SECRET elsewhere.',
    `To look at it: KASSA_DATA_DIR=${place} npm run kassa -- verify`,
  ]);
}

async function note(
  db: Database,
  { place, bytes, now }: { place: string; bytes: number | null; now: number },
  output: Output,
  more: string[] = [],
): Promise<void> {
  if (place.trim() === '' || place.length > 500 || /\p{Cc}/u.test(place)) {
    throw new SettingsError('The place of a backup is one line of 1 to 500 characters.');
  }
  await db.write(null, async (tx) => noteBackup(tx, { made_at: now, place, bytes }));
  output.record({ made_at: isoInstant(now), place, bytes }, [
    `Noted: a backup of ${isoInstant(now)}, in ${place}.`,
    ...more,
  ]);
}
