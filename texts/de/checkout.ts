import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('de');

export const checkout: Catalogue['checkout'] = {
  payShop: (shop) => `An ${shop} zahlen`,
  subscribeTo: (product) => `${product} abonnieren`,
  tryProduct: (product) => `${product} testen`,
  getProduct: (product) => `${product} bestellen`,
  back: 'Zurück',

  order: 'Ihre Bestellung',
  showOrder: 'Bestellung anzeigen',
  today: 'heute',
  plusTax: 'zzgl. Steuer',
  thenEvery: ({ amount, every, day }) => `Danach ${amount} ${every} ab dem ${day}.`,
  thenOnceReduced: ({ reduced, amount, every, day }) =>
    `Danach ${reduced} am ${day} und anschließend ${amount} ${every}.`,
  thenReducedFor: ({ reduced, months, amount, every, day }) =>
    n(months, {
      one: `Danach ${reduced} ${every} ab dem ${day} und nach ${months} Monat ${amount} ${every}.`,
      other:
        `Danach ${reduced} ${every} ab dem ${day} und nach ${months} Monaten ${amount} ` +
        `${every}.`,
    }),
  thenFree: 'Danach zahlen Sie nichts.',
  cancelAnyTime: 'Jederzeit kündbar.',
  taxComesOnTop: 'Steuer kommt hinzu.',
  taxIsIncluded: 'Steuer ist enthalten.',
  freeTrial: (days) =>
    n(days, { one: `${days} Tag kostenlos testen`, other: `${days} Tage kostenlos testen` }),
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  each: (amount) => `${amount} pro Stück`,
  quantityTimes: ({ quantity, amount }) => `${quantity} × ${amount}`,
  quantity: 'Menge',
  oneLess: 'Eins weniger',
  oneMore: 'Eins mehr',
  updateQuantity: 'Menge aktualisieren',
  checkQuantityTitle: 'Prüfen Sie die Menge',
  checkQuantity: ({ least, most }) => `Geben Sie eine ganze Zahl von ${least} bis ${most} ein.`,
  about: 'Über dieses Produkt',
  subtotal: 'Zwischensumme',
  percentOff: (percent) => `${percent} Rabatt`,
  amountOff: (amount) => `${amount} Rabatt`,
  afterTrial: 'nach der Testphase',
  rounding: 'Rundung',
  tax: 'Steuer',
  taxDependsOnPlace: 'Hängt von Ihrem Land ab',
  taxIncluded: (tax) => `Enthaltene ${tax}`,
  reverseCharge:
    'Reverse-Charge-Verfahren: Es wird keine Umsatzsteuer berechnet, Ihre Firma führt sie ab.',
  taxExempt: 'Von der Steuer befreit.',
  paidFromBalance: 'Aus Ihrem Guthaben bezahlt',
  owedFromEarlier: 'Offen von früher',
  total: 'Gesamt',
  totalBeforeTax: 'Gesamt ohne Steuer',
  dueToday: 'Heute fällig',

  addCode: 'Gutscheincode hinzufügen',
  code: 'Gutscheincode',
  apply: 'Einlösen',
  removeCode: (code) => `${code} entfernen`,
  codeNotValid: 'Dieser Code ist nicht gültig',
  codeUnusable: 'Dieser Code gilt für diese Bestellung nicht.',
  codeGone: 'Dieser Code gilt nicht mehr',
  removeToPayFull: 'Entfernen Sie ihn, um den vollen Preis zu zahlen.',

  startTrial: 'Starten Sie Ihre kostenlose Testphase',
  yourDetails: 'Ihre Angaben',
  payment: 'Zahlungsdaten',
  buyingForCompany: 'Ich kaufe für eine Firma',
  updateTotal: 'Summe aktualisieren',
  goOn: 'Weiter',
  continueToPay: 'Weiter zur Zahlung',
  orByCard: 'Oder mit Karte zahlen',
  payNow: (amount) => `${amount} zahlen`,
  subscribe: 'Abonnieren',
  startTrialNow: 'Testphase starten',
  completeOrder: 'Bestellung abschließen',
  payAt: (provider) => `Sie zahlen auf der nächsten Seite, bei ${provider}.`,
  chooseAt: (provider) =>
    `Auf der nächsten Seite, bei ${provider}, wählen Sie, wie Sie später zahlen. ` +
    'Heute zahlen Sie nichts.',
  securedBy: (provider) => `Sichere Zahlung mit ${provider}`,
  firstCharge: ({ amount, day }) => `Am ${day} werden erstmals ${amount} abgebucht.`,
  renewsUntilCanceled: 'Ihr Abonnement verlängert sich automatisch, bis Sie kündigen.',
  // Nothing but these words: § 312j (3) BGB.
  orderAndPay: () => 'Zahlungspflichtig bestellen',
  orderWithObligation: 'Zahlungspflichtig bestellen',
  consentToContent:
    'Ich stimme ausdrücklich zu, dass die Lieferung sofort beginnt, und weiß, dass ich ' +
    'damit mein Widerrufsrecht verliere.',
  consentToService:
    'Ich verlange ausdrücklich, dass die Dienstleistung sofort beginnt, und weiß, dass ich ' +
    'mein Widerrufsrecht verliere, sobald sie vollständig erbracht ist.',
  consentNeeded: 'Setzen Sie hier ein Häkchen, um fortzufahren.',
  acceptTerms: (link) => html`Mit der Zahlung akzeptieren Sie die ${link('AGB')}.`,
  acceptPrivacy: (link) =>
    html`Mit der Zahlung akzeptieren Sie die ${link('Datenschutzerklärung')}.`,
  acceptBoth: (terms, privacy) =>
    html`Mit der Zahlung akzeptieren Sie die ${terms('AGB')} und die
    ${privacy('Datenschutzerklärung')}.`,

  cardDeclined: 'Karte abgelehnt',
  notCompleted: 'Zahlung nicht abgeschlossen',
  nothingCharged: 'Es wurde nichts abgebucht.',
  countryNeeded: 'Wählen Sie Ihr Land: Davon hängt die Steuer ab.',
  regionNeeded: 'Wählen Sie Ihre Region: Davon hängt die Steuer ab.',
  checkTaxNumber: 'Prüfen Sie diese Nummer oder lassen Sie das Feld leer.',
  numberNotKnown: 'Das Steuerregister kennt diese Nummer nicht, daher wird Steuer berechnet.',
  numberNotVerified:
    'Diese Nummer konnte noch nicht überprüft werden, daher wird Steuer berechnet.',
  tooSmall: (smallest) =>
    `Damit wären weniger als ${smallest} zu zahlen. Das kann nicht abgebucht werden.`,
  tooLarge: 'Mit Steuer ist das mehr, als auf einmal abgebucht werden kann.',
  totalChanged: 'Die Summe hat sich geändert',
  checkBeforePaying: 'Prüfen Sie sie, bevor Sie zahlen. Es wurde nichts abgebucht.',
  orderUpdated: 'Ihre Bestellung ist aktualisiert',
  trialUsed: 'Sie haben diese kostenlose Testphase schon genutzt',
  priceWithoutTrial: 'Dies ist der Preis ohne Testphase. Es wurde nichts abgebucht.',
  noAnswer: 'Noch keine Antwort',
  pressAgain: 'Prüfen Sie Ihre Verbindung und klicken Sie dann noch einmal auf die Schaltfläche.',
  tooManyTries: 'Zu viele Versuche',
  waitThenTry: (seconds) => `Warten Sie ${seconds} und versuchen Sie es dann noch einmal.`,
  tooManyDeclines: 'Zu viele abgelehnte Zahlungen',
  startAgainAt: (shop) => `Gehen Sie zurück zu ${shop} und beginnen Sie von vorn.`,
};
