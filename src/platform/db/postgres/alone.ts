import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Scope, Tx, Values } from '../database.ts';
import type { Answered, Asked } from './asked.ts';
import { BEGIN, type Connection, isConflict, isStale } from './connection.ts';
import { type Commit, finish, nothingPutOff, type PutOff } from './finish.ts';
import { NoAnswer, type Pool } from './pool.ts';
import { matchText, tsVector } from './search.ts';
import { askedOf } from './translate.ts';
import { sendOne } from './wave.ts';

export const RETRIES_MAX = 5;
const RETRY_PAUSE_MS = 10;

type Send = (asked: Asked) => Promise<Answered>;

/** Runs a write in a transaction of its own. */
export const writeAlone = <T>(pool: Pool, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (connection, commit) => {
    const watch = watchTransaction(connection);
    const put_off = nothingPutOff();
    const tx = transaction(watch.send, scope, put_off);
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
  const send: Send = async (asked) => {
    assert(!ended, 'this transaction is over');
    under_way += 1;
    try {
      return await sendOne(connection, asked);
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

function transaction(send: Send, scope: Scope, put_off: PutOff): Tx {
  let depth = 0;
  const command = (sql: string) => send(askedOf(sql, {}, 'count'));
  const own = queries(send, scope);
  return {
    ...own,
    async maybeLocked<Row>(lock: string, sql: string, values: Values) {
      const [, found] = await Promise.all([own.maybe(lock, values), own.maybe<Row>(sql, values)]);
      return found;
    },
    async attempt(work) {
      const name = `s${depth++}`;
      const undo = markPutOff(put_off);
      await command(`SAVEPOINT ${name}`);
      try {
        const value = await work();
        await command(`RELEASE ${name}`);
        return value;
      } catch (error) {
        undo();
        await command(`ROLLBACK TO ${name}`);
        throw error;
      } finally {
        depth--;
      }
    },
    async takeEventNumbers(count) {
      assert(scope !== null, 'events are numbered for each store');
      const { rows } = await send(askedOf(TAKE_NUMBERS, { ...scope, count }, 'one'));
      const [taken] = rows as { last_sequence: number }[];
      assert(taken);
      return taken.last_sequence;
    },
    lastSteps() {}, // Nobody else is in this transaction.
    ...puttingOff(put_off, scope),
  };
}

const TAKE_NUMBERS = `
  INSERT INTO event_counters (store_id, last_sequence) VALUES (:store_id, :count)
  ON CONFLICT (store_id) DO UPDATE
  SET last_sequence = event_counters.last_sequence + excluded.last_sequence
  RETURNING last_sequence`;

/** Statements of a store, or of the whole installation, and the search index. */
export function queries(send: Send, scope: Scope) {
  // The caller knows which row type its SQL returns; it cannot be checked here.
  return {
    maybe: async <Row>(sql: string, values: Values = {}) =>
      (await send(askedOf(sql, values, 'one', scope))).rows[0] as Row | undefined,
    all: async <Row>(sql: string, values: Values = {}) =>
      (await send(askedOf(sql, values, 'all', scope))).rows as Row[],
    run: async (sql: string, values: Values = {}) =>
      (await send(askedOf(sql, values, 'count', scope))).count,
    async change(sql: string, values: Values = {}) {
      const { count } = await send({ ...askedOf(sql, values, 'count', scope), is_sure: true });
      assert.equal(count, 1, 'the row is there');
      return count;
    },
    match: matchText,
    async index(text: Parameters<Tx['index']>[0], entry?: number): Promise<number> {
      const values = { record_id: text.record_id, words: tsVector(text) };
      if (entry !== undefined) {
        await send(askedOf(REINDEX, { ...values, entry }, 'count'));
        return entry;
      }
      const { rows } = await send(askedOf(INDEX, values, 'one'));
      const [added] = rows as { entry: number }[];
      assert(added);
      return added.entry;
    },
  };
}

const INDEX = `INSERT INTO search_texts (record_id, search_texts)
  VALUES (:record_id, CAST(:words AS tsvector)) RETURNING rowid AS entry`;
const REINDEX = `UPDATE search_texts SET search_texts = CAST(:words AS tsvector)
  WHERE rowid = :entry AND record_id = :record_id`;

export const puttingOff = (put_off: PutOff, scope: Scope): Pick<Tx, 'append' | 'addUp'> => ({
  append(appended) {
    put_off.appended.push(appended);
  },
  addUp(sql, key, sums) {
    const { store_id = null } = scope ?? key;
    put_off.sums.push({ sql, key: { ...key, store_id }, sums });
  },
});

/** Returns a function that forgets everything that was put off since. */
export function markPutOff(put_off: PutOff): () => void {
  const [appended, sums] = [put_off.appended.length, put_off.sums.length];
  return () => {
    put_off.appended.length = appended;
    put_off.sums.length = sums;
  };
}
