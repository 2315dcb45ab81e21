import assert from 'node:assert/strict';
import type { Scope, Tx } from '../database.ts';
import type { Answered, Asked, Outcome } from './asked.ts';
import type { PutOff } from './finish.ts';
import type { Footprint } from './footprint.ts';
import { NotRun } from './packet.ts';
import type { BatchRows } from './shared-rows.ts';

/** A write that waits for its batch, or is in one. */
export interface Job {
  scope: Scope;
  work(tx: Tx): Promise<unknown>;
  /** False: its commit need not wait for the disk. */
  is_synced: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** How many batches with this job were undone. */
  undone: number;
  /** One of several whose statements were one, and which failed: now each is sent by itself. */
  is_suspect?: boolean;
}

/** The batch was undone, and nothing of it is in the database. */
export class Undone extends Error {
  /** Those because of which it was undone; none if it was one of several suspects. */
  readonly guilty: ReadonlySet<Job>;
  constructor(guilty: Iterable<Job>, cause?: unknown) {
    super('a batch of writes was undone', { cause });
    this.guilty = new Set(guilty);
  }
}

/** A job while its batch runs. */
export interface Run {
  job: Job;
  put_off: PutOff;
  /** How many of its statements have changed something. */
  changes: number;
  has_ended: boolean;
  leaves: boolean;
  /** Its changes that are not on their way yet. */
  unsent: Waiting[];
  result?: { value: unknown } | { error: unknown };
}

export interface Waiting extends Asked {
  run: Run;
  footprint: Footprint;
  /** The other batch that has the row for which it waits. */
  holder?: BatchRows | undefined;
  resolve(answered: Answered): void;
  reject(error: unknown): void;
}

/** What became of the jobs of a batch that was committed. */
export interface Committed {
  ended: { job: Job; result: { value: unknown } | { error: unknown } }[];
  /** Have done nothing and have to be run alone. */
  leaving: Job[];
}

/** Whether it reads what the same write changes in this wave, where reads come before changes. */
export const mustFollow = ({ run, footprint: { touches, writes } }: Waiting): boolean =>
  !writes &&
  run.unsent.some(({ footprint: before }) =>
    before.touches.some(({ table }) => touches.some((one) => one.table === table)),
  );

/** Whoever has changed something and then thrown, or has to leave, makes the batch run again. */
export function failIfUnclean(runs: readonly Run[]): void {
  const guilty = runs.filter(
    ({ result, changes, leaves }) =>
      changes > 0 && (leaves || (result !== undefined && 'error' in result)),
  );
  if (guilty.length > 0) throw new Undone(guilty.map(({ job }) => job));
}

export function deliver(sent: readonly Waiting[], outcomes: readonly Outcome[]): void {
  const failed = sent.flatMap(({ run }, at) => {
    const outcome = outcomes[at];
    return outcome?.status === 'rejected' ? [{ job: run.job, reason: outcome.reason }] : [];
  });
  if (failed.length > 0) {
    // After the first failure PostgreSQL runs no others: those are innocent.
    const first = failed.filter(({ reason }) => !(reason instanceof NotRun));
    const jobs = first.map(({ job }) => job);
    const cause = first[0]?.reason;
    const is_value = /^2[23]/.test(`${cause?.code}`);
    if (jobs.length === 1 || !is_value) throw new Undone(jobs, cause);
    // One row of a statement for many: which one is seen when each is sent by itself.
    for (const job of jobs) job.is_suspect = true;
    throw new Undone([], cause);
  }
  for (const [at, { run, footprint, is_sure, resolve }] of sent.entries()) {
    const outcome = outcomes[at];
    assert(outcome?.status === 'fulfilled');
    const { count } = outcome.value;
    // It has gone on as if it had. Alone it is told the truth.
    if (is_sure && count !== 1) throw new Undone([run.job]);
    if (!is_sure && footprint.writes && count > 0) run.changes += 1;
    resolve(outcome.value);
  }
}

/** Of a job that threw, or that is run again, nothing is kept. */
export const putOffBy = (runs: readonly Run[]): PutOff[] =>
  runs.flatMap(({ result, leaves, put_off }) =>
    result && 'value' in result && !leaves ? [put_off] : [],
  );

export function committedOf(runs: readonly Run[]): Committed {
  const leaving = runs.filter(({ leaves }) => leaves).map(({ job }) => job);
  const ended = runs.flatMap(({ job, leaves, result }) =>
    leaves || !result ? [] : [{ job, result }],
  );
  return { ended, leaving };
}
