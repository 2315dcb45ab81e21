import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Scope, Tx } from '../database.ts';
import type { Answered, Asked, Outcome } from './asked.ts';
import { batchTransaction } from './batch-transaction.ts';
import type { Connection } from './connection.ts';
import { type Commit, finish, nothingPutOff, type PutOff } from './finish.ts';
import type { Footprint } from './footprint.ts';
import { NotRun } from './packet.ts';
import { createRowLocks } from './row-locks.ts';
import { BatchRows } from './shared-rows.ts';
import { touchedBy } from './translate.ts';
import type { Turns } from './turns.ts';
import { sendTogether } from './wave.ts';

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

/** A lock that another program holds is not waited for longer: all others in the batch would too. */
const LOCK_TIMEOUT_MS = 100;
/**
 * Merged statements go from their values to rows by an index, however small a table is: the plan is
 * kept while the table grows, and is not made anew for a few rows.
 */
const PLANS = ['enable_seqscan = off', 'enable_hashjoin = off', 'enable_mergejoin = off']
  .concat('plan_cache_mode = force_generic_plan')
  .map((setting) => `SET LOCAL ${setting}`)
  .join('; ');
const BEGIN = `BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; ${PLANS}`;
const BEGIN_UNSYNCED = `${BEGIN}; SET LOCAL synchronous_commit = off`;

/** The batch was undone, and nothing of it is in the database. */
export class Undone extends Error {
  /** Those because of which it was undone; none if it was one of several suspects. */
  readonly guilty: ReadonlySet<Job>;
  constructor(guilty: Iterable<Job>, cause?: unknown) {
    super('a batch of writes was undone', { cause });
    this.guilty = new Set(guilty);
  }
}

/** Thrown inside a write that needs what a batch does not offer: it is run alone instead. */
class NotInBatch extends Error {}

/** A job while its batch runs. */
interface Run {
  job: Job;
  put_off: PutOff;
  /** How many of its statements have changed something. */
  changes: number;
  has_ended: boolean;
  leaves: boolean;
  result?: { value: unknown } | { error: unknown };
}

interface Waiting extends Asked {
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

/**
 * Runs writes together in one transaction, and commits it. Statements of all of them go out in one
 * packet, then all answers come, and so on, wave after wave. They are kept apart as PostgreSQL would
 * keep transactions apart (see row-locks.ts); batches that run at the same time are kept apart too, and
 * do their last steps one after the other. Nobody is told anything before the commit. Throws
 * Undone if all of it has to be done again; another error means that nobody knows.
 */
export async function runBatch(
  connection: Connection,
  jobs: readonly Job[],
  { running, turns, commit }: { running: Set<BatchRows>; turns: Turns; commit: Commit },
): Promise<Committed> {
  const locks = createRowLocks<Run>();
  const rows = new BatchRows(running);
  let wave: Waiting[] = [];
  let blocked: Waiting[] = [];
  let at_last: (() => void)[] = [];
  /** In the order in which they have ended: whoever waited for another one comes after it. */
  const ended: Run[] = [];
  let is_over = false;
  /** Once it is this batch's turn for its last steps. */
  let endTurn: (() => void) | undefined;

  function ask(run: Run, asked: Asked): Promise<Answered> {
    if (is_over || run.has_ended) return Promise.reject(new Error('this transaction is over'));
    const footprint = touchedBy(asked);
    if (!footprint) return leave(run);
    const is_apart = run.job.is_suspect === true;
    return new Promise((resolve, reject) => {
      enter({ ...asked, is_apart, run, footprint, resolve, reject });
    });
  }

  function leave(run: Run): Promise<never> {
    run.leaves = true;
    return Promise.reject(new NotInBatch());
  }

  function enter(one: Waiting): void {
    const { run, footprint, values } = one;
    one.holder = footprint.takes_rows ? rows.holderOf(footprint, values) : undefined;
    // Whoever waits for the last steps of this batch is not waited for.
    if (one.holder && endTurn) expel(one);
    else if (one.holder || !locks.isFree(run, footprint, values)) blocked.push(one);
    else {
      locks.take(run, footprint, values);
      if (footprint.takes_rows) rows.take(footprint, values);
      wave.push(one);
    }
  }

  /** Waits for the other batch, or lets go those who wait for it, if it waits for this one. */
  async function waitFor(holder: BatchRows): Promise<void> {
    const ended = rows.waitFor(holder);
    await ended;
    const again = blocked;
    blocked = [];
    for (const one of again) {
      if (!ended && one.holder === holder) expel(one);
      else enter(one);
    }
  }

  /** From here on nobody waits for anybody who waits for this batch. */
  let is_patient = false;
  function bePatient(): void {
    if (is_patient) return;
    is_patient = true;
    connection.query('SET LOCAL lock_timeout = 0').catch(() => {}); // COMMIT fails then.
  }

  function tryBlocked(): void {
    const again = blocked;
    blocked = [];
    for (const one of again) enter(one);
  }

  function end(run: Run): void {
    run.has_ended = true;
    ended.push(run);
    locks.release(run);
    if (!is_over) tryBlocked();
  }

  function start(run: Run): void {
    const tx = batchTransaction(run, {
      ask: (asked) => ask(run, asked),
      leave: () => leave(run),
      isWaiting: () => blocked.at(-1)?.run === run || run.leaves,
      lastSteps: () => new Promise<void>((resolve) => at_last.push(resolve)),
    });
    run.job.work(tx).then(
      (value) => {
        run.result = { value };
        end(run);
      },
      (error: unknown) => {
        run.result = { error };
        end(run);
      },
    );
  }

  const runs = jobs.map(
    (job): Run => ({ job, put_off: nothingPutOff(), changes: 0, has_ended: false, leaves: false }),
  );
  const open = () => runs.filter(({ has_ended }) => !has_ended);
  const is_synced = jobs.some((job) => job.is_synced);
  let begun: Promise<unknown> | undefined;
  try {
    for (const run of runs) start(run);
    for (let is_begun = false; ; ) {
      await jobsHaveRun();
      failIfUnclean(runs);
      if (!begun) {
        // Now, so that it leaves together with the first statements.
        begun = connection.query(is_synced ? BEGIN : BEGIN_UNSYNCED);
        begun.catch(() => {}); // Awaited below.
      }
      const holder = blocked.find((one) => one.holder)?.holder;
      if (wave.length > 0) {
        // Reads may be sent before it is certain that the transaction has begun; changes may not.
        if (!is_begun && wave.some(({ footprint }) => isMoreThanRead(footprint))) await begun;
        const sent = wave;
        wave = [];
        const outcomes = await sendTogether(connection, sent);
        await begun;
        is_begun = true;
        deliver(sent, outcomes);
      } else if (open().length === 0) {
        break;
      } else if (holder) {
        await waitFor(holder);
      } else if (at_last.length > 0) {
        endTurn ??= await turns();
        // Others hold what is needed now until their commit, and that may take longer.
        if (blocked.length === 0 && at_last.length === open().length) bePatient();
        const going = at_last;
        at_last = [];
        for (const go of going) go();
      } else {
        // All wait for each other, or somebody has awaited something else than the database.
        await setImmediate();
        if (wave.length === 0 && at_last.length === 0 && open().length > 0) {
          throw new Undone(open().map(({ job }) => job));
        }
      }
    }
    await begun;
    is_over = true;
    bePatient();
    await finish(connection, putOffBy(ended), commit);
    return committedOf(ended);
  } finally {
    is_over = true;
    rows.end();
    endTurn?.();
  }
}

/** The microtasks of all jobs have run when this goes on. */
const jobsHaveRun = () => new Promise<void>((resolve) => process.nextTick(resolve));

const isMoreThanRead = ({ touches }: Footprint): boolean =>
  touches.some(({ kind }) => kind !== 'read');

function expel({ run, reject }: Waiting): void {
  run.leaves = true;
  reject(new NotInBatch());
}

/** Whoever has changed something and then thrown, or has to leave, makes the batch run again. */
function failIfUnclean(runs: readonly Run[]): void {
  const guilty = runs.filter(
    ({ result, changes, leaves }) =>
      changes > 0 && (leaves || (result !== undefined && 'error' in result)),
  );
  if (guilty.length > 0) throw new Undone(guilty.map(({ job }) => job));
}

function deliver(sent: readonly Waiting[], outcomes: readonly Outcome[]): void {
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
  for (const [at, { run, footprint, resolve }] of sent.entries()) {
    const outcome = outcomes[at];
    assert(outcome?.status === 'fulfilled');
    if (footprint.writes && outcome.value.count > 0) run.changes += 1;
    resolve(outcome.value);
  }
}

/** Of a job that threw, or that is run again, nothing is kept. */
const putOffBy = (runs: readonly Run[]): PutOff[] =>
  runs.flatMap(({ result, leaves, put_off }) =>
    result && 'value' in result && !leaves ? [put_off] : [],
  );

function committedOf(runs: readonly Run[]): Committed {
  const leaving = runs.filter(({ leaves }) => leaves).map(({ job }) => job);
  const ended = runs.flatMap(({ job, leaves, result }) =>
    leaves || !result ? [] : [{ job, result }],
  );
  return { ended, leaving };
}
