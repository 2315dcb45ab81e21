/** How the next document of a store is numbered. Invoices and credit notes share one series. */
export interface NumberSeries {
  prefix: string;
  next_number: number;
}

/** The series as it is stored. */
export interface SeriesRow extends NumberSeries {
  /** How many documents there are. */
  last_position: number;
  /** The day of the newest one. */
  last_issued_on: string;
}

/** From this document on, numbers are counted so. */
export interface SeriesChangeRow {
  from_position: number;
  prefix: string;
  first_number: number;
}

export const FIRST_SERIES: NumberSeries = { prefix: 'INV-', next_number: 1 };

/** Shorter numbers are filled with zeros, so that they sort. */
const DIGITS_MIN = 4;
/** Of the API. */
export const PREFIX_MAX = 20;
// Not a digit at the end: INV-1 with 0005 and INV- with 10005 would be the same number.
const PREFIX = /^(?=[A-Za-z0-9])[A-Za-z0-9./_-]{0,19}[A-Za-z./_-]$|^$/;
/** What can be set. Counting goes on beyond it: a payment never waits for a number. */
const NEXT_NUMBER_MAX = 999_999_999;

/** `INV-0001` */
export const numberText = ({ prefix, next_number }: NumberSeries): string =>
  `${prefix}${String(next_number).padStart(DIGITS_MIN, '0')}`;

/** Numbers are left out at least by this many, and as many as there are documents. */
const LEAP = 1_000;

/** `R261117050233-` at the end of a prefix: the second of a restore. */
const RESTORED = /R\d{12}-$/;
const RESTORED_LENGTH = 14;

/**
 * How numbers go on after a restore. Documents of after the backup have numbers that are not known
 * here, and none may come twice, whichever backup is restored how often: so the prefix says when
 * that was, and counting goes on far behind, should the seller take the old prefix again.
 */
export function seriesAfterRestore(before: SeriesRow, now: number): SeriesRow {
  const { next_number, last_position } = before;
  const leap_to = next_number + Math.max(LEAP, last_position);
  const second = new Date(now).toISOString().slice(2, 19).replaceAll(/[^\d]/g, '');
  const kept = before.prefix.replace(RESTORED, '').slice(0, PREFIX_MAX - RESTORED_LENGTH);
  return {
    ...before,
    prefix: `${kept}R${second}-`,
    next_number: Math.ceil(leap_to / LEAP) * LEAP + 1,
  };
}

/**
 * Why a series cannot be changed so. A number never goes back, under another prefix neither: what
 * follows is later, and no number can come twice whatever the prefixes were.
 */
export function whyNotSeries(
  before: NumberSeries,
  series: NumberSeries,
): { parameter: keyof NumberSeries; message: string } | undefined {
  if (!PREFIX.test(series.prefix)) {
    return {
      parameter: 'prefix',
      message:
        'must be at most 20 letters, digits, dots, slashes, hyphens and underscores, ' +
        'with a letter or digit first and no digit at the end',
    };
  }
  const { next_number } = series;
  if (next_number === before.next_number) return undefined; // It may have been counted so far.
  if (!Number.isSafeInteger(next_number) || next_number < 1 || next_number > NEXT_NUMBER_MAX) {
    return {
      parameter: 'next_number',
      message: `must be a whole number from 1 to ${NEXT_NUMBER_MAX}`,
    };
  }
  if (next_number < before.next_number) {
    return {
      parameter: 'next_number',
      message: `must not go back: the next number is ${before.next_number}`,
    };
  }
  return undefined;
}
