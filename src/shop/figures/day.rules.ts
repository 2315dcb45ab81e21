import { DAY_MS } from '../../platform/core/time.ts';

/** The day of an instant in UTC: days since 1970. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** The month of a day: the year times 12, plus the month from 0. */
export function monthOf(day: number): number {
  if (day !== last_day) {
    const date = new Date(day * DAY_MS);
    last_month = date.getUTCFullYear() * 12 + date.getUTCMonth();
    last_day = day;
  }
  return last_month;
}

// Nearly always the same day is asked for again.
let last_day = Number.NaN;
let last_month = 0;

/** The first day of a month. */
export const firstDayOf = (month: number): number =>
  Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;

/** `2026-11-16` */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** `2026-11` */
export const monthText = (month: number): string => dayText(firstDayOf(month)).slice(0, 7);
