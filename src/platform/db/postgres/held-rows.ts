import type { Value } from '../database.ts';
import type { StatementRows, Touch } from './statement-rows.ts';

/**
 * Row locks between the writes of one batch. They share a transaction, so PostgreSQL does not hold
 * them apart: what one of them has locked or changed is kept from the others until it has ended.
 * Reads wait for what is being changed, so that nobody sees half of another write.
 */
export function createRowLocks<Owner extends object>() {
  const held = createHeldRows<Owner>();

  const meets = (owner: Owner, touch: Touch, values: Value[]): boolean =>
    held.some(
      touch,
      values,
      (other, other_touch) =>
        other !== owner &&
        !(touch.counts_up && other_touch.counts_up) &&
        (touch.kind !== 'reads' || other_touch.kind !== 'locks'),
    );

  return {
    isFree: (owner: Owner, { touches }: StatementRows, values: Value[]): boolean =>
      !touches.some((touch) => meets(owner, touch, values)),
    take(owner: Owner, { touches }: StatementRows, values: Value[]): void {
      for (const touch of touches) if (touch.kind !== 'reads') held.add(owner, touch, values);
    },
    release: held.remove,
  };
}

interface HeldRow<Owner> {
  owner: Owner;
  values: Value[];
}

interface ByStatement<Owner> {
  touch: Touch;
  by_key: Map<Value, HeldRow<Owner>[]>;
}

type Passes<Owner> = (owner: Owner, touch: Touch) => boolean;
const anybody = () => true;

/** Rows that statements have locked or changed, by table and by the values that find them. */
function createHeldRows<Owner extends object = object>() {
  const tables = new Map<string, ByStatement<Owner>[]>();
  const owned = new Map<Owner, HeldRow<Owner>[][]>();

  return {
    add(owner: Owner, touch: Touch, values: Value[]): void {
      const of_table = valueIn(tables, touch.table, (): ByStatement<Owner>[] => []);
      let of_touch = of_table.find((one) => one.touch === touch);
      if (!of_touch) {
        of_touch = { touch, by_key: new Map() };
        of_table.push(of_touch);
      }
      const list = valueIn(of_touch.by_key, keyOf(touch, values), (): HeldRow<Owner>[] => []);
      list.push({ owner, values });
      valueIn(owned, owner, () => []).push(list);
    },
    remove(owner: Owner): void {
      for (const list of owned.get(owner) ?? []) {
        const rest = list.filter((row) => row.owner !== owner);
        list.splice(0, list.length, ...rest);
      }
      owned.delete(owner);
    },
    /** Whether somebody who passes holds a row that this may touch too. */
    some(touch: Touch, values: Value[], passes: Passes<Owner> = anybody): boolean {
      const of_table = tables.get(touch.table);
      if (!of_table) return false;
      for (const { touch: other, by_key } of of_table) {
        const pairs = commonColumns(other, touch);
        const meeting = { pairs, values, other, passes };
        const [first] = pairs;
        if (first && first[0] === other.equals.at(-1)?.at) {
          const list = by_key.get(values[first[1]] ?? null);
          if (list && isMet(list, meeting)) return true;
        } else {
          for (const list of by_key.values()) if (isMet(list, meeting)) return true;
        }
      }
      return false;
    },
  };
}

interface Meeting<Owner> {
  pairs: readonly [number, number][];
  values: readonly Value[];
  other: Touch;
  passes: Passes<Owner>;
}

// Run for every statement of every write, over all that others hold: no closures here.
function isMet<Owner>(
  list: readonly HeldRow<Owner>[],
  { pairs, values, other, passes }: Meeting<Owner>,
): boolean {
  for (const held of list) {
    if (haveInCommon(pairs, held.values, values) && passes(held.owner, other)) return true;
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
 * Rows that a batch has locked or changed: until it has ended, no other batch of this process sends
 * PostgreSQL a statement for them. There, one write that waits for a row would hold up all others of
 * its batch, and that two batches wait for each other would be found out late.
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

  take({ touches }: StatementRows, values: Value[]): void {
    for (const touch of touches) {
      if (touch.kind !== 'reads') this.#held.add(this, touch, values);
    }
  }

  /** Another batch that has one of these rows. */
  holderOf({ touches }: StatementRows, values: Value[]): BatchRows | undefined {
    for (const other of this.#running) {
      if (other === this) continue;
      const isHeld = (touch: Touch): boolean =>
        touch.kind !== 'reads' && other.#held.some(touch, values);
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
