import assert from 'node:assert/strict';
import type { Scope, Tx, Values } from '../database.ts';
import { adds, changes } from '../rows.ts';
import type { PutOff } from './finish.ts';
import { type Answer, type Query, queryOf } from './query.ts';
import { matchText, tsVector } from './search.ts';

export type Send = (query: Query) => Promise<Answer>;

/** Statements of a store, or of the whole installation, and the search index. */
export function queries(send: Send, scope: Scope) {
  // The caller knows which row type its SQL returns; it cannot be checked here.
  return {
    maybe: async <Row>(sql: string, values: Values = {}) =>
      (await send(queryOf(sql, values, 'one', scope))).rows[0] as Row | undefined,
    all: async <Row>(sql: string, values: Values = {}) =>
      (await send(queryOf(sql, values, 'all', scope))).rows as Row[],
    run: async (sql: string, values: Values = {}) =>
      (await send(queryOf(sql, values, 'count', scope))).count,
    async change(sql: string, values: Values = {}) {
      const { count } = await send({ ...queryOf(sql, values, 'count', scope), is_sure: true });
      assert.equal(count, 1, 'the row is there');
      return count;
    },
    match: matchText,
    async index(text: Parameters<Tx['index']>[0], entry?: number): Promise<number> {
      const values = { record_id: text.record_id, words: tsVector(text) };
      if (entry !== undefined) {
        await send(queryOf(REINDEX, { ...values, entry }, 'count'));
        return entry;
      }
      const { rows } = await send(queryOf(INDEX, values, 'one'));
      const [added] = rows as { entry: number }[];
      assert(added);
      return added.entry;
    },
  };
}

const INDEX = adds('search_texts', 'record_id')`INSERT INTO search_texts (record_id, search_texts)
  VALUES (:record_id, CAST(:words AS tsvector)) RETURNING rowid AS entry`;
const REINDEX = changes('search_texts', 'record_id')`
  UPDATE search_texts SET search_texts = CAST(:words AS tsvector)
  WHERE rowid = :entry AND record_id = :record_id`;

/** A transaction by itself. */
export function ownTransaction(send: Send, scope: Scope, put_off: PutOff): Tx {
  let depth = 0;
  const command = (sql: string) => send(queryOf(sql, {}, 'count'));
  const own = queries(send, scope);
  return {
    ...own,
    async maybeLocked<Row>(lock: string, sql: string, values: Values) {
      const [, row] = await Promise.all([own.maybe(lock, values), own.maybe<Row>(sql, values)]);
      return row;
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
      const { rows } = await send(queryOf(TAKE_NUMBERS, { ...scope, count }, 'one'));
      const [taken] = rows as { last_sequence: number }[];
      assert(taken);
      return taken.last_sequence;
    },
    lastSteps() {}, // Nobody else is in this transaction.
    ...puttingOff(put_off, scope),
  };
}

const TAKE_NUMBERS = changes('event_counters', 'store_id')`
  INSERT INTO event_counters (store_id, last_sequence) VALUES (:store_id, :count)
  ON CONFLICT (store_id) DO UPDATE
  SET last_sequence = event_counters.last_sequence + excluded.last_sequence
  RETURNING last_sequence`;

/** The transaction that one write of a batch is given. */
export function sharedTransaction(
  member: { put_off: PutOff; changes: number },
  scope: Scope,
  batch: {
    send: Send;
    leave: () => Promise<never>;
    /** Whether the newest statement has to wait. */
    isWaiting: () => boolean;
    lastSteps: () => Promise<void>;
  },
): Tx {
  const { put_off } = member;
  const own = queries(batch.send, scope);
  return {
    ...own,
    async maybeLocked<Row>(lock: string, sql: string, values: Values) {
      const locked = own.maybe(lock, values);
      // Sent together, unless another write has the row: it is to be read as that one leaves it.
      if (batch.isWaiting()) await locked;
      const [row] = await Promise.all([own.maybe<Row>(sql, values), locked]);
      return row;
    },
    async attempt(work) {
      const { changes } = member;
      const undo = markPutOff(put_off);
      try {
        return await work();
      } catch (error) {
        if (member.changes > changes) return batch.leave(); // There are no savepoints in a batch.
        undo();
        throw error;
      }
    },
    takeEventNumbers: batch.leave,
    lastSteps: batch.lastSteps,
    ...puttingOff(put_off, scope),
  };
}

const puttingOff = (put_off: PutOff, scope: Scope): Pick<Tx, 'append' | 'addUp'> => ({
  append(appended) {
    put_off.appended.push(appended);
  },
  addUp(into, key, sums) {
    const { store_id = null } = scope ?? key;
    put_off.sums.push({ into, key: { ...key, store_id }, sums });
  },
});

/** Returns a function that forgets everything that was put off since. */
function markPutOff(put_off: PutOff): () => void {
  const [appended, sums] = [put_off.appended.length, put_off.sums.length];
  return () => {
    put_off.appended.length = appended;
    put_off.sums.length = sums;
  };
}
