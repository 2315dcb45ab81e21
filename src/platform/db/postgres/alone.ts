import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Scope, Tx } from '../database.ts';
import { BEGIN, type Connection, isConflict, isStale } from './connection.ts';
import { type Commit, finish, nothingPutOff } from './finish.ts';
import { NoAnswer, type Pool } from './pool.ts';
import { ownTransaction, type Send } from './transaction.ts';
import { sendOne } from './wave.ts';

export const RETRIES_MAX = 5;
const RETRY_PAUSE_MS = 10;

/** Runs a write in a transaction of its own. */
export const writeAlone = <T>(pool: Pool, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (connection, commit) => {
    const watch = watchTransaction(connection);
    const put_off = nothingPutOff();
    const tx = ownTransaction(watch.send, scope, put_off);
    const value = await Promise.race([work(tx), watch.broken]).finally(watch.end);
    await finish(connection, [put_off], commit);
    return value;
  });

/**
 * Runs a transaction, and again after a conflict or a lost connection. If the connection is lost
 * after COMMIT was sent, nobody knows whether it succeeded: then the error is thrown.
 */
async function inTransaction<T>(
  pool: Pool,
  work: (connection: Connection, commit: Commit) => Promise<T>,
): Promise<T> {
  for (let retry = 0; ; retry++) {
    const connection = await pool.take();
    const commit = { is_unknown: false };
    try {
      await connection.query(BEGIN);
      return await work(connection, commit);
    } catch (error) {
      const is_lost = isConnectionProblem(connection, error);
      await rollBack(connection);
      const may_try_again = is_lost ? !commit.is_unknown : isConflict(error);
      if (!may_try_again || retry === RETRIES_MAX) throw error;
      if (is_lost) pool.closeIdle();
    } finally {
      pool.give(connection);
    }
    await pause(retry);
  }
}

export async function rollBack(connection: Connection): Promise<void> {
  if (!connection.isIdle()) await connection.query('ROLLBACK').catch(() => {}); // It is lost.
}

/** Whether the error is one of the connection, so that another one may succeed. */
export function isConnectionProblem(connection: Connection, error: unknown): boolean {
  if (isStale(error)) connection.destroy(new Error('this connection is out of date'));
  const lost = connection.lost();
  return lost !== undefined && !(lost instanceof NoAnswer);
}

// Random, so that two transactions in conflict do not meet again.
export const pause = (retry: number) => setTimeout(Math.random() * RETRY_PAUSE_MS * (retry + 1));

// A transaction holds a connection and locks, so nothing but the database may be awaited inside. If
// a turn of the event loop passes without a running query, the work awaited something else.
function watchTransaction(connection: Connection) {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {});
  let under_way = 0;
  let ended = false;
  const check = () => {
    if (ended || under_way > 0) return;
    reject(new Error('a transaction awaited something else than the database'));
  };
  const send: Send = async (query) => {
    assert(!ended, 'this transaction is over');
    under_way += 1;
    try {
      return await sendOne(connection, query);
    } finally {
      under_way -= 1;
      setImmediate(check);
    }
  };
  setImmediate(check);
  return {
    broken,
    send,
    end: () => {
      ended = true;
    },
  };
}
