import type { portalForms as english } from '../en/portal-forms.ts';

export const portalForms: typeof english = {
  cancelForm: 'Abbrechen',

  paymentMethod: 'Zahlungsmittel',
  noCard: 'Keine Karte hinterlegt.',
  expires: (date) => `Gültig bis ${date}`,
  expired: (date) => `Abgelaufen ${date}`,
  updateCard: 'Karte ändern',
  addCard: 'Karte hinzufügen',
  addCardTitle: 'Karte hinzufügen',
  updateCardTitle: 'Karte ändern',
  cardIsUsed: (card) => `${card} wird für Ihre Zahlungen verwendet. Die neue Karte ersetzt sie.`,
  cardWillBeUsed: 'Die Karte wird für Ihre nächsten Zahlungen verwendet.',
  payAndSaveCard: 'Zahlen und Karte speichern',
  saveCard: 'Karte speichern',
  continueTo: (provider) => `Weiter zu ${provider}`,
  chargedAtOnce: ({ amount, plan }) =>
    `Von der neuen Karte werden sofort ${amount} für ${plan} abgebucht.`,
  chargedLater: ({ amount, plan }) =>
    `${amount} für ${plan} werden jetzt nicht abgebucht. ` +
    'Ist die Zahlung später noch offen, wird sie dann von der neuen Karte abgebucht.',
  cannotTakeCards: 'Dieser Shop kann zurzeit keine Karten annehmen',
  askShop: (shop) => `Wenden Sie sich an ${shop}.`,
  didNotWork: 'Das hat nicht geklappt',
  tryInAMoment: 'Versuchen Sie es gleich noch einmal.',
  tooManyTries: 'Zu viele Versuche',
  methods: {
    acss_debit: 'Lastschrift',
    au_becs_debit: 'Lastschrift',
    bacs_debit: 'Lastschrift',
    eps: 'EPS',
    ideal: 'iDEAL',
    nz_bank_account: 'Bankkonto',
    paypal: 'PayPal',
    sepa_debit: 'SEPA-Lastschrift',
    us_bank_account: 'Bankkonto',
  },

  balance: 'Guthaben',
  haveCredit: (amount) =>
    `Sie haben ${amount} Guthaben. Es wird für Ihre nächsten Zahlungen verwendet.`,
  oweAmount: (amount) =>
    `Es sind noch ${amount} offen. Sie kommen zu Ihrer nächsten Zahlung hinzu.`,

  billing: 'Rechnungsangaben',
  noBilling: 'Noch keine Rechnungsangaben.',
  billingText: 'Sie stehen auf Ihren nächsten Rechnungen.',
  updateBilling: 'Angaben ändern',
  save: 'Speichern',
  taxNumberIs: (number) => `Steuernummer ${number}`,
  checkTaxNumber: 'Prüfen Sie diese Steuernummer oder lassen Sie das Feld leer.',
  checkCountry: 'Wählen Sie ein Land aus der Liste oder lassen Sie das Feld leer.',
  phone: 'Telefon',
  address: 'Adresse',
  line1: 'Straße und Hausnummer',
  line2: 'Adresszusatz',
  city: 'Ort',
  stateOrRegion: 'Bundesland oder Region',

  correctTitle: (number) => `Rechnung ${number} korrigieren`,
  correctText:
    'Sie erhalten eine Rechnungskorrektur zu dieser Rechnung und eine neue Rechnung mit diesen ' +
    'Angaben. Was Sie bezahlt haben, bleibt gleich.',
  countryIsFixed: (country) => `Land: ${country}. Es kann hier nicht geändert werden.`,
  correctInvoice: 'Rechnung korrigieren',
};
