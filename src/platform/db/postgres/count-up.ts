import type { Value } from '../database.ts';
import { declaredOf } from '../rows.ts';
import { ofStatement } from '../statement.ts';
import type { Answer, Query } from './query.ts';

/** A statement that takes numbers: several that take them from the same counter can be one. */
export interface Counting {
  /** The position of `:count` among the values. */
  at: number;
  /** The columns of its answer that count. */
  counters: readonly string[];
}

/** Undefined if it does something else (see db/rows.ts). */
export const countingOf = ofStatement(({ sql, names }): Counting | undefined => {
  const counters = declaredOf(sql)?.counters ?? [];
  const at = names.indexOf('count');
  return counters.length > 0 && at !== -1 ? { at, counters } : undefined;
});

/** The values without how many numbers are taken: those of one counter are equal in them. */
export const withoutCount = (values: readonly Value[], { at }: Counting): Value[] =>
  values.toSpliced(at, 1);

/** The values with which the numbers of all are taken at once. */
export const withAllCounts = (all: readonly Query[], { at }: Counting): Value[] =>
  (all[0]?.values ?? []).with(at, sumOf(all, at));

/** What each would have been answered, one after the other. */
export function countedUp(
  all: readonly Query[],
  { at, counters }: Counting,
  { rows: [last] }: Answer,
): Answer[] {
  let after = sumOf(all, at);
  return all.map(({ values }) => {
    after -= Number(values[at]);
    const row = { ...(last as Record<string, unknown>) };
    for (const name of counters) row[name] = Number(row[name]) - after;
    return { rows: [row], count: 1 };
  });
}

const sumOf = (all: readonly Query[], at: number): number =>
  all.reduce((sum, { values }) => sum + Number(values[at]), 0);
