import type { portalForms as english } from '../en/portal-forms.ts';

export const portalForms: typeof english = {
  cancelForm: 'Avbryt',

  paymentMethod: 'Betalningsmetod',
  noCard: 'Inget sparat kort.',
  expires: (date) => `Går ut ${date}`,
  expired: (date) => `Gick ut ${date}`,
  updateCard: 'Byt kort',
  addCard: 'Lägg till kort',
  addCardTitle: 'Lägg till ett kort',
  updateCardTitle: 'Byt ditt kort',
  cardIsUsed: (card) => `${card} används för dina betalningar. Det nya kortet ersätter det.`,
  cardWillBeUsed: 'Kortet används för dina nästa betalningar.',
  payAndSaveCard: 'Betala och spara kortet',
  saveCard: 'Spara kortet',
  continueTo: (provider) => `Fortsätt till ${provider}`,
  chargedAtOnce: ({ amount, plan }) => `${amount} för ${plan} dras genast från det nya kortet.`,
  chargedLater: ({ amount, plan }) =>
    `${amount} för ${plan} dras inte nu. ` +
    'Beloppet dras senare från det nya kortet, om det fortfarande är obetalt.',
  cannotTakeCards: 'Butiken kan inte ta emot kort just nu',
  askShop: (shop) => `Kontakta ${shop}.`,
  didNotWork: 'Det fungerade inte',
  tryInAMoment: 'Försök igen om en stund.',
  tooManyTries: 'För många försök',
  methods: {
    acss_debit: 'Autogiro',
    au_becs_debit: 'Autogiro',
    bacs_debit: 'Autogiro',
    eps: 'EPS',
    ideal: 'iDEAL',
    nz_bank_account: 'Bankkonto',
    paypal: 'PayPal',
    sepa_debit: 'SEPA-autogiro',
    us_bank_account: 'Bankkonto',
  },

  balance: 'Saldo',
  haveCredit: (amount) => `Du har ${amount} till godo. Det används för dina nästa betalningar.`,
  oweAmount: (amount) => `Du är skyldig ${amount}. Det läggs till din nästa betalning.`,

  billing: 'Faktureringsuppgifter',
  noBilling: 'Inga faktureringsuppgifter än.',
  billingText: 'De står på dina nästa fakturor.',
  updateBilling: 'Ändra uppgifter',
  save: 'Spara',
  taxNumberIs: (number) => `Skattenummer ${number}`,
  checkTaxNumber: 'Kontrollera skattenumret eller lämna fältet tomt.',
  checkCountry: 'Välj ett land i listan eller lämna fältet tomt.',
  phone: 'Telefon',
  address: 'Adress',
  line1: 'Gatuadress',
  line2: 'Lägenhet eller våning',
  city: 'Ort',
  stateOrRegion: 'Delstat eller region',

  correctTitle: (number) => `Rätta faktura ${number}`,
  correctText:
    'Du får en kreditfaktura för den här fakturan och en ny faktura med de här uppgifterna. ' +
    'Det du har betalat ändras inte.',
  countryIsFixed: (country) => `Land: ${country}. Det kan inte ändras här.`,
  correctInvoice: 'Rätta fakturan',
};
