/** What a line of a bill can be. */
export const LINE_REASONS = [
  'product',
  'trial',
  'period',
  'remaining_time',
  'unused_time',
  'discount',
  'rounding',
  'refund',
  'failed_refund',
  'paid_from_balance',
  'added_to_balance',
  'taken_from_balance',
  'owed_earlier',
  'owed_next',
] as const;

export type LineReason = (typeof LINE_REASONS)[number];

/** What a line is about, so that it can be said in any language. */
export interface LineAbout {
  reason: LineReason;
  /** Of the product or plan, or the code of the discount. */
  name: string | null;
  /** The time that it is for; null: it is for no time. */
  from: number | null;
  to: number | null;
}

export const about = (
  reason: LineReason,
  name: string | null = null,
  time: { from: number; to: number } | null = null,
): LineAbout => ({ reason, name, from: time?.from ?? null, to: time?.to ?? null });

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `24 Nov – 14 Dec 2026`, and with both years where they differ. */
export function datesText({ from, to }: { from: number; to: number }): string {
  const [start, end] = [new Date(from), new Date(to)];
  const day = (date: Date) => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  const [first_year, last_year] = [start.getUTCFullYear(), end.getUTCFullYear()];
  const beginning = first_year === last_year ? day(start) : `${day(start)} ${first_year}`;
  return `${beginning} – ${day(end)} ${last_year}`;
}
