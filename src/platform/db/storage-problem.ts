import { KASSA } from '../core/program.ts';
import { SettingsError } from '../machine/settings-error.ts';

/** Why a database cannot write or read, through no fault of the request. */
export interface StorageProblem {
  kind: 'full' | 'read_only' | 'unreadable' | 'damaged';
  problem: string;
  advice: string;
}

const FULL: StorageProblem = {
  kind: 'full',
  problem: 'the disk of the database is full',
  advice: 'make room on it: Kassa goes on by itself',
};
const READ_ONLY: StorageProblem = {
  kind: 'read_only',
  problem: 'the database may only be read',
  advice:
    'make the data folder writable for this user, or PostgreSQL’s database writable again: Kassa goes on by itself',
};
const UNREADABLE: StorageProblem = {
  kind: 'unreadable',
  problem: 'the disk of the database does not read or write',
  advice:
    'look at the disk, its space and limits on file sizes (dmesg, df, ulimit -f): Kassa goes on by itself when it works again',
};
const DAMAGED: StorageProblem = {
  kind: 'damaged',
  // SQLite also says so when the disk does not read.
  problem: 'the database file is damaged, cannot be read, or is no database',
  advice: `look at the disk (dmesg) and what \`${KASSA} doctor\` says; if the file is damaged: stop Kassa, keep a copy of the data folder, and put back the newest backup (${KASSA} restore, docs/backups.md)`,
};
const OF_ANOTHER: StorageProblem = {
  kind: 'read_only',
  problem: 'this user may not read and write a file in it',
  advice:
    'give the data folder and all that is in it to the user who runs Kassa (chown -R), or start Kassa as the user whose it is',
};
const NO_FOLDER: StorageProblem = {
  kind: 'unreadable',
  problem: 'no folder can be made there',
  advice: 'choose another folder',
};

// The primary result codes of SQLite, and the codes of PostgreSQL.
const OF_SQLITE: Record<number, StorageProblem> = {
  8: READ_ONLY,
  10: UNREADABLE,
  11: DAMAGED,
  13: FULL,
  14: UNREADABLE,
  26: DAMAGED,
};
const OF_POSTGRES: Record<string, StorageProblem> = {
  '25006': READ_ONLY,
  '53100': FULL,
  '58030': UNREADABLE,
  XX001: DAMAGED,
  XX002: DAMAGED,
};
const OF_FILES: Record<string, StorageProblem> = {
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  EROFS: READ_ONLY,
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: UNREADABLE,
  EIO: UNREADABLE,
  ENOTDIR: UNREADABLE,
};
/** Where a folder is to be made: a file is there, or in the way, or the name is none. */
const OF_FOLDERS = ['EEXIST', 'ENOTDIR', 'ENOENT', 'ENAMETOOLONG', 'ELOOP'];

/** Undefined when an error has nothing to do with the storage. */
export function storageProblemOf(error: unknown): StorageProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error) return OF_SQLITE[Number(error.errcode) & 0xff];
  if (!('code' in error)) return undefined;
  return OF_POSTGRES[String(error.code)] ?? ('syscall' in error ? fileProblem(error) : undefined);
}

function fileProblem(error: Error & { code: unknown; syscall: unknown }) {
  const code = String(error.code);
  if (error.syscall === 'mkdir' && OF_FOLDERS.includes(code)) return NO_FOLDER;
  return error.syscall === 'access' && code === 'EACCES' ? OF_ANOTHER : OF_FILES[code];
}

/** The same at a start, as the sentence that it ends with. */
export const explainedForStart = (error: unknown, data_dir: string): unknown =>
  explained(error, `Kassa cannot start with the data folder ${data_dir}`);

/** The same for a command that could not do all it should. */
export function explained(error: unknown, what = 'This could not be done'): unknown {
  const found = storageProblemOf(error);
  if (!found) return error;
  const said = error instanceof Error ? error.message : String(error);
  const advice = found.advice.replace(/: Kassa goes on.*/, '');
  return new SettingsError(`${what}: ${found.problem} (${said}). What to do: ${advice}.`);
}
