import type { CommitFigures } from '../commit-figures.ts';
import type { Scope, Tx } from '../database.ts';
import { isConnectionProblem, rollBack, writeAlone } from './alone.ts';
import { runBatch } from './batch.ts';
import { Undone, type Write } from './batch-members.ts';
import { type Connection, isConflict } from './connection.ts';
import type { Commit } from './finish.ts';
import { createTogether } from './held-rows.ts';
import { NoAnswer, type Pool } from './pool.ts';

const BATCH_MAX = 128;
/** Batches that run at the same time, each on a connection of its own. */
const BATCHES_MAX = 2;
/**
 * While one is running, the next one waits for this share of those who write, but not for long: a
 * statement for twice as many rows costs much less than two.
 */
const SHARE_MIN = 0.6;
const FILLING_MS = 5;
const FORGETTING = 0.97;
/** After so many batches that were undone, a write is run alone. */
const UNDONE_MAX = 3;

/**
 * Group commit: writes of one turn of the event loop share a transaction, and those that come while
 * batches are running wait for the next one. If a batch is undone, whoever was the reason runs alone,
 * and the others are in a batch again.
 */
export function createWrites(pool: Pool, commits: CommitFigures) {
  const together = createTogether();
  let queue: Write[] = [];
  let running = 0;
  let is_scheduled = false;
  /** Writes in batches. */
  let under_way = 0;
  /** The most that were under way or waited, lately. */
  let most = 0;
  let filling: NodeJS.Timeout | undefined;

  function schedule(): void {
    if (is_scheduled || running >= BATCHES_MAX || queue.length === 0) return;
    most = Math.max(most, under_way + queue.length);
    if (running > 0 && queue.length + 1 < most * SHARE_MIN) {
      filling ??= setTimeout(start, FILLING_MS);
      return;
    }
    is_scheduled = true;
    process.nextTick(start);
  }

  function start(): void {
    is_scheduled = false;
    clearTimeout(filling);
    filling = undefined;
    if (running >= BATCHES_MAX || queue.length === 0) return;
    const writes = queue.slice(0, BATCH_MAX);
    queue = queue.slice(BATCH_MAX);
    running += 1;
    under_way += writes.length;
    runTogether(writes).finally(() => {
      running -= 1;
      under_way -= writes.length;
      most *= FORGETTING;
      schedule();
    });
    schedule();
  }

  async function runTogether(writes: Write[]): Promise<void> {
    let connection: Connection;
    try {
      connection = await pool.take();
    } catch (error) {
      for (const { reject } of writes) reject(error);
      return;
    }
    const commit: Commit = { is_unknown: false };
    try {
      const { ended, leaving } = await runBatch(connection, writes, { together, commit });
      if (commit.duration_ms !== undefined) commits.observe(ended.length, commit.duration_ms);
      for (const { write, result } of ended) {
        if ('value' in result) write.resolve(result.value);
        else write.reject(result.error);
      }
      for (const write of leaving) runAlone(write);
    } catch (error) {
      const is_lost = isConnectionProblem(connection, causeOf(error));
      await rollBack(connection);
      if (is_lost) pool.closeIdle();
      const is_unknown = commit.is_unknown && !isConflict(error);
      if (is_unknown || connection.lost() instanceof NoAnswer) {
        for (const { reject } of writes) reject(causeOf(error));
      } else {
        runAgain(writes, error);
      }
    } finally {
      pool.give(connection);
    }
  }

  function runAgain(writes: Write[], error: unknown): void {
    const innocent: Write[] = [];
    for (const write of writes) {
      write.undone += 1;
      const is_guilty = !(error instanceof Undone) || error.guilty.has(write);
      if (is_guilty || write.undone >= UNDONE_MAX) runAlone(write);
      else innocent.push(write);
    }
    queue = [...innocent, ...queue];
    schedule();
  }

  const runAlone = ({ scope, work, resolve, reject }: Write): void => {
    writeAlone(pool, scope, work).then(resolve, reject);
  };

  return <T>(scope: Scope, work: (tx: Tx) => Promise<T>, is_synced: boolean) =>
    new Promise<T>((resolve_as, reject) => {
      const resolve = resolve_as as Write['resolve']; // With what `work` returned.
      queue.push({ scope, work, is_synced, resolve, reject, undone: 0 });
      schedule();
    });
}

const causeOf = (error: unknown): unknown =>
  error instanceof Undone && error.cause !== undefined ? error.cause : error;
