import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { readManifest } from '../../backups/manifest.ts';
import { KASSA } from '../../core/program.ts';
import { DAY_MS, isoInstant, wallClock } from '../../core/time.ts';
import type { Database } from '../../db/database.ts';
import type { Settings } from '../../installation/settings.ts';
import { type BackupRow, lastBackupAt, listBackups } from '../../stores/backup.sql.ts';
import { type Finding, fail, messageOf, ok, warn } from './finding.ts';

const GB = 1_000_000_000;
const LISTED = 20;

/** How old the newest backup is, whether it was checked, and whether there is room for the next. */
export async function lookAtBackups(db: Database, settings: Settings): Promise<Finding[]> {
  const made = await listBackups(db.reader(null), LISTED);
  const last_at = await lastBackupAt(db.reader(null), wallClock());
  const { bytes } = await db.describe();
  return [aboutAge(made, last_at), ...aboutChecks(made), ...aboutSpace(settings, bytes)];
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
  const days = Math.max(Math.floor((wallClock() - newest.made_at) / DAY_MS), 0);
  const what = `the newest is ${days} days old, in ${newest.place}`;
  return days > 2 ? warn('backups', what, todo) : ok('backups', what);
}

/** Of those that Kassa has made itself, and that are on this machine. */
function aboutChecks(made: BackupRow[]): Finding[] {
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
  const found = own.find(({ place }) => isChecked(place));
  if (!found) {
    const what = 'of none were all records checked, or something in them is wrong';
    return [warn(about, what, `${KASSA} verify, then ${KASSA} backup FOLDER without --quick`)];
  }
  const days = Math.floor((wallClock() - found.made_at) / DAY_MS);
  const what = `the newest of which every record was checked is ${days} days old`;
  return [
    days > 31 ? warn(about, what, `${KASSA} backup FOLDER without --quick`) : ok(about, what),
  ];
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
function aboutSpace({ backups }: Settings, bytes: number): Finding[] {
  if (!backups) return [];
  const { folder } = backups;
  const about = 'space for backups';
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
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
