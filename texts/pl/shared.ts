import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('pl');

/** Once each, and then every few or every many of them. */
const INTERVALS = {
  day: { each: 'dziennie', few: 'dni', many: 'dni' },
  week: { each: 'tygodniowo', few: 'tygodnie', many: 'tygodni' },
  month: { each: 'miesięcznie', few: 'miesiące', many: 'miesięcy' },
  year: { each: 'rocznie', few: 'lata', many: 'lat' },
} as const;

export const shared: Catalogue['shared'] = {
  optional: '(opcjonalnie)',
  email: 'E-mail',
  language: 'Język',
  terms: 'Regulamin',
  privacy: 'Prywatność',
  imprint: 'Dane firmy',
  refunds: 'Zwroty',
  help: 'Pomoc',
  questions: (address) => html`Pytania? ${address}`,
  country: 'Kraj',
  fullName: 'Imię i nazwisko',
  company: 'Firma',
  taxNumber: 'Numer podatkowy, na przykład NIP',
  postalCode: 'Kod pocztowy',
  region: 'Region',
  state: 'Stan',
  province: 'Prowincja',
  card: 'Karta',
  cardNumber: 'Numer karty',
  cardExpiry: 'Data ważności (miesiąc i rok)',
  monthAndYear: 'MM / RR',
  securityCode: 'Kod zabezpieczający',
  securityCodeShort: 'CVC',
  checkEmail: 'Proszę podać adres e-mail, na przykład ada@example.com.',
  checkCountry: 'Proszę wybrać kraj z listy.',
  checkLength: (most) =>
    n(most, {
      one: `Proszę podać najwyżej ${most} znak, w jednym wierszu.`,
      few: `Proszę podać najwyżej ${most} znaki, w jednym wierszu.`,
      many: `Proszę podać najwyżej ${most} znaków, w jednym wierszu.`,
      other: `Proszę podać najwyżej ${most} znaku, w jednym wierszu.`,
    }),
  checkCardNumber: 'Proszę sprawdzić numer karty.',
  checkCardExpiry: 'Proszę podać miesiąc i rok z karty, na przykład 12/34.',
  checkExpiryIsAhead: 'Ta karta straciła ważność. Proszę sprawdzić datę lub użyć innej karty.',
  checkSecurityCode: 'Proszę podać 3 lub 4 cyfry kodu zabezpieczającego.',
  checkDetails: 'Proszę sprawdzić dane',
  testMode: 'Tryb testowy',
  noMoneyMoves: 'Pieniądze nie są pobierane.',
  showTestCards: 'Karty testowe',
  testCards: {
    pays: 'płaci',
    is_declined: 'jest odrzucana',
    has_no_money: 'nie ma wystarczających środków',
    asks_to_confirm: 'prosi o potwierdzenie',
  },
  testCardDetails: 'Proszę użyć dowolnej przyszłej daty i dowolnych 3 cyfr.',
  vat: 'VAT',
  taxAt: ({ tax, percent }) => `${tax} ${percent}`,
  seconds: (count) =>
    n(count, {
      one: `${count} sekundę`,
      few: `${count} sekundy`,
      many: `${count} sekund`,
      other: `${count} sekundy`,
    }),
  every: (interval, count) => {
    const { each, few, many } = INTERVALS[interval];
    if (count === 1) return each;
    return `co ${count} ${n(count, { one: many, few, many, other: few })}`;
  },
};
