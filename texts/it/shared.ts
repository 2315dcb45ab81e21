import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('it');

const INTERVALS = {
  day: ['al giorno', 'giorni'],
  week: ['alla settimana', 'settimane'],
  month: ['al mese', 'mesi'],
  year: ['all’anno', 'anni'],
} as const;

export const shared: Catalogue['shared'] = {
  optional: '(facoltativo)',
  email: 'Indirizzo e-mail',
  language: 'Lingua',
  terms: 'Condizioni',
  privacy: 'Privacy',
  imprint: 'Note legali',
  refunds: 'Rimborsi',
  help: 'Assistenza',
  questions: (address) => html`Ha una domanda? ${address}`,
  country: 'Paese',
  fullName: 'Nome',
  company: 'Azienda',
  taxNumber: 'Codice fiscale o partita IVA',
  postalCode: 'CAP',
  region: 'Regione',
  state: 'Stato',
  province: 'Provincia',
  card: 'Carta',
  cardNumber: 'Numero della carta',
  cardExpiry: 'Scadenza (mese e anno)',
  monthAndYear: 'MM / AA',
  securityCode: 'Codice di sicurezza',
  securityCodeShort: 'CVC',
  checkEmail: 'Inserisca un indirizzo e-mail, per esempio ada@example.com.',
  checkCountry: 'Scelga un Paese dall’elenco.',
  checkLength: (most) => `Inserisca al massimo ${most} caratteri, su una sola riga.`,
  checkCardNumber: 'Controlli il numero della carta.',
  checkCardExpiry: 'Inserisca il mese e l’anno indicati sulla carta, per esempio 12/34.',
  checkExpiryIsAhead: 'Questa carta è scaduta. Controlli la data o usi un’altra carta.',
  checkSecurityCode: 'Inserisca le 3 o 4 cifre del codice di sicurezza.',
  checkDetails: 'Controlli i Suoi dati',
  testMode: 'Modalità test',
  noMoneyMoves: 'Senza denaro reale.',
  showTestCards: 'Carte di prova',
  testCards: {
    pays: 'paga',
    is_declined: 'viene rifiutata',
    has_no_money: 'non ha fondi sufficienti',
    asks_to_confirm: 'chiede una conferma',
  },
  testCardDetails: 'Usi una qualsiasi data futura e 3 cifre qualsiasi.',
  vat: 'IVA',
  taxAt: ({ tax, percent }) => `${tax} ${percent}`,
  seconds: (count) => n(count, { one: `${count} secondo`, other: `${count} secondi` }),
  every: (interval, count) =>
    count === 1 ? INTERVALS[interval][0] : `ogni ${count} ${INTERVALS[interval][1]}`,
};
