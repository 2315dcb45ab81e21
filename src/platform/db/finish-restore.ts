import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../core/make-folder.ts';
import { SettingsError } from '../machine/settings.ts';
import { takeFileLock } from './file-lock.ts';

/** Where a restore gets everything ready, within the data folder, so that moving it is one rename. */
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

/**
 * Every step may have been done before. If one cannot be done, all of them are undone: a shop that is
 * half of before could not be opened. The caller has the lock of the data folder.
 */
export function carryOut(data_dir: string): void {
  const plan = findPlan(data_dir);
  if (!plan) return;
  try {
    replaceFiles(data_dir, plan);
  } catch (error) {
    throw putBack(data_dir, plan, error instanceof Error ? error.message : String(error));
  }
  forgetPlan(data_dir);
}

function replaceFiles(data_dir: string, plan: RestorePlan): void {
  const staged = stagedFiles(data_dir);
  const aside = join(data_dir, plan.aside);
  // The log of the old database must not stay beside the new one: SQLite would write it into that.
  // It stays beside the old one, which is there still when the backup went to PostgreSQL.
  const is_replaced = plan.files.includes('kassa.db') && isThere(join(staged, 'kassa.db'));
  const logs = is_replaced ? ['kassa.db-wal', 'kassa.db-shm'] : [];
  for (const name of new Set([...plan.old, ...logs])) {
    if (!isThere(join(data_dir, name)) || isThere(join(aside, name))) continue;
    makeFolder(aside);
    renameSync(join(data_dir, name), join(aside, name));
  }
  sync(data_dir);
  for (const name of plan.files) {
    if (isThere(join(staged, name))) renameSync(join(staged, name), join(data_dir, name));
  }
  sync(data_dir);
}

/** Undoes what was done of a plan, and forgets the plan. Returns the sentence about it. */
function putBack(data_dir: string, plan: RestorePlan, why: string): SettingsError {
  const staged = stagedFiles(data_dir);
  const aside = join(data_dir, plan.aside);
  const what = `The backup ${plan.backup} could not be put into ${data_dir} (${why})`;
  try {
    for (const name of plan.files.filter(isNew)) {
      renameSync(join(data_dir, name), join(staged, name));
    }
    if (isThere(aside)) {
      for (const name of readdirSync(aside)) renameSync(join(aside, name), join(data_dir, name));
      rmdirSync(aside);
    }
    sync(data_dir);
    forgetPlan(data_dir);
  } catch (error) {
    const then = error instanceof Error ? error.message : String(error);
    return new SettingsError(
      `${what}, nor could what was there before be put back from ${aside} (${then}). See to that: the next command tries again.`,
    );
  }
  return new SettingsError(
    `${what}: everything is as it was before. Make it movable (no mount, writable for this user), or restore to another folder with --to FOLDER.`,
  );

  /** What is there by this name has come from the backup. */
  function isNew(name: string): boolean {
    if (isThere(join(staged, name)) || !isThere(join(data_dir, name))) return false;
    return !plan.old.includes(name) || isThere(join(aside, name));
  }
}

function forgetPlan(data_dir: string): void {
  rmSync(planFile(data_dir), { force: true });
  rmSync(join(data_dir, STAGED), { recursive: true, force: true });
}

/** Also a link to nowhere is there, and in the way. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function sync(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
