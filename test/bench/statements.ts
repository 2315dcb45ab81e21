import { copyFileSync, cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import { connect, prepare } from '../../src/platform/db/sqlite/connect.ts';
import type { Case } from './cases.ts';
import { load, type Requests } from './load.ts';
import { lookUp } from './look-up.ts';
import { median } from './median.ts';
import { makeFolder, startBare, startKassa, stop } from './processes.ts';
import type { Shop } from './shop.ts';

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

/** What the database alone takes for a case. */
export interface Floor {
  /** Runs the next of `rounds` parts of the statements: how long it took for each request. */
  next(): { database_us: number; text_us: number[] };
  close(): void;
}

/** A shop as it was, twice: a server is recorded on one, and its statements run on the other. */
export interface Copies {
  shop: Shop;
  again_dir: string;
}

const RECORDING = fileURLToPath(new URL('./record-statements.ts', import.meta.url));
const DATABASE_FILES = ['kassa.db', 'kassa.db-wal'];
const ROUNDS = 3;

/** Of a shop that no server has open. */
export function copyTwice(shop: Shop): Copies {
  const data_dir = makeFolder();
  cpSync(shop.data_dir, data_dir, { recursive: true });
  return { shop: { ...shop, data_dir }, again_dir: copyOf(data_dir) };
}

/**
 * How much of a case is the database's own: the statements that a server ran are run again, with the
 * same values in the same transactions, on a copy from before, with nothing between them.
 */
export async function measureStatements(
  shop: Shop,
  one: Case,
  window_ms: number,
): Promise<StatementTimes> {
  const copies = copyTwice(shop);
  const requests = one.requests(shop.sample, shop.api_key);
  const { recorded, count, answer_bytes } = await record(copies.shop, requests, window_ms);
  const bare = await startBare(shop.data_dir, answer_bytes);
  const found = await load({ server: bare, requests, warm_up_ms: window_ms, window_ms });
  await stop(bare);

  const floor = runAgain(recorded, { count, rounds: ROUNDS, data_dir: copies.again_dir });
  const parts = Array.from({ length: ROUNDS }, floor.next);
  floor.close();
  const measured = recorded.steps.slice(firstMeasured(recorded));
  const statements = recorded.texts.map((sql, at) => ({
    sql: sql.replace(/\s+/g, ' ').trim(),
    count: measured.filter(({ text }) => text === at).length / (count * MEASURED_PART),
    us: median(parts.map(({ text_us }) => text_us[at] ?? 0)),
  }));
  return {
    name: one.name,
    statements: statements.toSorted((a, b) => b.us - a.us),
    database_us: median(parts.map(({ database_us }) => database_us)),
    bare_us: 1e6 / found.requests_per_second,
  };
}

/** Records a case, so that its statements can be run again between the rounds of a measurement. */
export async function prepareFloor(
  { shop, again_dir }: Copies,
  { requests }: Case,
  { window_ms, rounds }: { window_ms: number; rounds: number },
): Promise<Floor> {
  const next = requests(shop.sample, shop.api_key);
  const { recorded, count } = await record(shop, next, window_ms);
  return runAgain(recorded, { count, rounds, data_dir: again_dir });
}

async function record({ data_dir, ...shop }: Shop, requests: Requests, window_ms: number) {
  const file = join(data_dir, 'recorded');
  const server = await startKassa(data_dir, {
    node_options: ['--import', RECORDING],
    settings: { RECORD_STATEMENTS: file },
  });
  const { next, asked } = counted(requests);
  await load({ server, requests: next, warm_up_ms: window_ms, window_ms });
  const answer = await lookUp(server, { data_dir, ...shop });
  await stop(server);
  const recorded: Recorded = deserialize(readFileSync(file));
  return { recorded, count: asked(), answer_bytes: Buffer.byteLength(answer) };
}

/** Before that the server is slow, and fewer writes share a commit. */
const MEASURED_PART = 1 / 2;

const firstMeasured = ({ steps }: Recorded): number =>
  Math.floor(steps.length * (1 - MEASURED_PART));

/** The same requests; `asked` says how many there were. */
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

/** Runs what is not measured at once, and the rest in parts. `count`: requests that there were. */
function runAgain(
  { texts, steps }: Recorded,
  { count, rounds, data_dir }: { count: number; rounds: number; data_dir: string },
): Floor {
  const connections = new Map<number, { db: DatabaseSync; known: Map<number, StatementSync> }>();
  const open = (number: number) => {
    const opened = { db: connect(join(data_dir, 'kassa.db')), known: new Map() };
    connections.set(number, opened);
    return opened;
  };
  const first = firstMeasured({ texts, steps });
  const part = Math.floor((steps.length - first) / rounds);
  let done = 0;

  function runUntil(end: number) {
    const text_ms = texts.map(() => 0);
    const began = performance.now();
    for (const { connection, text, how, values = [] } of steps.slice(done, end)) {
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
      text_ms[text] = (text_ms[text] ?? 0) + performance.now() - started;
    }
    const us = (ms: number) => (ms * 1000 * steps.length) / (count * Math.max(1, end - done));
    const found = { database_us: us(performance.now() - began), text_us: text_ms.map(us) };
    done = end;
    return found;
  }

  runUntil(first);
  return {
    next: () => runUntil(done + part),
    close() {
      for (const { db } of connections.values()) {
        if (db.isTransaction) db.exec('COMMIT');
        db.close();
      }
    },
  };
}
