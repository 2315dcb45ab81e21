import { type Html, html } from '../../shared/html.ts';
import { plural } from '../plural.ts';

const n = plural('en');

type Interval = 'day' | 'week' | 'month' | 'year';

const INTERVALS = {
  day: ['a day', 'days'],
  week: ['a week', 'weeks'],
  month: ['a month', 'months'],
  year: ['a year', 'years'],
} as const;

/** What several areas of the pages say. */
export const shared = {
  optional: '(optional)',
  email: 'E-mail',
  // In the footer: of the seller's own pages.
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds',
  help: 'Help',
  questions: (address: Html) => html`Questions? ${address}`,
  country: 'Country',
  seconds: (count: number) => n(count, { one: `${count} second`, other: `${count} seconds` }),
  /** After an amount: `a month`, `every 3 months`. */
  every: (interval: Interval, count: number) =>
    count === 1 ? INTERVALS[interval][0] : `every ${count} ${INTERVALS[interval][1]}`,
};
