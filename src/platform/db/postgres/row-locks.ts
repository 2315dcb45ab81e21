import type { Value } from '../database.ts';
import type { Footprint, Touch } from './footprint.ts';

/**
 * Row locks between the writes of one batch. They share a transaction, so PostgreSQL does not hold
 * them apart: what one of them has locked or changed is kept from the others until it has ended.
 * Reads wait for what is being changed, so that nobody sees half of another write.
 */
export function createRowLocks<Owner extends object>() {
  const held = createTouched<Owner>();

  const meets = (owner: Owner, touch: Touch, values: Value[]): boolean =>
    held.some(
      touch,
      values,
      (other, other_touch) =>
        other !== owner &&
        !(touch.counts_up && other_touch.counts_up) &&
        (touch.kind !== 'read' || other_touch.kind === 'change'),
    );

  return {
    isFree: (owner: Owner, { touches }: Footprint, values: Value[]): boolean =>
      !touches.some((touch) => meets(owner, touch, values)),
    take(owner: Owner, { touches }: Footprint, values: Value[]): void {
      for (const touch of touches) if (touch.kind !== 'read') held.add(owner, touch, values);
    },
    release: held.remove,
  };
}

/** What statements have touched, by table and by the values with which their rows are found. */
export function createTouched<Owner extends object = object>() {
  const tables = new Map<string, ByStatement<Owner>[]>();
  const owned = new Map<Owner, Held<Owner>[][]>();

  return {
    add(owner: Owner, touch: Touch, values: Value[]): void {
      const of_table = valueIn(tables, touch.table, (): ByStatement<Owner>[] => []);
      let of_touch = of_table.find((one) => one.touch === touch);
      if (!of_touch) {
        of_touch = { touch, by_key: new Map() };
        of_table.push(of_touch);
      }
      const list = valueIn(of_touch.by_key, keyOf(touch, values), (): Held<Owner>[] => []);
      list.push({ owner, values });
      valueIn(owned, owner, () => []).push(list);
    },
    remove(owner: Owner): void {
      for (const list of owned.get(owner) ?? []) {
        const rest = list.filter((one) => one.owner !== owner);
        list.splice(0, list.length, ...rest);
      }
      owned.delete(owner);
    },
    /** Whether somebody who passes has touched a row that this may touch too. */
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

interface ByStatement<Owner> {
  touch: Touch;
  by_key: Map<Value, Held<Owner>[]>;
}

// Asked for every statement of every write, of all that others have touched: no closures here.
function isMet<Owner>(
  list: readonly Held<Owner>[],
  { pairs, values, other, passes }: Meeting<Owner>,
): boolean {
  for (const held of list) {
    if (haveInCommon(pairs, held.values, values) && passes(held.owner, other)) return true;
  }
  return false;
}

interface Meeting<Owner> {
  pairs: readonly [number, number][];
  values: readonly Value[];
  other: Touch;
  passes: Passes<Owner>;
}

function haveInCommon(
  pairs: readonly [number, number][],
  theirs: readonly Value[],
  own: readonly Value[],
): boolean {
  for (const pair of pairs) if (theirs[pair[0]] !== own[pair[1]]) return false;
  return true;
}

type Passes<Owner> = (owner: Owner, touch: Touch) => boolean;
const anybody = () => true;

interface Held<Owner> {
  owner: Owner;
  values: Value[];
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
