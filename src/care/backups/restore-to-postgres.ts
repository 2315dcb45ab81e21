import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../platform/core/make-folder.ts';
import { giveToOwner } from '../../platform/core/owner.ts';
import { takeFileLock } from '../../platform/db/file-lock.ts';
import {
  carryOut,
  findPlan,
  planFile,
  STAGED,
  stagedFiles,
} from '../../platform/db/finish-restore.ts';
import type { MoveMark } from '../../platform/db/move-mark.ts';
import { type Settings, SettingsError } from '../../platform/machine/settings.ts';
import { beginMove } from '../move/begin-move.ts';
import { compareRows } from '../move/compare-rows.ts';
import { copyRows, type Step } from '../move/move-rows.ts';
import { type OpenPlace, openPlace } from '../move/place.ts';
import { openSqliteEnd } from '../move/sqlite-end.ts';
import { syncFolder } from './backup-folder.ts';
import { checkCopy } from './check-copy.ts';
import { DATABASE, readManifest } from './manifest.ts';
import { markRestored } from './mark-restored.ts';
import { writePrivately } from './private-files.ts';
import type { Progress } from './progress.ts';
import { readBackup } from './read-backup.ts';
import {
  freeName,
  makeDataFolder,
  type RestoreAsked,
  type Restored,
  refuseBackups,
  refuseFullDisk,
  refuseOtherVersion,
} from './restore-backup.ts';

const WAIT_MS = 2_000;

/**
 * Puts a backup into an empty PostgreSQL database: row by row, each compared at the end. Until the
 * last step the database is marked as unfinished, and no service starts on it. Whoever is killed
 * gives the command again. The other files go to the data folder, if there is no other secret.
 */
export async function restoreToPostgres(
  { secret }: Pick<Settings, 'secret'>,
  asked: RestoreAsked & { database_url: string },
  progress: Progress,
): Promise<Restored> {
  const { data_dir, database_url, now } = asked;
  const backup = resolve(asked.backup);
  const manifest = readManifest(backup);
  refuseOtherVersion(manifest);
  refuseBackups(data_dir);
  makeDataFolder(data_dir);
  const lock = takeFileLock(join(data_dir, 'server.lock'), WAIT_MS);
  if (!lock) {
    throw new SettingsError(
      `A Kassa server is running on ${data_dir}, and the secret and certificates of the backup go into a data folder: choose another one with KASSA_DATA_DIR, or stop it first.`,
    );
  }
  try {
    carryOut(data_dir);
    refuseFullDisk(data_dir, manifest);
    const staged = stagedFiles(data_dir);
    rmSync(join(data_dir, STAGED), { recursive: true, force: true });
    makeFolder(staged);
    try {
      readBackup(backup, manifest, staged, progress);
      const files = filesToPut(staged, data_dir, asked.replaces);
      const copy = join(staged, DATABASE);
      const marked = await markRestored(copy, manifest, asked);
      const checked = await checkCopy(
        copy,
        { secret, data_dir: staged },
        { is_quick: asked.is_quick },
        progress,
      );
      const aside = freeName(data_dir, now);
      const old = files.filter((name) => existsSync(join(data_dir, name)));
      const target = await openPlace({ data_dir: '', database_url });
      try {
        const mark = await fill(target, { copy, now, progress });
        // Before anybody can use it: without its secret nobody can, and this cannot be given again.
        syncFolder(staged);
        writePrivately(`${planFile(data_dir)}.new`, JSON.stringify({ backup, old, aside, files }));
        giveToOwner(data_dir, [STAGED]);
        renameSync(`${planFile(data_dir)}.new`, planFile(data_dir));
        carryOut(data_dir);
        giveToOwner(data_dir, [aside]);
        await target.finish({ ...mark, finished_at: now });
        await target.removeMarks('target'); // It is a shop of its own.
      } finally {
        await target.close();
      }
      const path = join(data_dir, aside);
      return { manifest, aside: existsSync(path) ? path : undefined, checked, marked };
    } finally {
      if (!findPlan(data_dir)) rmSync(join(data_dir, STAGED), { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

/** Which files of the backup go to the data folder. A secret that is there is not replaced unasked. */
function filesToPut(staged: string, data_dir: string, replaces: boolean): string[] {
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

const TOLD = { copy: 'Writing', finish: 'Indexing', compare: 'Comparing' } as const;

/** Copies every row and compares it. Until the target is finished, nobody can use it. */
async function fill(
  target: OpenPlace,
  { copy, now, progress }: { copy: string; now: number; progress: Progress },
): Promise<MoveMark> {
  const end = openSqliteEnd(copy);
  const source = { ...end, migrate: async () => undefined, refuseOthers: async () => undefined };
  try {
    // What an interrupted restore has left there is emptied; a shop is refused.
    const { mark } = await beginMove({ source, target, restart: true, now });
    const tell = ({ doing, rows_of_all, of_all }: Step) =>
      progress(TOLD[doing], rows_of_all, of_all, doing === 'finish' ? 'indexes' : 'records');
    const of_all = await copyRows({ source, target, tell });
    const { differences } = await compareRows(source, target, { of_all, tell });
    if (differences.length > 0) {
      throw new SettingsError(`The database is not equal to the backup: ${differences[0]}.`);
    }
    return { ...mark, role: 'target', other: source.place };
  } finally {
    await source.close();
  }
}
