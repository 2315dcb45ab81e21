import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import { connect, prepare } from '../src/db/sqlite/connect.ts';
import type { Case } from './cases.ts';
import { load } from './load.ts';
import { median } from './measure.ts';
import { makeFolder, startBare, startKassa, stop } from './processes.ts';
import { lookUp, type Shop } from './shop.ts';

/** What one connection did to the database. */
export interface Step {
  connection: number;
  /** Which of the texts. */
  text: number;
  how: 'exec' | 'run' | 'get' | 'all';
  values?: SQLInputValue[];
}

export interface Recorded {
  texts: string[];
  steps: Step[];
}

/** Times are in µs for each request (or each pair of requests that are measured as one). */
export interface StatementTimes {
  name: string;
  statements: { sql: string; count: number; us: number }[];
  /** All of them, with what lies between. */
  database_us: number;
  /** What a bare server needs for as many answers, under the same load. */
  bare_us: number;
}

const RECORDING = fileURLToPath(new URL('./record-statements.ts', import.meta.url));
const DATABASE_FILES = ['kassa.db', 'kassa.db-wal'];
const ROUNDS = 3;

/**
 * How much of a case is the database's own: the statements that a server ran are run again, with the
 * same values in the same transactions, on a copy from before, with nothing between them.
 */
export async function measureStatements(
  shop: Shop,
  { name, requests }: Case,
  window_ms: number,
): Promise<StatementTimes> {
  const before = copyOf(shop.data_dir);
  const file = join(before, 'recorded');
  const server = await startKassa(shop.data_dir, {
    node_options: ['--import', RECORDING],
    settings: { RECORD_STATEMENTS: file },
  });
  const next = requests(shop.sample, shop.api_key);
  const { requests: count } = await load({ server, requests: next, warm_up_ms: 0, window_ms });
  const answer = await lookUp(server, shop);
  await stop(server);

  const bare = await startBare(shop.data_dir, Buffer.byteLength(answer));
  const found = await load({ server: bare, requests: next, warm_up_ms: window_ms, window_ms });
  await stop(bare);

  const recorded: Recorded = deserialize(readFileSync(file));
  const rounds = Array.from({ length: ROUNDS }, () => runAgain(recorded, copyOf(before)));
  const us = (ms: number) => (ms * 1000) / count;
  const statements = recorded.texts.map((sql, at) => ({
    sql: sql.replace(/\s+/g, ' ').trim(),
    count: recorded.steps.filter(({ text }) => text === at).length / count,
    us: us(median(rounds.map(({ of_text }) => of_text[at] ?? 0))),
  }));
  return {
    name,
    statements: statements.toSorted((a, b) => b.us - a.us),
    database_us: us(median(rounds.map(({ all_ms }) => all_ms))),
    bare_us: 1e6 / found.requests_per_second,
  };
}

function copyOf(data_dir: string): string {
  const folder = makeFolder();
  for (const name of DATABASE_FILES.filter((name) => existsSync(join(data_dir, name)))) {
    copyFileSync(join(data_dir, name), join(folder, name));
  }
  return folder;
}

function runAgain({ texts, steps }: Recorded, data_dir: string) {
  const connections = new Map<number, { db: DatabaseSync; known: Map<number, StatementSync> }>();
  const open = (number: number) => {
    const opened = { db: connect(join(data_dir, 'kassa.db')), known: new Map() };
    connections.set(number, opened);
    return opened;
  };
  const of_text = texts.map(() => 0);
  const began = performance.now();
  for (const { connection, text, how, values = [] } of steps) {
    const { db, known } = connections.get(connection) ?? open(connection);
    const sql = texts[text] ?? '';
    const started = performance.now();
    if (how === 'exec') db.exec(sql);
    else {
      const statement = known.get(text) ?? prepare(db, sql);
      known.set(text, statement);
      statement.setReturnArrays(true);
      statement[how](...values);
    }
    of_text[text] = (of_text[text] ?? 0) + performance.now() - started;
  }
  const all_ms = performance.now() - began;
  for (const { db } of connections.values()) db.close();
  return { of_text, all_ms };
}
