import type { portalForms as english } from '../en/portal-forms.ts';

export const portalForms: typeof english = {
  cancelForm: 'Annuleren',

  paymentMethod: 'Betaalmethode',
  noCard: 'Geen kaart opgeslagen.',
  expires: (date) => `Verloopt ${date}`,
  expired: (date) => `Verlopen ${date}`,
  updateCard: 'Kaart wijzigen',
  addCard: 'Kaart toevoegen',
  addCardTitle: 'Een kaart toevoegen',
  updateCardTitle: 'Uw kaart wijzigen',
  cardIsUsed: (card) =>
    `${card} wordt voor uw betalingen gebruikt. De nieuwe kaart komt ervoor in de plaats.`,
  cardWillBeUsed: 'De kaart wordt voor uw volgende betalingen gebruikt.',
  payAndSaveCard: 'Betalen en kaart opslaan',
  saveCard: 'Kaart opslaan',
  continueTo: (provider) => `Doorgaan naar ${provider}`,
  chargedAtOnce: ({ amount, plan }) =>
    `Van de nieuwe kaart wordt meteen ${amount} voor ${plan} afgeschreven.`,
  chargedLater: ({ amount, plan }) =>
    `De betaling van ${amount} voor ${plan} wordt nu niet afgeschreven. ` +
    'Staat die later nog open, dan wordt die van de nieuwe kaart afgeschreven.',
  cannotTakeCards: 'Deze winkel kan nu geen kaarten aannemen',
  askShop: (shop) => `Neem contact op met ${shop}.`,
  didNotWork: 'Dit is niet gelukt',
  tryInAMoment: 'Probeer het zo meteen opnieuw.',
  tooManyTries: 'Te veel pogingen',
  methods: {
    acss_debit: 'Bankincasso',
    au_becs_debit: 'Bankincasso',
    bacs_debit: 'Bankincasso',
    eps: 'EPS',
    ideal: 'iDEAL',
    nz_bank_account: 'Bankrekening',
    paypal: 'PayPal',
    sepa_debit: 'SEPA-incasso',
    us_bank_account: 'Bankrekening',
  },

  balance: 'Saldo',
  haveCredit: (amount) =>
    `U hebt ${amount} tegoed. Het wordt voor uw volgende betalingen gebruikt.`,
  oweAmount: (amount) => `U bent ${amount} verschuldigd. Het komt bij uw volgende betaling.`,

  billing: 'Factuurgegevens',
  noBilling: 'Nog geen factuurgegevens.',
  billingText: 'Ze staan op uw volgende facturen.',
  updateBilling: 'Gegevens wijzigen',
  save: 'Opslaan',
  taxNumberIs: (number) => `Belastingnummer ${number}`,
  checkTaxNumber: 'Controleer dit belastingnummer of laat het leeg.',
  checkCountry: 'Kies een land uit de lijst of laat het leeg.',
  phone: 'Telefoon',
  address: 'Adres',
  line1: 'Straat en huisnummer',
  line2: 'Appartement, suite of verdieping',
  city: 'Plaats',
  stateOrRegion: 'Staat of regio',

  correctTitle: (number) => `Factuur ${number} corrigeren`,
  correctText:
    'U ontvangt een creditnota voor deze factuur en een nieuwe factuur met deze gegevens. ' +
    'Wat u hebt betaald, blijft hetzelfde.',
  countryIsFixed: (country) => `Land: ${country}. Het kan hier niet worden gewijzigd.`,
  correctInvoice: 'Factuur corrigeren',
};
