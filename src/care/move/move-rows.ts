import assert from 'node:assert/strict';
import { keyPositions, type MovedTable, type MoveEnd } from './end.ts';
import { type RowLine, valuesOf } from './row-line.ts';

const ROWS_AT_ONCE = 20_000;
const CHARACTERS_AT_ONCE = 8_000_000;

export interface Step {
  doing: 'copy' | 'finish' | 'compare';
  table: string;
  /** Of this table, and of all. */
  rows: number;
  rows_of_all: number;
  of_all: number;
}

interface Moving {
  source: MoveEnd;
  target: MoveEnd;
  report(step: Step): void;
  /** Fewer in tests, so that a small table takes several transactions too. */
  rows_at_once?: number;
}

/** The tables of both ends, which must be the same. */
export async function sameTables(source: MoveEnd, target: MoveEnd): Promise<MovedTable[]> {
  const [tables, others] = [await source.tables(), await target.tables()];
  const shape = (all: MovedTable[]) =>
    all
      .map(({ name, columns, key }) => {
        const sorted = columns.map((column) => `${column.name} ${column.type}`).sort();
        return `${name} (${sorted.join(', ')}) by ${key.join(', ')}`;
      })
      .sort();
  assert.deepEqual(shape(others), shape(tables), 'both databases must have the same tables');
  return tables;
}

/** Copies all rows that are not there yet; then makes indexes and references. */
export async function copyRows({ source, target, report, rows_at_once }: Moving): Promise<number> {
  const tables = await sameTables(source, target);
  const counts = await countAll(source, tables);
  let done = 0;
  for (const table of tables) {
    const progress = await target.progressOf(table);
    const earlier = done;
    const positions = keyPositions(table);
    const reported = (rows: number) => {
      done = earlier + rows;
      report({ doing: 'copy', table: table.name, rows, rows_of_all: done, of_all: counts });
    };
    let { rows } = progress;
    reported(rows);
    for await (const lines of inParts(source.read(table, progress.last_key), rows_at_once)) {
      rows += lines.length;
      const last = valuesOf(lines.at(-1) ?? '');
      const last_key = positions.map((at) => last[at] ?? '');
      await target.write(table, lines, { rows, last_key });
      reported(rows);
    }
  }
  const rest = await target.rest();
  for (const [at, { position, statement }] of rest.entries()) {
    report({ doing: 'finish', table: '', rows: at, rows_of_all: at, of_all: rest.length });
    await target.doOne(position, statement);
  }
  return done;
}

async function countAll(end: MoveEnd, tables: MovedTable[]): Promise<number> {
  let rows = 0;
  for (const table of tables) rows += await end.count(table);
  return rows;
}

/** As many rows as one transaction takes. */
async function* inParts(
  batches: AsyncIterable<RowLine[]>,
  rows_at_once = ROWS_AT_ONCE,
): AsyncGenerator<RowLine[]> {
  let part: RowLine[] = [];
  let characters = 0;
  for await (const lines of batches) {
    for (const line of lines) {
      part.push(line);
      characters += line.length;
      if (part.length < rows_at_once && characters < CHARACTERS_AT_ONCE) continue;
      yield part;
      part = [];
      characters = 0;
    }
  }
  if (part.length > 0) yield part;
}
