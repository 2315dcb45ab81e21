import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';
import { portalForms } from './portal-forms.ts';
import { portalSubscription } from './portal-subscription.ts';

const n = plural('sv');

export const portal: Catalogue['portal'] = {
  ...portalForms,
  ...portalSubscription,
  title: 'Dina köp',
  allPurchases: 'Alla köp',
  backTo: (shop) => `Tillbaka till ${shop}`,
  nothingBought: (shop) => `Det du köper från ${shop} visas här.`,
  nothingBoughtYet: 'Inga köp än',
  notFound: {
    title: 'Sidan hittades inte',
    text: 'Det finns inget på den här adressen som är ditt.',
  },

  notes: {
    'billing-saved': 'Dina faktureringsuppgifter är sparade.',
    'invoice-corrected': 'Din faktura är rättad. Den nya finns i listan.',
    'card-saved': 'Ditt kort är sparat. Det används för dina nästa betalningar.',
    'card-paid': 'Ditt kort är sparat och den utestående betalningen är betald.',
    'device-freed': 'Enheten är avaktiverad. Du kan aktivera en annan.',
    changed: 'Ditt abonnemang är ändrat.',
    canceled: 'Ditt abonnemang är uppsagt. Inget mer kommer att dras.',
    kept: 'Ditt abonnemang fortsätter.',
    paused: 'Ditt abonnemang är pausat. Inget dras under tiden.',
    resumed: 'Välkommen tillbaka. Ditt abonnemang är aktivt igen.',
    'offer-taken': 'Tack för att du stannar kvar. Din rabatt gäller nu.',
    'offer-gone': 'Erbjudandet finns inte längre. Inget har ändrats.',
    busy: 'En betalning för abonnemanget behandlas. Försök igen om en stund.',
    waiting: 'Din betalning behandlas. Ladda om sidan om en stund för att se resultatet.',
  },

  subscriptions: 'Abonnemang',
  noSubscriptions: 'Du har inga abonnemang.',
  allSubscriptions: 'Alla abonnemang',
  licenses: 'Licensnycklar',
  noLicenses: 'Du har inga licensnycklar.',
  allLicenses: 'Alla licensnycklar',
  payments: 'Betalningar',
  noPayments: 'Du har inga betalningar än.',
  allPayments: 'Alla betalningar',
  invoices: 'Fakturor',
  noInvoices: 'Du har inga fakturor än.',
  allInvoices: 'Fakturor och kreditfakturor',
  older: 'Visa äldre',

  copy: 'Kopiera',
  copyKeyOf: (product) => `Kopiera licensnyckeln till ${product}`,
  copied: 'Kopierad',
  pressToCopy: 'Tryck på Ctrl+C (eller ⌘C) för att kopiera.',
  licenseStatus: {
    inactive: 'Inte aktiverad än',
    active: 'Aktiv',
    expired: 'Utgången',
    disabled: 'Inaktiverad',
  },
  validUntil: (day) => `Giltig till den ${day}.`,
  expiredOn: (day) => `Gick ut den ${day}.`,
  devicesUsed: (used) =>
    n(used, { one: `Används på ${used} enhet.`, other: `Används på ${used} enheter.` }),
  devicesUsedOf: ({ used, limit }) =>
    n(limit, {
      one: `Används på ${used} av ${limit} enhet.`,
      other: `Används på ${used} av ${limit} enheter.`,
    }),
  devicesOverLimit: (count) =>
    n(count, {
      one: 'Den nyaste enheten är över gränsen och kan inte användas. Avaktivera en annan.',
      other:
        `De ${count} nyaste enheterna är över gränsen och kan inte användas. ` +
        'Avaktivera andra.',
    }),
  deviceSince: (day) => `Sedan den ${day}`,
  deviceOverLimit: 'Över gränsen',
  deactivate: 'Avaktivera',
  deactivateDevice: (device) => `Avaktivera ${device}`,

  paymentTypes: {
    purchase: 'Köp',
    subscription_start: 'Första betalningen',
    renewal: 'Förnyelse',
    plan_change: 'Byte av abonnemang',
    refund: 'Återbetalning',
  },
  paymentOn: ({ type, day }) => `${type} · ${day}`,
  paymentStatus: {
    paid: 'Betalad',
    pending: 'Behandlas',
    declined: 'Nekad',
    failed: 'Misslyckad',
    refunded: 'Återbetalad',
    partially_refunded: 'Delvis återbetalad',
    disputed: 'Bestridd',
    charged_back: 'Återförd av banken',
  },
  amountRefunded: (amount) => `${amount} återbetalat`,
  refundFailed: 'Din bank tog inte emot återbetalningen. Kontakta butiken.',
  disputeOpen: 'Du har bestridit betalningen. Din bank har inte avgjort saken än.',
  disputeLost: 'Din bank har återfört betalningen till dig.',
  disputeWon: 'Du bestred betalningen. Din bank beslutade att den står fast.',
  refundDeclined: 'Återbetalningen gjordes inte. Kontakta butiken.',
  invoice: 'Faktura',
  creditNote: 'Kreditfaktura',
  invoiceNumber: (number) => `Faktura ${number}`,
  creditNoteNumber: (number) => `Kreditfaktura ${number}`,
  receipt: 'Kvitto',
  details: 'Detaljer',
  ofPayment: ({ product, day }) => `för ${product}, ${day}`,
  pdf: 'PDF',
  xml: 'XML',
  correct: 'Rätta',

  titles: {
    receipt: 'Kvitto',
    refund: 'Återbetalning',
    declined: 'Nekad betalning',
    refundDeclined: 'Nekad återbetalning',
    refundFailed: 'Misslyckad återbetalning',
    pending: 'Pågående betalning',
    refundPending: 'Pågående återbetalning',
  },
  from: 'Från',
  billedTo: 'Fakturerad till',
  date: 'Datum',
  paidWith: 'Betalat med',
  total: 'Totalt',
  refundedAmount: 'Återbetalat',
  netPaid: 'Betalat netto',
  notRefunded: 'Inte återbetalat',
  takenFromBalance: 'Draget från ditt saldo',
  printThis: 'Skriv ut sidan till din bokföring.',

  signIn: {
    title: 'Hantera dina köp',
    text: (shop) =>
      `Ange e-postadressen som du använde hos ${shop}. Vi skickar en länk till dina ` +
      'abonnemang, fakturor och licensnycklar.',
    send: 'Skicka en länk till mig',
    sentTitle: 'Kontrollera din e-post',
    sent:
      'Om du har köpt något med den här adressen är en länk på väg. ' + 'Den gäller i en timme.',
    noMail:
      'Inget mejl? Titta i skräpposten och kontrollera att det är rätt adress. ' +
      'Du kan be om en ny länk om fem minuter.',
    otherAddress: 'Använd en annan adress',
  },
};
