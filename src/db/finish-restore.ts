import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../core/make-folder.ts';
import { SettingsError } from '../installation/settings.ts';
import { takeFileLock } from './file-lock.ts';

/** Where a restore gets everything ready, inside the data folder: so moving it is one rename. */
export const STAGED = '.restore';
const FILES = 'files';
const PLAN = 'plan.json';
const WAIT_MS = 2_000;

/** What is still to be done when everything is ready. */
export interface RestorePlan {
  /** The backup that is restored. */
  backup: string;
  /** What is in the data folder and makes room, and the folder that it goes to. */
  old: string[];
  aside: string;
  /** What takes its place. */
  files: string[];
}

export const stagedFiles = (data_dir: string): string => join(data_dir, STAGED, FILES);
export const planFile = (data_dir: string): string => join(data_dir, STAGED, PLAN);

/** The plan of a restore that has everything ready; undefined when there is none. */
export const findPlan = (data_dir: string): RestorePlan | undefined =>
  existsSync(planFile(data_dir)) ? JSON.parse(readFileSync(planFile(data_dir), 'utf8')) : undefined;

/**
 * Ends a restore that was interrupted after everything was ready: before that, nothing has happened.
 * Whoever opens a shop calls this first, so nobody sees half of the old one and half of the new.
 */
export function finishRestore(data_dir: string): void {
  if (!existsSync(planFile(data_dir))) return;
  const lock = takeFileLock(join(data_dir, 'server.lock'), WAIT_MS);
  if (!lock) throw new SettingsError(`A restore to ${data_dir} is under way: wait until it ends.`);
  try {
    carryOut(data_dir);
  } finally {
    lock.release();
  }
}

/** Every step may have been done before. The caller has the lock of the data folder. */
export function carryOut(data_dir: string): void {
  const plan = findPlan(data_dir);
  if (!plan) return;
  const staged = stagedFiles(data_dir);
  const aside = join(data_dir, plan.aside);
  // The log of the old database must not stay beside the new one: SQLite would write it into that.
  // It stays beside the old one, which is there still when the backup went to PostgreSQL.
  const is_replaced = plan.files.includes('kassa.db') && existsSync(join(staged, 'kassa.db'));
  const logs = is_replaced ? ['kassa.db-wal', 'kassa.db-shm'] : [];
  for (const name of new Set([...plan.old, ...logs])) {
    if (!existsSync(join(data_dir, name)) || existsSync(join(aside, name))) continue;
    makeFolder(aside);
    renameSync(join(data_dir, name), join(aside, name));
  }
  sync(data_dir);
  for (const name of plan.files) {
    if (existsSync(join(staged, name))) renameSync(join(staged, name), join(data_dir, name));
  }
  sync(data_dir);
  rmSync(planFile(data_dir), { force: true });
  rmSync(join(data_dir, STAGED), { recursive: true, force: true });
}

function sync(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
