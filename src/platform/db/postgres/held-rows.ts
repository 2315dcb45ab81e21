import type { Value } from '../database.ts';
import type { StatementRows, Touch } from './statement-rows.ts';

/** A write of a batch, as far as it keeps rows from others. */
export interface Holder {
  /** The others of its batch need not wait for it any longer. */
  is_released: boolean;
}

interface HeldRow {
  holder: Holder;
  values: Value[];
}

interface ByStatement {
  touch: Touch;
  by_key: Map<Value, HeldRow[]>;
}

type Meets = (holder: Holder, touch: Touch) => boolean;

/** Rows that statements have locked or changed, by table and by the values that find them. */
function createHeldRows() {
  const tables = new Map<string, ByStatement[]>();

  return {
    add(holder: Holder, touch: Touch, values: Value[]): void {
      const of_table = valueIn(tables, touch.table, (): ByStatement[] => []);
      let of_touch = of_table.find((one) => one.touch === touch);
      if (!of_touch) {
        of_touch = { touch, by_key: new Map() };
        of_table.push(of_touch);
      }
      const rows = valueIn(of_touch.by_key, keyOf(touch, values), (): HeldRow[] => []);
      rows.push({ holder, values });
    },
    /** Whether a row that this may touch too is held by somebody whom it meets. */
    some(touch: Touch, values: Value[], meets: Meets): boolean {
      for (const { touch: other, by_key } of tables.get(touch.table) ?? []) {
        const pairs = commonColumns(other, touch);
        const meeting = { pairs, values, other, meets };
        const [first] = pairs;
        if (first && first[0] === other.equals.at(-1)?.at) {
          const rows = by_key.get(values[first[1]] ?? null);
          if (rows && isMet(rows, meeting)) return true;
        } else {
          for (const rows of by_key.values()) if (isMet(rows, meeting)) return true;
        }
      }
      return false;
    },
  };
}

interface Meeting {
  pairs: readonly [number, number][];
  values: readonly Value[];
  other: Touch;
  meets: Meets;
}

// Run for every statement of every write, over all that others hold: no closures here.
function isMet(rows: readonly HeldRow[], { pairs, values, other, meets }: Meeting): boolean {
  for (const held of rows) {
    if (haveInCommon(pairs, held.values, values) && meets(held.holder, other)) return true;
  }
  return false;
}

function haveInCommon(
  pairs: readonly [number, number][],
  theirs: readonly Value[],
  own: readonly Value[],
): boolean {
  for (const pair of pairs) if (theirs[pair[0]] !== own[pair[1]]) return false;
  return true;
}

/** The last column of a key differs most. */
function keyOf({ equals }: Touch, values: Value[]): Value {
  const last = equals.at(-1);
  return last ? (values[last.at] ?? null) : null;
}

function valueIn<Key, Kept>(map: Map<Key, Kept>, key: Key, make: () => Kept): Kept {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

// Touches are made once for each statement, so there are few pairs.
const known = new WeakMap<Touch, WeakMap<Touch, [number, number][]>>();

/** Where two statements have the values of columns that both name: they meet if all are equal. */
function commonColumns(a: Touch, b: Touch): [number, number][] {
  const found = known.get(a)?.get(b);
  if (found) return found;
  const pairs = a.equals.flatMap((one): [number, number][] => {
    const same = b.equals.find(({ column }) => column === one.column);
    return same ? [[one.at, same.at]] : [];
  });
  // The last columns of a key differ most.
  const common = pairs.reverse();
  known.set(a, (known.get(a) ?? new WeakMap()).set(b, common));
  return common;
}

/**
 * Rows that the writes of a batch have locked or changed. The writes share a transaction, so
 * PostgreSQL does not hold them apart: what one of them has taken is kept from the others until it has
 * ended. Reads wait for what is being changed, so that nobody sees half of another write.
 *
 * Until the batch has ended, no other batch of this process sends PostgreSQL a statement for these
 * rows. There, one write that waits for a row would hold up all others of its batch, and that two
 * batches wait for each other would be found out late.
 */
export class BatchRows {
  #running: Set<BatchRows>;
  #held = createHeldRows();
  #ended = Promise.withResolvers<void>();
  #waits_for: BatchRows | undefined;

  /** Enters it into the batches that run. */
  constructor(running: Set<BatchRows>) {
    this.#running = running;
    running.add(this);
  }

  take(holder: Holder, { touches }: StatementRows, values: Value[]): void {
    for (const touch of touches) {
      if (touch.kind !== 'reads') this.#held.add(holder, touch, values);
    }
  }

  /** Whether no other write of this batch has one of these rows. */
  isFree(holder: Holder, { touches }: StatementRows, values: Value[]): boolean {
    return !touches.some((touch) =>
      this.#held.some(
        touch,
        values,
        (other, other_touch) =>
          other !== holder &&
          !other.is_released &&
          !(touch.counts_up && other_touch.counts_up) &&
          (touch.kind !== 'reads' || other_touch.kind !== 'locks'),
      ),
    );
  }

  /** Another batch that has one of these rows. A new row is nobody else's. */
  holderOf({ touches, takes_rows }: StatementRows, values: Value[]): BatchRows | undefined {
    if (!takes_rows) return undefined;
    for (const other of this.#running) {
      if (other === this) continue;
      const isHeld = (touch: Touch): boolean =>
        touch.kind !== 'reads' && other.#held.some(touch, values, isThere);
      if (touches.some(isHeld)) return other;
    }
    return undefined;
  }

  /** Waits until the other one has ended. Undefined if that one waits for this one. */
  waitFor(other: BatchRows): Promise<void> | undefined {
    for (let next: BatchRows | undefined = other; next; next = next.#waits_for) {
      if (next === this) return undefined;
    }
    this.#waits_for = other;
    return other.#ended.promise.then(() => {
      this.#waits_for = undefined;
    });
  }

  end(): void {
    this.#running.delete(this);
    this.#ended.resolve();
  }
}

const isThere = (_: Holder, { kind }: Touch): boolean => kind !== 'adds';

/** What the batches of a process share. */
export interface Together {
  running: Set<BatchRows>;
  /** Lets one batch at a time do its last steps. Returns the function that ends its turn. */
  turn(): Promise<() => void>;
}

export function createTogether(): Together {
  let last = Promise.resolve();
  return {
    running: new Set(),
    async turn() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      return resolve;
    },
  };
}
