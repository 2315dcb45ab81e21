import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('nl');

const INTERVALS = {
  day: ['per dag', 'dagen'],
  week: ['per week', 'weken'],
  month: ['per maand', 'maanden'],
  year: ['per jaar', 'jaar'],
} as const;

export const shared: Catalogue['shared'] = {
  optional: '(optioneel)',
  email: 'E-mailadres',
  language: 'Taal',
  terms: 'Voorwaarden',
  privacy: 'Privacy',
  imprint: 'Bedrijfsgegevens',
  refunds: 'Terugbetaling',
  help: 'Hulp',
  questions: (address) => html`Vragen? ${address}`,
  country: 'Land',
  fullName: 'Naam',
  company: 'Bedrijf',
  taxNumber: 'Belastingnummer, zoals een btw-nummer',
  postalCode: 'Postcode',
  region: 'Regio',
  state: 'Staat',
  province: 'Provincie',
  card: 'Kaart',
  cardNumber: 'Kaartnummer',
  cardExpiry: 'Vervaldatum (maand en jaar)',
  monthAndYear: 'MM / JJ',
  securityCode: 'Beveiligingscode',
  securityCodeShort: 'CVC',
  checkEmail: 'Voer een e-mailadres in, zoals ada@example.com.',
  checkCountry: 'Kies een land uit de lijst.',
  checkLength: (most) => `Voer hoogstens ${most} tekens in, op één regel.`,
  checkCardNumber: 'Controleer het kaartnummer.',
  checkCardExpiry: 'Voer de maand en het jaar op de kaart in, zoals 12/34.',
  checkExpiryIsAhead: 'Deze kaart is verlopen. Controleer de datum of gebruik een andere kaart.',
  checkSecurityCode: 'Voer de 3 of 4 cijfers van de beveiligingscode in.',
  checkDetails: 'Controleer uw gegevens',
  testMode: 'Testmodus',
  noMoneyMoves: 'Er wordt geen geld overgemaakt.',
  showTestCards: 'Testkaarten',
  testCards: {
    pays: 'betaalt',
    is_declined: 'wordt geweigerd',
    has_no_money: 'heeft te weinig saldo',
    asks_to_confirm: 'vraagt om bevestiging',
  },
  testCardDetails: 'Gebruik een datum in de toekomst en 3 willekeurige cijfers.',
  vat: 'Btw',
  taxAt: ({ tax, percent }) => `${tax} ${percent}`,
  seconds: (count) => n(count, { one: `${count} seconde`, other: `${count} seconden` }),
  every: (interval, count) =>
    count === 1 ? INTERVALS[interval][0] : `per ${count} ${INTERVALS[interval][1]}`,
};
