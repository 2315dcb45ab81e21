import type { portalForms as english } from '../en/portal-forms.ts';

export const portalForms: typeof english = {
  cancelForm: 'Anuluj',

  paymentMethod: 'Metoda płatności',
  noCard: 'Brak zapisanej karty.',
  expires: (date) => `Ważna do ${date}`,
  expired: (date) => `Ważność upłynęła ${date}`,
  updateCard: 'Zmień kartę',
  addCard: 'Dodaj kartę',
  addCardTitle: 'Dodawanie karty',
  updateCardTitle: 'Zmiana karty',
  cardIsUsed: (card) => `Do płatności używana jest ${card}. Nowa karta ją zastąpi.`,
  cardWillBeUsed: 'Karta będzie używana do następnych płatności.',
  payAndSaveCard: 'Zapłać i zapisz kartę',
  saveCard: 'Zapisz kartę',
  continueTo: (provider) => `Przejdź dalej: ${provider}`,
  chargedAtOnce: ({ amount, plan }) =>
    `Z nowej karty od razu zostanie pobrana kwota ${amount} za ${plan}.`,
  chargedLater: ({ amount, plan }) =>
    `Płatność ${amount} za ${plan} nie zostanie teraz pobrana. ` +
    'Zostanie pobrana z nowej karty później, jeśli nadal będzie zaległa.',
  cannotTakeCards: 'Ten sklep nie może teraz przyjmować kart',
  askShop: (shop) => `Proszę skontaktować się z ${shop}.`,
  didNotWork: 'To się nie udało',
  tryInAMoment: 'Proszę spróbować ponownie za chwilę.',
  tooManyTries: 'Zbyt wiele prób',
  methods: {
    acss_debit: 'Polecenie zapłaty',
    au_becs_debit: 'Polecenie zapłaty',
    bacs_debit: 'Polecenie zapłaty',
    eps: 'EPS',
    ideal: 'iDEAL',
    nz_bank_account: 'Konto bankowe',
    paypal: 'PayPal',
    sepa_debit: 'Polecenie zapłaty SEPA',
    us_bank_account: 'Konto bankowe',
  },

  balance: 'Saldo',
  haveCredit: (amount) =>
    `Na saldzie jest ${amount}. Kwota zostanie użyta przy następnych płatnościach.`,
  oweAmount: (amount) => `Do zapłaty pozostaje ${amount}. Doliczymy to do następnej płatności.`,

  billing: 'Dane do faktury',
  noBilling: 'Nie podano jeszcze danych do faktury.',
  billingText: 'Będą widoczne na następnych fakturach.',
  updateBilling: 'Zmień dane',
  save: 'Zapisz',
  taxNumberIs: (number) => `Numer podatkowy ${number}`,
  checkTaxNumber: 'Proszę sprawdzić ten numer podatkowy lub zostawić pole puste.',
  checkCountry: 'Proszę wybrać kraj z listy lub zostawić pole puste.',
  phone: 'Telefon',
  address: 'Adres',
  line1: 'Ulica i numer',
  line2: 'Mieszkanie, lokal lub piętro',
  city: 'Miejscowość',
  stateOrRegion: 'Województwo lub region',

  correctTitle: (number) => `Korekta faktury ${number}`,
  correctText:
    'Otrzymają Państwo fakturę korygującą i nową fakturę z tymi danymi. ' +
    'Zapłacona kwota się nie zmieni.',
  countryIsFixed: (country) => `Kraj: ${country}. Nie można go tutaj zmienić.`,
  correctInvoice: 'Popraw fakturę',
};
