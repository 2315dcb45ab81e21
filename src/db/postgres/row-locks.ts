import type { Value } from '../database.ts';
import type { Footprint, Touch } from './footprint.ts';

/**
 * Row locks between the writes of one batch. They share a transaction, so PostgreSQL does not hold
 * them apart: what one of them has locked or changed is kept from the others until it has ended.
 * Reads wait for what is being changed, so that nobody sees half of another write.
 */
export function createRowLocks<Owner extends object>() {
  const held = new Map<string, Held<Owner>[]>();

  const meets = (owner: Owner, touch: Touch, values: Value[]): boolean =>
    held
      .get(touch.table)
      ?.some(
        (one) =>
          one.owner !== owner &&
          !(touch.counts_up && one.touch.counts_up) &&
          (touch.kind !== 'read' || one.touch.kind === 'change') &&
          mayBeSameRow(one, { touch, values }),
      ) ?? false;

  return {
    isFree: (owner: Owner, { touches }: Footprint, values: Value[]): boolean =>
      !touches.some((touch) => meets(owner, touch, values)),
    take(owner: Owner, { touches }: Footprint, values: Value[]): void {
      for (const touch of touches) {
        if (touch.kind === 'read') continue;
        const others = held.get(touch.table);
        if (others) others.push({ owner, touch, values });
        else held.set(touch.table, [{ owner, touch, values }]);
      }
    },
    release(owner: Owner): void {
      for (const [table, all] of held) {
        const rest = all.filter((one) => one.owner !== owner);
        if (rest.length < all.length) held.set(table, rest);
      }
    },
  };
}

interface Held<Owner> {
  owner: Owner;
  touch: Touch;
  values: Value[];
}

type Touched = Pick<Held<never>, 'touch' | 'values'>;

/** Two statements meet unless a column that both name has different values. */
function mayBeSameRow(a: Touched, b: Touched): boolean {
  for (const [at_a, at_b] of commonColumns(a.touch, b.touch)) {
    if (a.values[at_a] !== b.values[at_b]) return false;
  }
  return true;
}

// Touches are made once for each statement, so there are few pairs.
const known = new WeakMap<Touch, WeakMap<Touch, [number, number][]>>();

function commonColumns(a: Touch, b: Touch): [number, number][] {
  const of_a = known.get(a) ?? new WeakMap<Touch, [number, number][]>();
  known.set(a, of_a);
  const found = of_a.get(b);
  if (found) return found;
  const pairs = a.equals.flatMap((one): [number, number][] => {
    const same = b.equals.find(({ column }) => column === one.column);
    return same ? [[one.at, same.at]] : [];
  });
  // The last columns of a key differ most.
  const common = pairs.reverse();
  of_a.set(b, common);
  return common;
}
