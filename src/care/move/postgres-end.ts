import assert from 'node:assert/strict';
import { placeOf } from '../../platform/db/postgres/address.ts';
import { BULK_NAME, type BulkConnection, openBulk } from '../../platform/db/postgres/bulk.ts';
import { BEGIN } from '../../platform/db/postgres/connection.ts';
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
import { lineOf, type RowLine, valuesOf } from './row-line.ts';
import { movedWords, vectorOf, wordsOf } from './search-words.ts';

/**
 * A PostgreSQL database as one end of a move. Nobody else writes to it meanwhile; or it is only read,
 * and all is read as it is at this moment.
 */
export async function openPostgresEnd(url: string, { in_snapshot = false } = {}): Promise<MoveEnd> {
  const bulk = await openBulk(url);
  if (in_snapshot) await bulk.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const tables = async () => tablesOf(bulk);

  async function inTransaction(work: () => Promise<void>): Promise<void> {
    await bulk.query(BEGIN);
    try {
      await work();
      await bulk.query('COMMIT');
    } catch (error) {
      await bulk.query('ROLLBACK').catch(() => {}); // The first error is the one to report.
      throw error;
    }
  }

  return {
    ...createBook({
      query: bulk.query,
      exec: bulk.query,
      inTransaction,
      tables,
      async insert(table, lines) {
        const [columns, rows] =
          table.name === SEARCH_TEXTS.name
            ? ['rowid, record_id, search_texts', lines.map(toVector)]
            : [columnNames(table), lines];
        await bulk.copyIn(`COPY ${table.name} (${columns}) FROM STDIN`, rows);
      },
      dropRules: () => dropRules(bulk),
    }),
    engine: 'postgres',
    place: placeOf(url),
    tables,
    async count({ name }) {
      const [row] = await bulk.query(`SELECT COUNT(*) AS rows FROM ${name}`);
      return Number(row?.rows);
    },
    read: (table, after) => read(bulk, table, after),
    async hasMarks() {
      const [row] = await bulk.query(`SELECT to_regclass('moves') AS name`);
      return row?.name != null;
    },
    clear: () => inTransaction(() => dropAll(bulk)),
    close: bulk.close,
  };
}

async function tablesOf(bulk: BulkConnection): Promise<MovedTable[]> {
  const columns = await bulk.query(`SELECT c.table_name, c.column_name, c.data_type
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
    ORDER BY c.table_name COLLATE "C", c.ordinal_position`);
  const keys = await bulk.query(`SELECT table_name, column_name
    FROM information_schema.key_column_usage
    JOIN information_schema.table_constraints USING (constraint_schema, constraint_name, table_name)
    WHERE constraint_schema = current_schema() AND constraint_type = 'PRIMARY KEY'
    ORDER BY table_name, ordinal_position`);
  const by_table = Map.groupBy(columns, ({ table_name }) => String(table_name));
  return [...by_table]
    .filter(([name]) => !OWN_TABLES.includes(name))
    .map(([name, found]) => {
      if (name === SEARCH_TEXTS.name) return SEARCH_TEXTS;
      return {
        name,
        columns: found.map(({ column_name, data_type }) => {
          const type = data_type === 'text' || data_type === 'bigint' ? data_type : undefined;
          assert(type, `${name}.${column_name} is a ${data_type}: how is it moved?`);
          return { name: String(column_name), type };
        }),
        key: keys
          .filter(({ table_name }) => table_name === name)
          .map(({ column_name }) => String(column_name)),
      };
    });
}

/** In the order of bytes, as SQLite has it (decision 79). */
async function* read(
  bulk: BulkConnection,
  table: MovedTable,
  after: Key | null,
): AsyncGenerator<RowLine[]> {
  const key = table.key.join(', ');
  const from = after === null ? '' : `WHERE (${key}) > (${literals(table, after).join(', ')})`;
  const is_search = table.name === SEARCH_TEXTS.name;
  const columns = is_search ? 'rowid, record_id, search_texts' : columnNames(table);
  const rows = bulk.copyOut(
    `COPY (SELECT ${columns} FROM ${table.name} ${from} ORDER BY ${key}) TO STDOUT`,
  );
  for await (const lines of rows) yield is_search ? lines.map(fromVector) : lines;
}

/** COPY takes no parameters. */
const literals = (table: MovedTable, values: Key): string[] =>
  values.map((value, at) =>
    typeOf(table, table.key[at] ?? '') === 'bigint'
      ? `${BigInt(value)}`
      : `'${value.replaceAll("'", "''")}'`,
  );

function toVector(line: RowLine): RowLine {
  const [rowid = '', record_id = '', title, body] = valuesOf(line);
  return lineOf([rowid, record_id, vectorOf(title ?? '', body ?? '')]);
}

function fromVector(line: RowLine): RowLine {
  const [rowid = '', record_id = '', vector] = valuesOf(line);
  return lineOf([rowid, record_id, ...movedWords(wordsOf(vector ?? ''))]);
}

/** References and indexes slow writing down, and are made faster at once. Keys stay. */
async function dropRules(bulk: BulkConnection): Promise<string[]> {
  const references = await bulk.query(`SELECT conrelid::regclass::text AS of_table,
      quote_ident(conname) AS name, pg_get_constraintdef(oid) AS rule
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
    ORDER BY conrelid::regclass::text, conname`);
  const indexes = await bulk.query(`SELECT i.indexrelid::regclass::text AS name,
      pg_get_indexdef(i.indexrelid) AS statement
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE c.relnamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid
        AND k.contype IN ('p', 'u'))
      AND c.relname NOT LIKE 'move\\_%'
    ORDER BY c.relname, i.indexrelid`);
  for (const { of_table, name } of references) {
    await bulk.query(`ALTER TABLE ${of_table} DROP CONSTRAINT ${name}`);
  }
  for (const { name } of indexes) await bulk.query(`DROP INDEX ${name}`);
  return [
    ...indexes.map(({ statement }) => String(statement)),
    ...references.map(
      ({ of_table, name, rule }) => `ALTER TABLE ${of_table} ADD CONSTRAINT ${name} ${rule}`,
    ),
    // New entries are numbered after those that came.
    `SELECT setval(pg_get_serial_sequence('search_texts', 'rowid'),
      (SELECT COALESCE(MAX(rowid), 0) + 1 FROM search_texts), false)`,
    'ANALYZE',
  ];
}

/** A target was empty when its move began: all that is there now came from us. */
async function dropAll(bulk: BulkConnection): Promise<void> {
  const tables = await bulk.query(`SELECT quote_ident(table_name) AS name
    FROM information_schema.tables WHERE table_schema = current_schema()`);
  const functions = await bulk.query(`SELECT oid::regprocedure::text AS name FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace AND proname LIKE 'refuse\\_%'`);
  for (const { name } of tables) await bulk.query(`DROP TABLE ${name} CASCADE`);
  for (const { name } of functions) await bulk.query(`DROP FUNCTION ${name}`);
}

/** How many other processes of Kassa use this database. */
export async function countOthers(url: string): Promise<number> {
  const bulk = await openBulk(url);
  try {
    const [row] = await bulk.query(
      `SELECT COUNT(*) AS others FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'kassa%'
       AND application_name <> $1`,
      [BULK_NAME],
    );
    return Number(row?.others);
  } finally {
    await bulk.close();
  }
}
