import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';
import { portalForms } from './portal-forms.ts';
import { portalSubscription } from './portal-subscription.ts';

const n = plural('de');

export const portal: Catalogue['portal'] = {
  ...portalForms,
  ...portalSubscription,
  title: 'Ihre Käufe',
  allPurchases: 'Alle Käufe',
  backTo: (shop) => `Zurück zu ${shop}`,
  nothingBought: (shop) => `Was Sie bei ${shop} kaufen, erscheint hier.`,
  nothingBoughtYet: 'Noch keine Käufe',
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Unter dieser Adresse gibt es nichts von Ihnen.',
  },

  notes: {
    'billing-saved': 'Ihre Rechnungsangaben sind gespeichert.',
    'invoice-corrected': 'Ihre Rechnung ist korrigiert. Die neue steht in der Liste.',
    'card-saved': 'Ihre Karte ist gespeichert. Sie wird für Ihre nächsten Zahlungen verwendet.',
    'card-paid': 'Ihre Karte ist gespeichert, und die offene Zahlung ist bezahlt.',
    'device-freed': 'Das Gerät ist deaktiviert. Sie können ein anderes aktivieren.',
    changed: 'Ihr Abonnement ist geändert.',
    canceled: 'Ihr Abonnement ist gekündigt. Es wird nichts mehr abgebucht.',
    kept: 'Ihr Abonnement läuft weiter.',
    paused: 'Ihr Abonnement ist pausiert. Solange wird nichts abgebucht.',
    resumed: 'Willkommen zurück. Ihr Abonnement ist wieder aktiv.',
    'offer-taken': 'Danke, dass Sie bleiben. Ihr Rabatt ist eingetragen.',
    'offer-gone': 'Dieses Angebot gibt es nicht mehr. Es hat sich nichts geändert.',
    busy:
      'Eine Zahlung für dieses Abonnement wird verarbeitet. ' +
      'Versuchen Sie es gleich noch einmal.',
    waiting:
      'Ihre Zahlung wird verarbeitet. Laden Sie diese Seite gleich neu, um das Ergebnis zu sehen.',
  },

  subscriptions: 'Abonnements',
  noSubscriptions: 'Sie haben keine Abonnements.',
  allSubscriptions: 'Alle Abonnements',
  licenses: 'Lizenzschlüssel',
  noLicenses: 'Sie haben keine Lizenzschlüssel.',
  allLicenses: 'Alle Lizenzschlüssel',
  payments: 'Zahlungen',
  noPayments: 'Sie haben noch keine Zahlungen.',
  allPayments: 'Alle Zahlungen',
  invoices: 'Rechnungen',
  noInvoices: 'Sie haben noch keine Rechnungen.',
  allInvoices: 'Rechnungen und Rechnungskorrekturen',
  older: 'Ältere anzeigen',

  copy: 'Kopieren',
  copyKeyOf: (product) => `Lizenzschlüssel von ${product} kopieren`,
  copied: 'Kopiert',
  pressToCopy: 'Drücken Sie Strg+C (oder ⌘C), um zu kopieren.',
  licenseStatus: {
    inactive: 'Noch nicht aktiviert',
    active: 'Aktiv',
    expired: 'Abgelaufen',
    disabled: 'Gesperrt',
  },
  validUntil: (day) => `Gültig bis zum ${day}.`,
  expiredOn: (day) => `Abgelaufen am ${day}.`,
  devicesUsed: (used) =>
    n(used, { one: `Auf ${used} Gerät genutzt.`, other: `Auf ${used} Geräten genutzt.` }),
  devicesUsedOf: ({ used, limit }) =>
    n(limit, {
      one: `Auf ${used} von ${limit} Gerät genutzt.`,
      other: `Auf ${used} von ${limit} Geräten genutzt.`,
    }),
  devicesOverLimit: (count) =>
    n(count, {
      one:
        'Das neueste Gerät liegt über der Grenze und kann nicht genutzt werden. ' +
        'Deaktivieren Sie ein anderes.',
      other:
        `Die ${count} neuesten Geräte liegen über der Grenze und können nicht genutzt werden. ` +
        'Deaktivieren Sie andere.',
    }),
  deviceSince: (day) => `Seit dem ${day}`,
  deviceOverLimit: 'Über der Grenze',
  deactivate: 'Deaktivieren',
  deactivateDevice: (device) => `${device} deaktivieren`,

  paymentTypes: {
    purchase: 'Kauf',
    subscription_start: 'Erste Zahlung',
    renewal: 'Verlängerung',
    plan_change: 'Tarifwechsel',
    refund: 'Erstattung',
  },
  paymentOn: ({ type, day }) => `${type} · ${day}`,
  paymentStatus: {
    paid: 'Bezahlt',
    pending: 'In Bearbeitung',
    declined: 'Abgelehnt',
    failed: 'Fehlgeschlagen',
    refunded: 'Erstattet',
    partially_refunded: 'Teilweise erstattet',
    disputed: 'Angefochten',
    charged_back: 'Zurückgebucht',
  },
  amountRefunded: (amount) => `${amount} erstattet`,
  refundFailed: 'Ihre Bank hat die Erstattung nicht angenommen. Wenden Sie sich an den Shop.',
  disputeOpen: 'Sie haben diese Zahlung angefochten. Ihre Bank hat noch nicht entschieden.',
  disputeLost: 'Ihre Bank hat Ihnen diese Zahlung zurückgebucht.',
  disputeWon:
    'Sie haben diese Zahlung angefochten. Ihre Bank hat entschieden, dass sie bestehen bleibt.',
  refundDeclined: 'Die Erstattung wurde nicht ausgeführt. Wenden Sie sich an den Shop.',
  invoice: 'Rechnung',
  creditNote: 'Rechnungskorrektur',
  invoiceNumber: (number) => `Rechnung ${number}`,
  creditNoteNumber: (number) => `Rechnungskorrektur ${number}`,
  receipt: 'Beleg',
  details: 'Details',
  ofPayment: ({ product, day }) => `für ${product}, ${day}`,
  pdf: 'PDF',
  xml: 'XML',
  correct: 'Korrigieren',

  titles: {
    receipt: 'Beleg',
    refund: 'Erstattung',
    declined: 'Abgelehnte Zahlung',
    refundDeclined: 'Abgelehnte Erstattung',
    refundFailed: 'Fehlgeschlagene Erstattung',
    pending: 'Zahlung in Bearbeitung',
    refundPending: 'Erstattung in Bearbeitung',
  },
  from: 'Von',
  billedTo: 'Rechnung an',
  date: 'Datum',
  paidWith: 'Bezahlt mit',
  total: 'Gesamt',
  refundedAmount: 'Erstattet',
  netPaid: 'Nach Erstattung bezahlt',
  notRefunded: 'Nicht erstattet',
  takenFromBalance: 'Von Ihrem Guthaben abgezogen',
  printThis: 'Drucken Sie diese Seite für Ihre Unterlagen.',

  signIn: {
    title: 'Ihre Käufe verwalten',
    text: (shop) =>
      `Geben Sie die E-Mail-Adresse ein, die Sie bei ${shop} verwendet haben. Wir senden Ihnen ` +
      'einen Link zu Ihren Abonnements, Rechnungen und Lizenzschlüsseln.',
    send: 'Link senden',
    sentTitle: 'Sehen Sie in Ihren E-Mails nach',
    sent:
      'Wenn Sie mit dieser Adresse etwas gekauft haben, ist ein Link unterwegs. ' +
      'Er gilt eine Stunde.',
    noMail:
      'Keine E-Mail? Sehen Sie im Spam-Ordner nach und prüfen Sie, ob dies die richtige Adresse ' +
      'ist. In fünf Minuten können Sie es noch einmal versuchen.',
    otherAddress: 'Andere Adresse verwenden',
  },
};
