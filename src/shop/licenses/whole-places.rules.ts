import type { LicenseRow, LicenseWithSubscription, WholePlaces } from './license-row.rules.ts';

/** The period that a change is paid for. */
export interface PaidFrom {
  current_period_start: number;
  /** Whether it began with the change: then all of it is paid. */
  is_new: boolean;
  /** Whether the plan became another one that costs more: then its places were not paid for. */
  is_dearer: boolean;
}

const ALL_WHOLE: WholePlaces = { whole_places: null, partial_since: null };

/**
 * How many places are paid for as a whole period after a change: those that were there before it.
 * From 2 places to 20 in the last second of a period: 2 of 20 until the next one is paid. A plan
 * without licenses has none: from 20 places to that plan and back, 0 of 20. A place of a dearer plan
 * is another one: whoever has paid for the small plan has none of the large one.
 */
export function wholePlaces(
  before: Pick<LicenseRow, 'activation_limit' | 'lacks_plan' | keyof WholePlaces> | undefined,
  activation_limit: number | null,
  { current_period_start, is_new, is_dearer }: PaidFrom,
): WholePlaces {
  if (is_new) return ALL_WHOLE;
  const known = before?.partial_since === current_period_start ? before.whole_places : null;
  const had_none = is_dearer || before === undefined || before.lacks_plan === 1;
  const was = had_none ? 0 : (known ?? before.activation_limit);
  const are_all = was === null || (activation_limit !== null && was >= activation_limit);
  return are_all ? ALL_WHOLE : { whole_places: was, partial_since: current_period_start };
}

/** How many places are paid for as a whole period now, if not all are. */
export const wholePlacesNow = (row: LicenseWithSubscription): number | null =>
  row.partial_since !== null && row.partial_since === row.current_period_start
    ? row.whole_places
    : null;
