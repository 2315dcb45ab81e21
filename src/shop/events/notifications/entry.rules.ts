import { toMinor } from '../../../platform/core/money.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts';
import type { NotificationLine, NotificationList } from '../../mails/letters/notification.rules.ts';
import type { NotificationKind, StoreNotification } from '../../store/team/notification.rules.ts';

/** Something that people of a store can be told of. */
export interface NotificationEntry<Kind extends NotificationKind = NotificationKind> {
  kind: Kind;
  /** What it is, once: nobody gets a second mail about it. */
  about: string;
  /** Its event, if it is one. */
  sequence?: number;
  /** Whose record it is: who it was is looked up for the mail. */
  customer_id?: string | null;
  line: NotificationLine;
}

export type StoreEntry = NotificationEntry<StoreNotification>;

/** Mails tell of so many one by one: programs cut longer ones. */
export const LINES_MAX = 20;

export const EMPTY_LIST: NotificationList = { counts: {}, sold_minor: {}, lines: [] };

/** A list with more in it: 2 sales of 10.00 and 5.00 EUR and one of 3.00 are 3 sales of 18.00. */
export function withLines(list: NotificationList, more: NotificationLine[]): NotificationList {
  const counts = { ...list.counts };
  const sold_minor = { ...list.sold_minor };
  for (const { kind, currency, amount = 0 } of more) {
    counts[kind] = (counts[kind] ?? 0) + 1;
    const minor = currency === undefined ? 0 : (toMinor(amount, currency) ?? 0);
    if (kind !== 'sale' || currency === undefined || minor === 0) continue;
    sold_minor[currency] = (sold_minor[currency] ?? 0) + minor;
  }
  return { counts, sold_minor, lines: [...list.lines, ...more].slice(0, LINES_MAX) };
}

const DAILY_AT_MS = 7 * HOUR_MS;

/** When what happens now is reported in the one mail of a day: at seven, in UTC. */
export function dailyAt(now: number): number {
  const today = Math.floor(now / DAY_MS) * DAY_MS + DAILY_AT_MS;
  return today > now ? today : today + DAY_MS;
}
