// Exact arithmetic with whole numbers: no amount of money passes through a fraction of a double.

/** `numerator / denominator` as a whole number, a half away from zero, as bookkeepers round. */
export function roundHalfAway(numerator: bigint, denominator: bigint): bigint {
  const is_negative = numerator < 0n;
  const twice = (is_negative ? -numerator : numerator) * 2n + denominator;
  const rounded = twice / (denominator * 2n);
  return is_negative ? -rounded : rounded;
}

/**
 * Whole numbers that sum to `total`, each as near as can be to `numerators[i] / denominator`. What
 * rounding down leaves over goes to the largest remainders, the first of equals first.
 */
export function spread(total: bigint, numerators: bigint[], denominator: bigint): bigint[] {
  const parts = numerators.map((numerator) => floorDivide(numerator, denominator));
  const order = numerators
    .map((numerator, at) => ({ at, rest: numerator - (parts[at] ?? 0n) * denominator }))
    .sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1));
  let left = total - sum(parts);
  const step = left < 0n ? -1n : 1n;
  // Too much was given only if the total is not the rounded sum: taken from the smallest remainders.
  const turns = left < 0n ? order.toReversed() : order;
  for (let turn = 0; left !== 0n; turn += 1) {
    const { at } = turns[turn % turns.length] ?? { at: -1 };
    const part = parts[at];
    if (part === undefined) throw new Error('there is nothing to spread over');
    parts[at] = part + step;
    left -= step;
  }
  return parts;
}

export const sum = (numbers: bigint[]): bigint => numbers.reduce((all, one) => all + one, 0n);

/** As a number, which is exact for every amount of money. */
export function toNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`${value} is too large for an amount`);
  return number;
}

function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}
