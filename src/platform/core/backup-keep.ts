import { DAY_MS, HOUR_MS } from './time.ts';

const UNITS = ['h', 'd', 'w', 'm', 'y'] as const;
type Unit = (typeof UNITS)[number];

/** How many backups stay: the newest of each of the last so many hours, days, weeks, … */
export type Keep = Partial<Record<Unit, number>>;

export const KEEP_DEFAULT = '7d,4w,12m';
const COUNT_MAX = 1_000;

/** Reads `7d,4w,12m`; undefined when it is something else. */
export function parseKeep(text: string): Keep | undefined {
  const keep: Keep = {};
  for (const part of text.split(',')) {
    const [, count, letter] = /^\s*(\d{1,4})([hdwmy])\s*$/.exec(part) ?? [];
    const unit = UNITS.find((one) => one === letter);
    if (!unit || keep[unit] !== undefined) return undefined;
    if (Number(count) < 1 || Number(count) > COUNT_MAX) return undefined;
    keep[unit] = Number(count);
  }
  return keep;
}

/**
 * Which backups stay, of those that were made at these times. Hours without a backup are not
 * counted, nor are days or months: a shop that stood still for a year, or whose clock was wrong for
 * an hour, loses none of its backups by that. The newest one always stays.
 */
export function backupsToKeep(made_at: number[], keep: Keep): Set<number> {
  const newest_first = made_at.toSorted((a, b) => b - a);
  const kept = new Set(newest_first.slice(0, 1));
  for (const unit of UNITS) {
    const periods = new Set<number>();
    for (const at of newest_first) {
      const period = PERIOD_OF[unit](at);
      if (periods.has(period)) continue;
      if (periods.size >= (keep[unit] ?? 0)) break;
      periods.add(period);
      kept.add(at);
    }
  }
  return kept;
}

/** The 1st of January 1970 was a Thursday; weeks begin on Monday. */
const DAYS_BEFORE_THURSDAY = 3;
const dayOf = (at: number): number => Math.floor(at / DAY_MS);

const PERIOD_OF: Record<Unit, (at: number) => number> = {
  h: (at) => Math.floor(at / HOUR_MS),
  d: dayOf,
  w: (at) => Math.floor((dayOf(at) + DAYS_BEFORE_THURSDAY) / 7),
  m: (at) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth(),
  y: (at) => new Date(at).getUTCFullYear(),
};
