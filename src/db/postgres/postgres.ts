import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { QueryResult } from 'pg';
import { type ChainHead, INSTALLATION } from '../../core/audit-chain.ts';
import { entryValues, INSERT_ENTRY } from '../audit-entry.ts';
import type { Database, Scope, SearchQuery, Tx, Values } from '../database.ts';
import { assertScoped, bind, createTranslator } from '../statement.ts';
import { postgresAddress } from './address.ts';
import { type Connection, isConflict, isStale, openConnection } from './connection.ts';
import { createPinger } from './pinger.ts';
import { createPool, NoAnswer, type Pool } from './pool.ts';
import { createReaders } from './readers.ts';
import { tsQuery, tsVector } from './search.ts';

/** Of a machine: its processes share them. */
const CONNECTIONS_MAX = 10;
const CONNECTIONS_MIN = 3;
const RETRIES_MAX = 5;
const RETRY_PAUSE_MS = 10;
const SIZE = 'SELECT pg_database_size(current_database()) AS bytes';

/** A PostgreSQL database, which any number of Kassa processes can share. */
export async function openPostgres(url: string, processes = 1): Promise<Database> {
  const address = postgresAddress(url);
  const connections_max = Math.max(CONNECTIONS_MIN, Math.ceil(CONNECTIONS_MAX / processes));
  const pool = createPool(() => openConnection(address), connections_max);
  pool.give(await pool.take()); // Fails now if the server cannot be used.
  const pinger = createPinger(() => openConnection(address));
  const reading = sendReads(pool);

  const write: Database['write'] = (scope, work) =>
    inTransaction(pool, async (connection, committing) => {
      const watch = watchTransaction(connection);
      const value = await Promise.race([
        work(transaction(watch.send, scope)),
        watch.broken,
      ]).finally(watch.end);
      committing();
      const { command } = await connection.query('COMMIT');
      assert.equal(command, 'COMMIT', 'a transaction went on after one of its statements failed');
      return value;
    });

  return {
    reader: (scope) => createQueries(reading, scope),
    write,
    writeUnsynced: write,
    async snapshot(work) {
      const connection = await openConnection(address);
      try {
        await connection.disableTimeouts(); // Reading everything may take long.
        await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        return await work(createQueries(connection.query, null));
      } finally {
        await connection.end();
      }
    },
    // PostgreSQL enforces references itself and has its own tools for its files.
    selfCheck: async () => [],
    async describe() {
      const found = await createQueries(reading, null).maybe<{ bytes: number }>(SIZE);
      return { engine: 'postgres', bytes: Number(found?.bytes ?? 0) };
    },
    copyTo: undefined, // pg_dump does.
    compact: async () => false, // PostgreSQL does this by itself.
    now: pinger.now,
    async ping() {
      await pinger.now();
    },
    async close() {
      await pinger.close();
      await pool.close();
    },
  };
}

/** Sends reads. A read changes nothing, so it is sent again when its connection is lost. */
function sendReads(pool: Pool): Send {
  const withReader = createReaders(pool);
  return async (...query) => {
    for (let retry = 0; ; retry++) {
      let used: Connection | undefined;
      try {
        return await withReader((connection) => {
          used = connection;
          return connection.query(...query);
        });
      } catch (error) {
        if (!used || retry === RETRIES_MAX || !isConnectionProblem(used, error)) throw error;
      }
      pool.closeIdle();
      await pause(retry);
    }
  };
}

/**
 * Runs a transaction, and again after a conflict or a lost connection. If the connection is lost
 * after COMMIT was sent, nobody knows whether it succeeded: then the error is thrown.
 */
async function inTransaction<T>(
  pool: Pool,
  work: (connection: Connection, committing: () => void) => Promise<T>,
): Promise<T> {
  for (let retry = 0; ; retry++) {
    const connection = await pool.take();
    let is_committing = false;
    try {
      await connection.query('BEGIN');
      return await work(connection, () => {
        is_committing = true;
      });
    } catch (error) {
      const is_lost = isConnectionProblem(connection, error);
      if (!connection.isIdle()) await connection.query('ROLLBACK').catch(() => {}); // It is lost.
      const may_try_again = is_lost ? !is_committing : isConflict(error);
      if (!may_try_again || retry === RETRIES_MAX) throw error;
      if (is_lost) pool.closeIdle();
    } finally {
      pool.give(connection);
    }
    await pause(retry);
  }
}

/** Whether the error is one of the connection, so that another one may succeed. */
function isConnectionProblem(connection: Connection, error: unknown): boolean {
  if (isStale(error)) connection.destroy(new Error('this connection is out of date'));
  const lost = connection.lost();
  return lost !== undefined && !(lost instanceof NoAnswer);
}

// Random, so that two transactions in conflict do not meet again.
const pause = (retry: number) => setTimeout(Math.random() * RETRY_PAUSE_MS * (retry + 1));

// MATCH of SQLite's FTS5 is @@ in PostgreSQL. Referenced rows are never deleted and keys never
// change, so the weaker lock is enough: it does not block inserts of rows that refer to this one.
const translate = createTranslator('$', (sql) =>
  sql
    .replace('MATCH :match', '@@ CAST(:match AS tsquery)')
    .replace('FOR UPDATE', 'FOR NO KEY UPDATE'),
);

type Send = (text: string, values?: unknown[], name?: string) => Promise<QueryResult>;

function createQueries(send: Send, scope: Scope) {
  const query = (text: string, values: Values) => {
    const statement = translate(text);
    assertScoped(statement, scope);
    return send(statement.text, bind(statement, scope, values), statement.name);
  };
  // The caller knows which row type its SQL returns; it cannot be checked here.
  return {
    maybe: async <Row>(text: string, values: Values = {}) =>
      (await query(text, values)).rows[0] as Row | undefined,
    all: async <Row>(text: string, values: Values = {}) =>
      (await query(text, values)).rows as Row[],
    run: async (text: string, values: Values = {}) => (await query(text, values)).rowCount ?? 0,
    match: (query: SearchQuery, without: SearchQuery[]) =>
      `(${tsQuery(query)})${without.map((one) => ` & !(${tsQuery(one)})`).join('')}`,
  };
}

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
  const send: Send = async (...query) => {
    assert(!ended, 'this transaction is over');
    under_way += 1;
    try {
      return await connection.query(...query);
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

function transaction(send: Send, scope: Scope): Tx {
  const own = createQueries(send, scope);
  const operator = createQueries(send, null);
  /** Ends of chains whose rows this transaction has locked. */
  const heads = new Map<string, ChainHead>();
  let depth = 0;
  async function takeNumbers(store_id: string, count: number): Promise<number> {
    const taken = await operator.maybe<Taken>(TAKE_NUMBERS, { store_id, count });
    assert(taken);
    heads.set(store_id, { sequence: taken.audit_sequence, hash: taken.audit_hash });
    return taken.last_sequence;
  }
  async function lockHead(store_id: string): Promise<ChainHead> {
    if (store_id !== INSTALLATION) await takeNumbers(store_id, 0);
    const known = heads.get(store_id);
    const head = known ?? (await operator.maybe<ChainHead>(LOCK_HEAD, { store_id }));
    assert(head);
    return head;
  }
  return {
    ...own,
    async maybeLocked<Row>(lock: string, sql: string, values: Values) {
      const [, found] = await Promise.all([own.maybe(lock, values), own.maybe<Row>(sql, values)]);
      return found;
    },
    async addUp(sql, key, sums) {
      await own.run(sql, { ...key, ...sums });
    },
    async attempt(work) {
      const name = `s${depth++}`;
      await send(`SAVEPOINT ${name}`);
      try {
        const value = await work();
        await send(`RELEASE ${name}`);
        return value;
      } catch (error) {
        await send(`ROLLBACK TO ${name}`);
        heads.clear(); // Locks that were taken since are gone.
        throw error;
      } finally {
        depth--;
      }
    },
    async index(text, entry) {
      const values = { record_id: text.record_id, words: tsVector(text) };
      if (entry !== undefined) {
        await operator.run(REINDEX, { ...values, entry });
        return entry;
      }
      const added = await operator.maybe<{ entry: number }>(INDEX, values);
      assert(added);
      return added.entry;
    },
    takeEventNumbers(count) {
      assert(scope !== null, 'events are numbered for each store');
      return takeNumbers(scope.store_id, count);
    },
    async appendToChain(store_id, make) {
      const row = make(heads.get(store_id) ?? (await lockHead(store_id)));
      await operator.run(
        store_id === INSTALLATION ? APPEND_OWN : APPEND,
        entryValues(store_id, row),
      );
      heads.set(store_id, { sequence: row.sequence, hash: row.hash });
    },
  };
}

const INDEX = `INSERT INTO search_texts (record_id, search_texts)
  VALUES (:record_id, CAST(:words AS tsvector)) RETURNING rowid AS entry`;
const REINDEX = `UPDATE search_texts SET search_texts = CAST(:words AS tsvector)
  WHERE rowid = :entry AND record_id = :record_id`;

// The row of the counter stays locked until the transaction ends, which is the next step. So the
// sequence has no gaps, and a later number is never visible before an earlier one.
const TAKE_NUMBERS = `
  INSERT INTO event_counters (store_id, last_sequence) VALUES (:store_id, :count)
  ON CONFLICT (store_id) DO UPDATE
  SET last_sequence = event_counters.last_sequence + excluded.last_sequence
  RETURNING last_sequence, audit_sequence, audit_hash`;

interface Taken {
  last_sequence: number;
  audit_sequence: number;
  audit_hash: string;
}

const LOCK_HEAD = `SELECT sequence, hash FROM audit_heads WHERE store_id = :store_id FOR UPDATE`;

// Both in one statement: whoever waits for the row waits for a round trip less.
const APPEND = `WITH head AS (UPDATE event_counters
    SET audit_sequence = :sequence, audit_hash = :hash WHERE store_id = :store_id)
  ${INSERT_ENTRY}`;
const APPEND_OWN = `WITH head AS (UPDATE audit_heads
    SET sequence = :sequence, hash = :hash WHERE store_id = :store_id)
  ${INSERT_ENTRY}`;
