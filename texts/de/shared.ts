import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('de');

const INTERVALS = {
  day: ['pro Tag', 'Tage'],
  week: ['pro Woche', 'Wochen'],
  month: ['pro Monat', 'Monate'],
  year: ['pro Jahr', 'Jahre'],
} as const;

export const shared: Catalogue['shared'] = {
  optional: '(optional)',
  email: 'E-Mail-Adresse',
  language: 'Sprache',
  terms: 'AGB',
  privacy: 'Datenschutz',
  imprint: 'Impressum',
  refunds: 'Erstattungen',
  help: 'Hilfe',
  questions: (address) => html`Fragen? ${address}`,
  country: 'Land',
  fullName: 'Name',
  company: 'Firma',
  taxNumber: 'Steuernummer, zum Beispiel USt-IdNr.',
  postalCode: 'PLZ',
  region: 'Region',
  state: 'Bundesstaat',
  province: 'Provinz',
  card: 'Karte',
  cardNumber: 'Kartennummer',
  cardExpiry: 'Ablaufdatum (Monat und Jahr)',
  monthAndYear: 'MM / JJ',
  securityCode: 'Prüfziffer',
  securityCodeShort: 'CVC',
  checkEmail: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.',
  checkCountry: 'Wählen Sie ein Land aus der Liste.',
  checkLength: (most) => `Geben Sie höchstens ${most} Zeichen in einer Zeile ein.`,
  checkCardNumber: 'Prüfen Sie die Kartennummer.',
  checkCardExpiry: 'Geben Sie Monat und Jahr von der Karte ein, zum Beispiel 12/34.',
  checkExpiryIsAhead:
    'Diese Karte ist abgelaufen. Prüfen Sie das Datum oder nehmen Sie eine andere Karte.',
  checkSecurityCode: 'Geben Sie die 3 oder 4 Ziffern der Prüfziffer ein.',
  checkDetails: 'Prüfen Sie Ihre Angaben',
  testMode: 'Testmodus',
  noMoneyMoves: 'Es fließt kein Geld.',
  showTestCards: 'Testkarten',
  testCards: {
    pays: 'zahlt',
    is_declined: 'wird abgelehnt',
    has_no_money: 'ist nicht gedeckt',
    asks_to_confirm: 'verlangt eine Bestätigung',
  },
  testCardDetails: 'Nehmen Sie ein beliebiges künftiges Datum und 3 beliebige Ziffern.',
  vat: 'USt.',
  taxAt: ({ tax, percent }) => `${tax} ${percent}`,
  seconds: (count) => n(count, { one: `${count} Sekunde`, other: `${count} Sekunden` }),
  every: (interval, count) =>
    count === 1 ? INTERVALS[interval][0] : `alle ${count} ${INTERVALS[interval][1]}`,
};
