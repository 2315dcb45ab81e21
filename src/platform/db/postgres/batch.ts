import { setImmediate } from 'node:timers/promises';
import type { Answered, Asked, Outcome } from './asked.ts';
import {
  type Committed,
  committedOf,
  deliver,
  failIfUnclean,
  type Job,
  mustFollow,
  putOffBy,
  type Run,
  Undone,
  type Waiting,
} from './batch-run.ts';
import { batchTransaction } from './batch-transaction.ts';
import { BEGIN, type Connection } from './connection.ts';
import { type Commit, finish, nothingPutOff } from './finish.ts';
import type { Footprint } from './footprint.ts';
import { mergeableOf } from './merge.ts';
import { createRowLocks } from './row-locks.ts';
import { BatchRows } from './shared-rows.ts';
import { touchedBy } from './translate.ts';
import type { Turns } from './turns.ts';
import { sendTogether } from './wave.ts';

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
const BEGIN_BATCH = `${BEGIN}; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; ${PLANS}`;
const BEGIN_UNSYNCED = `${BEGIN_BATCH}; SET LOCAL synchronous_commit = off`;

/** Thrown inside a write that needs what a batch does not offer: it is run alone instead. */
class NotInBatch extends Error {}

/**
 * Runs writes together in one transaction, and commits it. Statements of all of them go out in one
 * packet, then all answers come, and so on, wave after wave; a wave whose answers are known is not
 * waited for. They are kept apart as PostgreSQL would
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
  /** When all that was sent has been answered. */
  let arrived = Promise.resolve();
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
    // An INSERT that may find its row there is a lock too: what follows must come after it.
    const is_new_row = !footprint.takes_rows && mergeableOf(asked)?.kind === 'insert';
    const is_sure = asked.is_sure ?? is_new_row;
    return new Promise((resolve, reject) => {
      enter({ ...asked, owner: run, is_apart, is_sure, run, footprint, resolve, reject });
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
    else if (mustFollow(one)) blocked.push(one);
    else {
      locks.take(run, footprint, values);
      if (footprint.takes_rows) rows.take(footprint, values);
      wave.push(one);
      if (footprint.writes) run.unsent.push(one);
      if (!one.is_sure) return;
      run.changes += 1;
      one.resolve(ONE_ROW);
    }
  }

  /** Sends the wave. Nobody waits any longer for rows of those who have ended and whose changes are in it. */
  function send(): Waiting[] {
    const sent = wave;
    wave = [];
    arrived = afterThat(arrived, sent, sendTogether(connection, sent));
    arrived.catch(() => {}); // Awaited before the commit.
    for (const { run } of sent) {
      run.unsent = [];
      if (run.has_ended) locks.release(run);
    }
    tryBlocked();
    return sent;
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
    if (run.unsent.length > 0) return; // Until then nobody may read what it changes.
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
    (job): Run => ({
      ...{ job, put_off: nothingPutOff(), unsent: [] },
      ...{ changes: 0, has_ended: false, leaves: false },
    }),
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
        begun = connection.query(is_synced ? BEGIN_BATCH : BEGIN_UNSYNCED);
        begun.catch(() => {}); // Awaited below.
      }
      const holder = blocked.find((one) => one.holder)?.holder;
      if (wave.length > 0) {
        // Reads may be sent before it is certain that the transaction has begun; changes may not.
        if (!is_begun && wave.some(({ footprint }) => isMoreThanRead(footprint))) await begun;
        if (!send().every(({ is_sure }) => is_sure)) await arrived;
        await begun;
        is_begun = true;
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
    await finish(connection, putOffBy(ended), commit, arrived);
    return committedOf(ended);
  } finally {
    is_over = true;
    rows.end();
    endTurn?.();
  }
}

const ONE_ROW: Answered = { rows: [], count: 1 };

/** Delivers the outcomes, unless something that was sent before has failed: that is the reason then. */
async function afterThat(
  before: Promise<void>,
  sent: readonly Waiting[],
  outcomes: Promise<Outcome[]>,
): Promise<void> {
  const found = await outcomes;
  await before;
  deliver(sent, found);
}

/** The microtasks of all jobs have run when this goes on. */
const jobsHaveRun = () => new Promise<void>((resolve) => process.nextTick(resolve));

const isMoreThanRead = ({ touches }: Footprint): boolean =>
  touches.some(({ kind }) => kind !== 'read');

function expel({ run, reject }: Waiting): void {
  run.leaves = true;
  reject(new NotInBatch());
}
