import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('sv');

const INTERVALS = {
  day: ['per dag', 'var', 'dag'],
  week: ['per vecka', 'var', 'vecka'],
  month: ['per månad', 'var', 'månad'],
  year: ['per år', 'vart', 'år'],
} as const;

/** `2:a`, `3:e`, `12:e`, `21:a` */
const ordinal = (count: number): string =>
  [1, 2].includes(count % 10) && ![11, 12].includes(count % 100) ? `${count}:a` : `${count}:e`;

export const shared: Catalogue['shared'] = {
  optional: '(valfritt)',
  email: 'E-post',
  language: 'Språk',
  terms: 'Villkor',
  privacy: 'Integritet',
  imprint: 'Om företaget',
  refunds: 'Återbetalning',
  help: 'Hjälp',
  questions: (address) => html`Frågor? ${address}`,
  country: 'Land',
  fullName: 'Namn',
  company: 'Företag',
  taxNumber: 'Skattenummer, till exempel momsregistreringsnummer',
  postalCode: 'Postnummer',
  region: 'Region',
  state: 'Delstat',
  province: 'Provins',
  card: 'Kort',
  cardNumber: 'Kortnummer',
  cardExpiry: 'Utgångsdatum (månad och år)',
  monthAndYear: 'MM / ÅÅ',
  securityCode: 'Säkerhetskod',
  securityCodeShort: 'CVC',
  checkEmail: 'Ange en e-postadress, till exempel ada@example.com.',
  checkCountry: 'Välj ett land i listan.',
  checkLength: (most) => `Ange högst ${most} tecken, på en rad.`,
  checkCardNumber: 'Kontrollera kortnumret.',
  checkCardExpiry: 'Ange månad och år från kortet, till exempel 12/34.',
  checkExpiryIsAhead: 'Kortet har gått ut. Kontrollera datumet eller använd ett annat kort.',
  checkSecurityCode: 'Ange säkerhetskodens 3 eller 4 siffror.',
  checkDetails: 'Kontrollera dina uppgifter',
  testMode: 'Testläge',
  noMoneyMoves: 'Inga pengar dras.',
  showTestCards: 'Testkort',
  testCards: {
    pays: 'betalar',
    is_declined: 'nekas',
    has_no_money: 'saknar täckning',
    asks_to_confirm: 'ber om bekräftelse',
  },
  testCardDetails: 'Använd valfritt framtida datum och valfria 3 siffror.',
  vat: 'Moms',
  taxAt: ({ tax, percent }) => `${tax} ${percent}`,
  seconds: (count) => n(count, { one: `${count} sekund`, other: `${count} sekunder` }),
  every: (interval, count) => {
    const [each, every, unit] = INTERVALS[interval];
    return count === 1 ? each : `${every} ${ordinal(count)} ${unit}`;
  },
};
