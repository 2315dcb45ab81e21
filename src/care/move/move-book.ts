import type { MoveMark } from '../../platform/db/move-mark.ts';
import { type MovedTable, type MoveEnd, SEARCH_TEXTS } from './end.ts';
import type { RowLine } from './row-line.ts';

/** One of the two databases, for what both engines do alike. Values are `$1`, `$2`, … */
interface Engine {
  query(sql: string, values?: (string | number | null)[]): Promise<Record<string, unknown>[]>;
  /** Runs statements without values. */
  exec(sql: string): Promise<unknown>;
  inTransaction(work: () => Promise<void>): Promise<void>;
  tables(): Promise<MovedTable[]>;
  insert(table: MovedTable, lines: RowLine[]): Promise<void>;
  /** Drops what slows writing down or depends on the order of tables. Returns what makes it again. */
  dropRules(): Promise<string[]>;
}

type Book = Omit<
  MoveEnd,
  'engine' | 'place' | 'tables' | 'count' | 'read' | 'hasMarks' | 'clear' | 'close'
>;

/** What a database keeps about its moves: the marks, how far each table is, and what is left to do. */
export function createBook(engine: Engine): Book {
  const { query, exec, inTransaction } = engine;
  const saveMark = async (mark: MoveMark): Promise<void> => {
    await query(
      `INSERT INTO moves (move_id, role, other, started_at, finished_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (move_id) DO UPDATE SET finished_at = excluded.finished_at`,
      [mark.move_id, mark.role, mark.other, mark.started_at, mark.finished_at],
    );
  };

  return {
    saveMark,
    marks: async () =>
      (await query('SELECT * FROM moves')).map((row) => ({
        move_id: String(row.move_id),
        role: row.role === 'source' ? 'source' : 'target',
        other: String(row.other),
        started_at: Number(row.started_at),
        finished_at: row.finished_at === null ? null : Number(row.finished_at),
      })),
    async removeMarks(role) {
      await query('DELETE FROM moves WHERE role = $1', [role]);
    },
    prepare: (mark) =>
      inTransaction(async () => {
        await exec(`CREATE TABLE move_progress
          (table_name text NOT NULL PRIMARY KEY, rows bigint NOT NULL, last_key text)`);
        await exec('CREATE TABLE move_rest (position bigint PRIMARY KEY, statement text NOT NULL)');
        for (const { name } of await engine.tables()) {
          await query('INSERT INTO move_progress (table_name, rows) VALUES ($1, 0)', [name]);
        }
        for (const [at, statement] of (await engine.dropRules()).entries()) {
          await query('INSERT INTO move_rest VALUES ($1, $2)', [at, statement]);
        }
        await saveMark(mark);
      }),
    async progressOf({ name }) {
      const text = 'SELECT rows, last_key FROM move_progress WHERE table_name = $1';
      const [row] = await query(text, [name]);
      return { rows: Number(row?.rows), last_key: JSON.parse(String(row?.last_key ?? null)) };
    },
    write: (table, lines, { rows, last_key }) =>
      inTransaction(async () => {
        // What the migrations have put there comes again with the rows.
        const is_first = rows === lines.length;
        if (is_first && table.name !== SEARCH_TEXTS.name) await exec(`DELETE FROM ${table.name}`);
        await engine.insert(table, lines);
        await query('UPDATE move_progress SET rows = $1, last_key = $2 WHERE table_name = $3', [
          ...[rows, JSON.stringify(last_key), table.name],
        ]);
      }),
    async rest() {
      const rows = await query('SELECT position, statement FROM move_rest ORDER BY position');
      return rows.map(({ position, statement }) => ({
        position: Number(position),
        statement: String(statement),
      }));
    },
    doOne: (position, statement) =>
      inTransaction(async () => {
        await exec(statement);
        await query('DELETE FROM move_rest WHERE position = $1', [position]);
      }),
    finish: (mark) =>
      inTransaction(async () => {
        await saveMark(mark);
        await exec('DROP TABLE move_progress');
        await exec('DROP TABLE move_rest');
      }),
  };
}
