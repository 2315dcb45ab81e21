import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { makePrivate } from '../../platform/db/private-file.ts';
import { connect, prepare } from '../../platform/db/sqlite/connect.ts';
import { SettingsError } from '../../platform/machine/settings.ts';
import {
  columnNames,
  type Key,
  type MovedTable,
  type MoveEnd,
  OWN_TABLES,
  SEARCH_TEXTS,
  typeOf,
} from './end.ts';
import { createBook } from './move-book.ts';
import { lineOf, type MovedValue, type RowLine, valuesOf, ZeroByte } from './row-line.ts';
import { movedWords } from './search-words.ts';

const ROWS_AT_ONCE = 1_000;
/** For a move, which has the machine for itself. */
const CACHE_KB = 200_000;

/** A SQLite file as one end of a move. Nobody else writes to it meanwhile. */
export function openSqliteEnd(path: string, { cache_kb = CACHE_KB } = {}): MoveEnd {
  const open = () => {
    const db = connect(path, { cache_kb });
    db.exec('PRAGMA foreign_keys = OFF'); // References are checked when everything is there.
    return db;
  };
  let db = open();
  const inserts = new Map<string, StatementSync>();

  async function inTransaction(work: () => Promise<void>): Promise<void> {
    db.exec('BEGIN IMMEDIATE');
    try {
      await work();
      db.exec('COMMIT');
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }

  function insertInto(table: MovedTable): StatementSync {
    const known = inserts.get(table.name);
    if (known) return known;
    const marks = table.columns.map(() => '?').join(', ');
    const text = `INSERT INTO ${table.name} (${columnNames(table)}) VALUES (${marks})`;
    const made = prepare(db, text);
    inserts.set(table.name, made);
    return made;
  }

  const book = createBook({
    query: async (sql, values = []) =>
      db.prepare(sql).all(Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value]))),
    exec: async (sql) => db.exec(sql),
    inTransaction,
    tables: async () => tablesOf(db),
    async insert(table, lines) {
      const is_number = table.columns.map(({ type }) => type === 'bigint');
      const insert = insertInto(table);
      for (const line of lines) {
        const values = valuesOf(line) as SQLInputValue[];
        for (let at = 0; at < values.length; at++) {
          if (is_number[at] && values[at] !== null) values[at] = BigInt(String(values[at]));
        }
        insert.run(...values);
      }
    },
    dropRules: async () => dropIndexes(db),
  });

  return {
    ...book,
    engine: 'sqlite',
    place: path,
    tables: async () => tablesOf(db),
    async count({ name }) {
      const counted = name === SEARCH_TEXTS.name ? 'search_texts_docsize' : name;
      return Number(db.prepare(`SELECT COUNT(*) AS rows FROM ${counted}`).get()?.rows);
    },
    read: (table, after) =>
      table.name === SEARCH_TEXTS.name ? readTexts(db, after) : readRows(db, table, after),
    hasMarks: async () =>
      db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'moves'`).get() !== undefined,
    async clear() {
      db.close();
      for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
      inserts.clear();
      makePrivate(path);
      db = open();
    },
    async finish(mark) {
      const [dangling] = db.prepare('PRAGMA foreign_key_check').all();
      assert(!dangling, `a row of ${dangling?.table} refers to no ${dangling?.parent}`);
      await book.finish(mark);
    },
    close: async () => db.close(),
  };
}

function tablesOf(db: DatabaseSync): MovedTable[] {
  const found = db
    .prepare(
      `SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow'
       AND name NOT LIKE 'sqlite%' ORDER BY name`,
    )
    .all()
    .filter(({ name }) => !OWN_TABLES.includes(String(name)));
  return found.map(({ name, type }) => {
    if (name === SEARCH_TEXTS.name) return SEARCH_TEXTS;
    assert.equal(type, 'table', `${name} is no plain table: how is it moved?`);
    const columns = db.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(String(name));
    const key = columns
      .filter(({ pk }) => Number(pk) > 0)
      .sort((a, b) => Number(a.pk) - Number(b.pk));
    return {
      name: String(name),
      columns: columns.map((column) => ({
        name: String(column.name),
        type:
          String(column.type).toLowerCase() === 'text' ? ('text' as const) : ('bigint' as const),
      })),
      key: key.map((column) => String(column.name)),
    };
  });
}

async function* readRows(
  db: DatabaseSync,
  table: MovedTable,
  after: Key | null,
): AsyncGenerator<RowLine[]> {
  const order = table.key.join(', ');
  const from = after === null ? '' : `WHERE (${order}) > (${table.key.map(() => '?').join(', ')})`;
  const rows = db.prepare(
    `SELECT ${columnNames(table)} FROM ${table.name} ${from} ORDER BY ${order}`,
  );
  rows.setReturnArrays(true);
  const key = (after ?? []).map((value, at) =>
    typeOf(table, table.key[at] ?? '') === 'bigint' ? Number(value) : value,
  );
  let lines: RowLine[] = [];
  for (const row of rows.iterate(...key)) {
    lines.push(lineOfRow(table, row as unknown as MovedValue[]));
    if (lines.length < ROWS_AT_ONCE) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}

function lineOfRow(table: MovedTable, row: MovedValue[]): RowLine {
  try {
    return lineOf(row);
  } catch (error) {
    if (!(error instanceof ZeroByte)) throw error;
    const key = table.key.map((name) => row[table.columns.findIndex((one) => one.name === name)]);
    throw new SettingsError(
      `PostgreSQL has no texts with a zero byte, and one is in ${table.name}.${table.columns[error.position]?.name} of ${key.join(' ')}. Take it out there first.`,
    );
  }
}

/** The index keeps words, not texts: they are gathered for each entry. */
async function* readTexts(db: DatabaseSync, after: Key | null): AsyncGenerator<RowLine[]> {
  db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_words
    USING fts5vocab('main', 'search_texts', 'instance')`);
  const from = Number(after?.[0] ?? 0);
  const words = db.prepare(WORDS);
  words.setReturnArrays(true);
  const found = words.iterate(from) as unknown as Iterator<[number, string | null, string | null]>;
  const entries = db.prepare(ENTRIES);
  entries.setReturnArrays(true);
  let next = found.next();
  let lines: RowLine[] = [];
  for (const row of entries.iterate(from)) {
    const [entry, record_id] = row as unknown as [number, string];
    let texts = { title: '', body: '' };
    if (!next.done && next.value[0] <= entry) {
      const [of_entry, title, body] = next.value;
      assert.equal(of_entry, entry, 'each word belongs to an entry');
      texts = { title: title ?? '', body: body ?? '' };
      next = found.next();
    }
    lines.push(lineOf([entry, record_id, ...movedWords(texts)]));
    if (lines.length < ROWS_AT_ONCE) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}

const WORDS = `SELECT doc, group_concat(term, ' ') FILTER (WHERE col = 'title'),
    group_concat(term, ' ') FILTER (WHERE col = 'body')
  FROM search_words WHERE doc > CAST(? AS bigint) GROUP BY doc ORDER BY doc`;
const ENTRIES =
  'SELECT rowid, record_id FROM search_texts WHERE rowid > CAST(? AS bigint) ORDER BY rowid';

/** Returns the statements that make them again, and the figures about them that go with them. */
function dropIndexes(db: DatabaseSync): string[] {
  const indexes = db
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`)
    .all();
  const figures = db.prepare('SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY rowid').all();
  const quoted = (value: unknown) =>
    value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`;
  const rows = figures.map(
    ({ tbl, idx, stat }) => `(${quoted(tbl)}, ${quoted(idx)}, ${quoted(stat)})`,
  );
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  return [
    ...indexes.map(({ sql }) => String(sql)),
    `DELETE FROM sqlite_stat1; INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ${rows.join(', ')}`,
  ];
}
