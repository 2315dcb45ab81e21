/** So many are counted of each state. One more is looked for, which shows that there are more. */
export const COUNTED_MAX = 1_000;
export const LOOKED_AT_MAX = COUNTED_MAX + 1;

export interface Count {
  state: string;
  count: number;
  has_more: boolean;
}

/** What was counted up to one more than the most: of 1,001, 1,000 and more. */
export const countOf = (state: string, looked_at: number): Count => ({
  state,
  count: Math.min(looked_at, COUNTED_MAX),
  has_more: looked_at > COUNTED_MAX,
});

/** What all of these are together: 900 and 300 are 1,000 and more. */
export function sumOf(state: string, parts: readonly Pick<Count, 'count' | 'has_more'>[]): Count {
  const sum = parts.reduce((all, { count }) => all + count, 0);
  const has_more = sum > COUNTED_MAX || parts.some((one) => one.has_more);
  return { state, count: Math.min(sum, COUNTED_MAX), has_more };
}

/** Without those that are counted elsewhere: of 1,000 and more, of which 40 are refunds, 960 and more. */
export const without = (one: Count, others: number): Count => ({
  ...one,
  count: one.count - others,
});

/**
 * States of which the newest records were counted together. Where there are older ones, each state
 * may have more.
 */
export function amongNewest(found: readonly { status: string; count: number }[]): Count[] {
  const has_more = found.reduce((all, { count }) => all + count, 0) >= LOOKED_AT_MAX;
  return found.map(({ status, count }) => ({ state: status, count, has_more }));
}
