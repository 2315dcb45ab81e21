// The search for the highest rate that a server bears, where a single try may fail by chance.

export interface Tried {
  /** Requests a second. */
  offered: number;
  /** Whether that was borne. */
  is_fast: boolean;
}

interface Search<T extends Tried> {
  /** Tries a rate once. */
  attempt(rate: number): Promise<T>;
  first_rate: number;
  least_rate: number;
  /** How close the highest rate is looked for, such as 1.06. */
  step: number;
  /** Whether a rate that failed is tried again: something else may have held up that one try. */
  tries_again: boolean;
}

/**
 * The last try of the highest rate that was borne; of the least rate, if not even that was. A rate
 * that failed is given up when it fails again, or in two of three tries.
 */
export async function highestRate<T extends Tried>(search: Search<T>): Promise<T> {
  const { first_rate, least_rate, step } = search;
  let highest = await tryRate(search, first_rate);
  let too_high = Number.POSITIVE_INFINITY;
  while (!highest.is_fast) {
    too_high = highest.offered;
    if (too_high <= least_rate) return highest;
    highest = await tryRate(search, Math.max(least_rate, too_high / 2));
  }
  while (too_high / highest.offered > step) {
    const is_open = too_high === Number.POSITIVE_INFINITY;
    const rate = is_open ? highest.offered * 2 : Math.sqrt(too_high * highest.offered);
    const found = await tryRate(search, rate);
    if (found.is_fast) highest = found;
    else too_high = found.offered;
  }
  return highest;
}

async function tryRate<T extends Tried>(
  { attempt, tries_again }: Search<T>,
  rate: number,
): Promise<T> {
  const once = await attempt(rate);
  if (once.is_fast || !tries_again) return once;
  const twice = await attempt(rate);
  return twice.is_fast ? attempt(rate) : twice;
}
