import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { readManifest } from '../../care/backups/manifest.ts';
import { refuseBadPlace } from '../../care/backups/why-not-made.ts';
import { KASSA } from '../../platform/core/program.ts';
import { DAY_MS, isoInstant, wallClock } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Settings, SettingsError } from '../../platform/machine/settings.ts';
import {
  type BackupRow,
  findLastTry,
  type LastTry,
  lastBackupAt,
  listBackups,
} from '../../shop/store/backup.sql.ts';
import { type Finding, fail, messageOf, ok, warn } from './finding.ts';

const GB = 1_000_000_000;
const LISTED = 20;

/** How old the newest backup is, whether it was checked, and whether there is room for the next. */
export async function lookAtBackups(db: Database, settings: Settings): Promise<Finding[]> {
  const made = await listBackups(db.reader(null), LISTED);
  const last_at = await lastBackupAt(db.reader(null), wallClock());
  const { bytes } = await db.describe();
  return [
    aboutAge(made, last_at),
    ...aboutTry(settings, await findLastTry(db.reader(null))),
    ...aboutChecks(made, last_at),
    ...aboutSpace(settings, bytes),
  ];
}

function aboutAge(made: BackupRow[], last_at: number | null): Finding {
  const todo = `${KASSA} backup FOLDER`;
  const [last] = made;
  if (!last) return warn('backups', 'none was made', todo);
  const newest = made.find(({ made_at }) => made_at === last_at);
  if (!newest) {
    const what = `none is known but of times to come, such as ${isoInstant(last.made_at)}: the clock was wrong, and their age is not known`;
    return warn('backups', what, todo);
  }
  const age_ms = ageOf(newest);
  const what = `the newest is ${inDays(age_ms)} old, in ${newest.place}`;
  return age_ms > 2 * DAY_MS ? warn('backups', what, todo) : ok('backups', what);
}

/** None of a clock that has gone back a little is made later than now. */
const ageOf = ({ made_at }: BackupRow): number => Math.max(wallClock() - made_at, 0);

function inDays(age_ms: number): string {
  const days = Math.floor(age_ms / DAY_MS);
  return days === 1 ? '1 day' : `${days} days`;
}

export function aboutTry({ backups }: Settings, { tried_at, problem }: LastTry): Finding[] {
  if (!backups || problem === null) return [];
  const what = `the last try, at ${isoInstant(tried_at)}, failed: ${problem}`;
  return [fail('scheduled backup', what, `see to that; to try it now: ${KASSA} backup`)];
}

/** Of those that Kassa has made itself, and that are on this machine. */
function aboutChecks(made: BackupRow[], last_at: number | null): Finding[] {
  const about = 'checked backup';
  const own = made.filter(({ made_by }) => made_by !== 'noted');
  const [newest] = own;
  if (!newest) return [];
  if (!existsSync(newest.place)) {
    const todo = 'if it was moved, all is well; if the disk is not there, mount it';
    return [warn(about, `the newest is not in ${newest.place} any more`, todo)];
  }
  try {
    readManifest(newest.place);
  } catch (error) {
    return [fail(about, messageOf(error), `${KASSA} backup FOLDER`)];
  }
  const checked = own.filter(({ place }) => isChecked(place));
  if (checked.length === 0) {
    const what = 'of none were all records checked, or something in them is wrong';
    return [warn(about, what, `${KASSA} verify, then ${KASSA} backup FOLDER without --quick`)];
  }
  const todo = `${KASSA} backup FOLDER without --quick`;
  const found = checked.find(({ made_at }) => made_at <= (last_at ?? 0));
  if (!found) {
    const what = 'those of which every record was checked are dated ahead: their age is not known';
    return [warn(about, what, todo)];
  }
  const age_ms = ageOf(found);
  const what = `the newest of which every record was checked is ${inDays(age_ms)} old`;
  return [age_ms > 31 * DAY_MS ? warn(about, what, todo) : ok(about, what)];
}

function isChecked(place: string): boolean {
  try {
    const { checked, violations } = readManifest(place);
    return checked === 'everything' && violations === 0;
  } catch {
    return false; // It is not there any more, or damaged.
  }
}

/** The next copy needs as much as the database at worst, and once more while it is made. */
function aboutSpace({ backups, data_dir }: Settings, bytes: number): Finding[] {
  if (!backups) return [];
  const { folder } = backups;
  const about = 'space for backups';
  try {
    refuseBadPlace(folder, data_dir);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (error instanceof SettingsError) return [fail(about, error.message, 'set KASSA_BACKUP_DIR')];
    const todo = `make it, or give it to the user of Kassa: KASSA_BACKUP_DIR`;
    return [fail(about, `${folder} cannot be written: ${messageOf(error)}`, todo)];
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const what = `${(free / GB).toFixed(1)} GB free in ${folder}`;
  const todo = 'make room, or keep fewer: KASSA_BACKUP_KEEP (docs/backups.md)';
  if (free < bytes * 1.1) return [fail(about, `${what}, less than a backup needs`, todo)];
  return [free < bytes * 3 ? warn(about, what, todo) : ok(about, what)];
}
