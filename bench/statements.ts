import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import { connect, prepare } from '../src/db/sqlite/connect.ts';
import type { Case, Requests } from './cases.ts';
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
/** Before that the server is slow, and fewer writes share a commit. */
const MEASURED_PART = 1 / 2;

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
  const { next, asked } = counted(requests(shop.sample, shop.api_key));
  await load({ server, requests: next, warm_up_ms: window_ms, window_ms });
  const count = asked() * MEASURED_PART;
  const answer = await lookUp(server, shop);
  await stop(server);

  const bare = await startBare(shop.data_dir, Buffer.byteLength(answer));
  const found = await load({ server: bare, requests: next, warm_up_ms: window_ms, window_ms });
  await stop(bare);

  const recorded: Recorded = deserialize(readFileSync(file));
  const rounds = Array.from({ length: ROUNDS }, () => runAgain(recorded, copyOf(before)));
  const measured = recorded.steps.slice(firstMeasured(recorded));
  const us = (ms: number) => (ms * 1000) / count;
  const statements = recorded.texts.map((sql, at) => ({
    sql: sql.replace(/\s+/g, ' ').trim(),
    count: measured.filter(({ text }) => text === at).length / count,
    us: us(median(rounds.map(({ of_text }) => of_text[at] ?? 0))),
  }));
  return {
    name,
    statements: statements.toSorted((a, b) => b.us - a.us),
    database_us: us(median(rounds.map(({ all_ms }) => all_ms))),
    bare_us: 1e6 / found.requests_per_second,
  };
}

const firstMeasured = ({ steps }: Recorded): number =>
  Math.floor(steps.length * (1 - MEASURED_PART));

/** The same requests; `asked` tells how many there were. */
function counted(requests: Requests): { next: Requests; asked(): number } {
  let count = 0;
  const next = () => {
    count += 1;
    return requests();
  };
  return { next: Object.assign(next, requests), asked: () => count };
}

function copyOf(data_dir: string): string {
  const folder = makeFolder();
  for (const name of DATABASE_FILES.filter((name) => existsSync(join(data_dir, name)))) {
    copyFileSync(join(data_dir, name), join(folder, name));
  }
  return folder;
}

function runAgain(recorded: Recorded, data_dir: string) {
  const { texts, steps } = recorded;
  const first = firstMeasured(recorded);
  const connections = new Map<number, { db: DatabaseSync; known: Map<number, StatementSync> }>();
  const open = (number: number) => {
    const opened = { db: connect(join(data_dir, 'kassa.db')), known: new Map() };
    connections.set(number, opened);
    return opened;
  };
  const of_text = texts.map(() => 0);
  let began = 0;
  for (const [at, { connection, text, how, values = [] }] of steps.entries()) {
    if (at === first) began = performance.now();
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
    if (at >= first) of_text[text] = (of_text[text] ?? 0) + performance.now() - started;
  }
  const all_ms = performance.now() - began;
  for (const { db } of connections.values()) db.close();
  return { of_text, all_ms };
}
