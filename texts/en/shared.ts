import { type Html, html } from '../../src/platform/core/html.ts';
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
  language: 'Language',
  // In the footer: of the seller's own pages.
  terms: 'Terms',
  privacy: 'Privacy',
  imprint: 'Imprint',
  refunds: 'Refunds',
  help: 'Help',
  questions: (address: Html) => html`Questions? ${address}`,
  country: 'Country',
  fullName: 'Name',
  company: 'Company',
  taxNumber: 'Tax number, such as a VAT number',
  postalCode: 'Postal code',
  region: 'Region',
  state: 'State',
  province: 'Province',
  card: 'Card',
  cardNumber: 'Card number',
  cardExpiry: 'Expiry (month and year)',
  /** Shown in the empty field, as on cards. */
  monthAndYear: 'MM / YY',
  securityCode: 'Security code',
  /** Shown in the empty field, as short as possible. */
  securityCodeShort: 'CVC',
  checkEmail: 'Enter an e-mail address, such as ada@example.com.',
  checkCountry: 'Choose a country from the list.',
  checkLength: (most: number) => `Enter at most ${most} characters, on one line.`,
  checkCardNumber: 'Check the card number.',
  checkCardExpiry: 'Enter the month and year on the card, such as 12/34.',
  checkExpiryIsAhead: 'This card has expired. Check the date, or use another card.',
  checkSecurityCode: 'Enter the 3 or 4 digits of the security code.',
  /** The beginning of a box that lists what to mend in a form. */
  checkDetails: 'Check your details',
  testMode: 'Test mode',
  noMoneyMoves: 'No money moves.',
  showTestCards: 'Test cards',
  testCards: {
    pays: 'pays',
    is_declined: 'is declined',
    has_no_money: 'has insufficient funds',
    asks_to_confirm: 'asks for confirmation',
  },
  testCardDetails: 'Use any future date and any 3 digits.',
  seconds: (count: number) => n(count, { one: `${count} second`, other: `${count} seconds` }),
  /** Value added tax, by its usual short name. */
  vat: 'VAT',
  taxAt: ({ tax, percent }: { tax: string; percent: string }) => `${tax} ${percent}`,
  /** After an amount: `a month`, `every 3 months`. */
  every: (interval: Interval, count: number) =>
    count === 1 ? INTERVALS[interval][0] : `every ${count} ${INTERVALS[interval][1]}`,
};
