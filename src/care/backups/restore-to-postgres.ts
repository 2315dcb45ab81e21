import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MoveMark } from '../../platform/db/move-mark.ts';
import { SettingsError } from '../../platform/machine/settings.ts';
import { beginMove } from '../move/begin-move.ts';
import { type OpenPlace, openPlace } from '../move/place.ts';
import { openSqliteEnd } from '../move/sqlite-end.ts';
import { copyAndCompare, stepsOf } from './copy-and-compare.ts';
import { DATABASE } from './manifest.ts';
import type { Progress } from './progress.ts';

/**
 * Puts the records of a checked copy into an empty PostgreSQL: row by row, each compared at the end.
 * Until the last step the database is marked as unfinished, and no service starts on it. Whoever is
 * killed gives the command again: what an interrupted restore has left there is emptied.
 */
export async function restoreRecords(
  { copy, database_url, now }: { copy: string; database_url: string; now: number },
  putFiles: () => void,
  progress: Progress,
): Promise<void> {
  const target = await openPlace({ data_dir: '', database_url });
  try {
    const mark = await fill(target, { copy, now, progress });
    // Before anybody can use it: without its secret nobody can, and this cannot be given again.
    putFiles();
    await target.finish({ ...mark, finished_at: now });
    await target.removeMarks('target'); // It is a shop of its own.
  } finally {
    await target.close();
  }
}

async function fill(
  target: OpenPlace,
  { copy, now, progress }: { copy: string; now: number; progress: Progress },
): Promise<MoveMark> {
  const end = openSqliteEnd(copy);
  const source = { ...end, migrate: async () => undefined, refuseOthers: async () => undefined };
  try {
    const { mark } = await beginMove({ source, target, restart: true, now });
    const { differences } = await copyAndCompare({ source, target, report: stepsOf(progress) });
    if (differences.length > 0) {
      throw new SettingsError(`The database is not equal to the backup: ${differences[0]}.`);
    }
    return { ...mark, role: 'target', other: source.place };
  } finally {
    await source.close();
  }
}

/** Which files of the backup go to the data folder. A secret that is there is not replaced unasked. */
export function besideRecords(
  { data_dir, replaces }: { data_dir: string; replaces: boolean },
  staged: string,
): string[] {
  const files = readdirSync(staged).filter((name) => !name.startsWith(DATABASE));
  if (replaces) return files;
  const [theirs, ours] = [join(staged, 'secret'), join(data_dir, 'secret')];
  const has_other =
    existsSync(theirs) && existsSync(ours) && !readFileSync(theirs).equals(readFileSync(ours));
  if (has_other) {
    throw new SettingsError(
      `${ours} is another secret than that of the backup. Restore with another KASSA_DATA_DIR, or add --replace: what is there is put aside, not deleted.`,
    );
  }
  return files.filter((name) => !existsSync(join(data_dir, name)));
}
