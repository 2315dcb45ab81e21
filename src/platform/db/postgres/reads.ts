import { isConnectionProblem, pause, RETRIES_MAX } from './alone.ts';
import type { Connection } from './connection.ts';
import { isShortList } from './merge.ts';
import type { Pool } from './pool.ts';
import type { Answer, Query } from './query.ts';
import { createReaders } from './readers.ts';
import { sendOne, sendTogether } from './wave.ts';

interface Reading extends Query {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Sends reads. Look-ups of one turn of the event loop go out together, and are one statement where
 * they differ in their values alone. A read changes nothing, so it is sent again, by itself, when its
 * connection is lost or when those that it was sent with have failed.
 */
export function createReads(pool: Pool): (query: Query) => Promise<Answer> {
  const withReader = createReaders(pool);
  let turn: Reading[] = [];

  async function flush(): Promise<void> {
    const reads = turn;
    turn = [];
    const [only] = reads;
    if (reads.length === 1 && only) {
      readAlone(only).then(only.resolve, only.reject);
      return;
    }
    const outcomes = await withReader((connection) => sendTogether(connection, reads)).catch(
      () => [],
    );
    for (const [at, read] of reads.entries()) {
      const outcome = outcomes[at];
      if (outcome?.status === 'fulfilled') read.resolve(outcome.value);
      else readAlone(read).then(read.resolve, read.reject);
    }
  }

  async function readAlone(query: Query): Promise<Answer> {
    for (let retry = 0; ; retry++) {
      let used: Connection | undefined;
      try {
        return await withReader((connection) => {
          used = connection;
          return sendOne(connection, query);
        });
      } catch (error) {
        if (!used || retry === RETRIES_MAX || !isConnectionProblem(used, error)) throw error;
      }
      pool.closeIdle();
      await pause(retry);
    }
  }

  /** Long lists may take long, and look-ups shall not wait for them. Equal ones are sent once. */
  const lists = new Map<string, Promise<Answer>>();
  function readList(query: Query): Promise<Answer> {
    const key = `${query.statement.name} ${JSON.stringify(query.values)}`;
    const known = lists.get(key);
    if (known) return known.then(copyOf);
    // Only until it is sent: whoever reads later may know of a newer commit.
    if (lists.size === 0) process.nextTick(() => lists.clear());
    const reading = readAlone(query);
    lists.set(key, reading);
    return reading;
  }

  return (query) => {
    if (query.returns !== 'one' && !isShortList(query.statement)) return readList(query);
    return new Promise((resolve, reject) => {
      if (turn.length === 0) process.nextTick(flush);
      turn.push({ ...query, resolve, reject });
    });
  };
}

/** Nobody has the rows of somebody else. */
const copyOf = ({ rows, count }: Answer): Answer => ({
  rows: rows.map((row) => ({ ...(row as object) })),
  count,
});
