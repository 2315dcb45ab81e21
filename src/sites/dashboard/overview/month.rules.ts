/** A month by its first day, as figures are asked for: `2026-11`. */
export interface Month {
  year: number;
  /** From 1 to 12. */
  month: number;
}

export const monthOf = (now: number): Month => {
  const date = new Date(now);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
};

export const monthBefore = ({ year, month }: Month): Month =>
  month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };

export const monthAfter = ({ year, month }: Month): Month =>
  month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };

export const daysIn = ({ year, month }: Month): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-11` */
export const monthText = ({ year, month }: Month): string => `${year}-${two(month)}`;

/** `2026-11-03` */
export const dayText = (of: Month, day: number): string => `${monthText(of)}-${two(day)}`;

/** Reads `2026-11`; undefined for anything else. */
export function readMonth(text: string | undefined): Month | undefined {
  const found = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text ?? '');
  return found ? { year: Number(found[1]), month: Number(found[2]) } : undefined;
}

const NAMES = ['January', 'February', 'March', 'April', 'May', 'June'].concat([
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]);

/** `November 2026` */
export const monthName = ({ year, month }: Month): string => `${NAMES[month - 1]} ${year}`;
export const shortMonth = ({ month }: Month): string => NAMES[month - 1]?.slice(0, 3) ?? '';
export const longMonth = ({ month }: Month): string => NAMES[month - 1] ?? '';
