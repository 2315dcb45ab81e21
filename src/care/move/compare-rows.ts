import { keyPositions, type MovedTable, type MoveEnd } from './end.ts';
import { type Step, sameTables } from './move-rows.ts';
import { type RowLine, valuesOf } from './row-line.ts';

const DIFFERENCES_MAX = 20;
const TELL_EVERY = 10_000;

export interface Compared {
  tables: number;
  rows: number;
  /** The first of them, in words. */
  differences: string[];
}

/** Reads every row of both ends, in the order of their keys, and compares it with its counterpart. */
export async function compareRows(
  source: MoveEnd,
  target: MoveEnd,
  { of_all, report }: { of_all: number; report(step: Step): void },
): Promise<Compared> {
  const tables = await sameTables(source, target);
  const found: Compared = { tables: tables.length, rows: 0, differences: [] };
  for (const table of tables) {
    const ours = new Lines(source.read(table, null));
    const theirs = new Lines(target.read(table, null));
    for (let rows = 0; ; rows++) {
      if (rows % TELL_EVERY === 0) {
        report({ doing: 'compare', table: table.name, rows, rows_of_all: found.rows, of_all });
      }
      if (ours.is_used_up) await ours.fill();
      if (theirs.is_used_up) await theirs.fill();
      const [left, right] = [ours.line, theirs.line];
      if (left === undefined && right === undefined) break;
      if (left === right) {
        ours.next();
        theirs.next();
      } else {
        const order = compareKeys(table, left, right);
        note(found.differences, table, order, order > 0 ? right : left);
        if (order <= 0) ours.next();
        if (order >= 0) theirs.next();
      }
      found.rows += 1;
    }
    if (found.differences.length >= DIFFERENCES_MAX) break;
  }
  return found;
}

function note(
  differences: string[],
  table: MovedTable,
  order: number,
  line: RowLine | undefined,
): void {
  if (differences.length >= DIFFERENCES_MAX) return;
  const key = keyOf(table, line ?? '').join(' ');
  const what = order === 0 ? 'differs' : order < 0 ? 'is missing' : 'is not in the source';
  differences.push(`${table.name}: ${key} ${what}`);
}

const keyOf = (table: MovedTable, line: RowLine): string[] => {
  const values = valuesOf(line);
  return keyPositions(table).map((at) => values[at] ?? '');
};

/** Which row comes first; a row that is not there comes last. */
function compareKeys(
  table: MovedTable,
  left: RowLine | undefined,
  right: RowLine | undefined,
): number {
  if (left === undefined) return 1;
  if (right === undefined) return -1;
  const others = keyOf(table, right);
  for (const [at, value] of keyOf(table, left).entries()) {
    const other = others[at] ?? '';
    const column = table.columns.find(({ name }) => name === table.key[at]);
    const order =
      column?.type === 'bigint'
        ? Number(value) - Number(other)
        : Buffer.compare(Buffer.from(value), Buffer.from(other));
    if (order !== 0) return order;
  }
  return 0;
}

/** Lines one by one, without waiting for each. */
class Lines {
  readonly #batches: AsyncIterator<RowLine[]>;
  #batch: RowLine[] = [];
  #at = 0;
  #is_over = false;

  constructor(batches: AsyncIterable<RowLine[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  get line(): RowLine | undefined {
    return this.#batch[this.#at];
  }

  get is_used_up(): boolean {
    return this.#at >= this.#batch.length && !this.#is_over;
  }

  next(): void {
    this.#at += 1;
  }

  async fill(): Promise<void> {
    const next = await this.#batches.next();
    this.#is_over = next.done === true;
    this.#batch = next.done ? [] : next.value;
    this.#at = 0;
  }
}
