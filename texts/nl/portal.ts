import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';
import { portalForms } from './portal-forms.ts';
import { portalSubscription } from './portal-subscription.ts';

const n = plural('nl');

export const portal: Catalogue['portal'] = {
  ...portalForms,
  ...portalSubscription,
  title: 'Uw aankopen',
  allPurchases: 'Alle aankopen',
  backTo: (shop) => `Terug naar ${shop}`,
  nothingBought: (shop) => `Wat u bij ${shop} koopt, verschijnt hier.`,
  nothingBoughtYet: 'Nog geen aankopen',
  notFound: {
    title: 'Pagina niet gevonden',
    text: 'Op dit adres is niets van u.',
  },

  notes: {
    'billing-saved': 'Uw factuurgegevens zijn opgeslagen.',
    'invoice-corrected': 'Uw factuur is gecorrigeerd. De nieuwe staat in de lijst.',
    'card-saved': 'Uw kaart is opgeslagen. Die wordt voor uw volgende betalingen gebruikt.',
    'card-paid': 'Uw kaart is opgeslagen en de openstaande betaling is voldaan.',
    'device-freed': 'Het apparaat is gedeactiveerd. U kunt een ander activeren.',
    changed: 'Uw abonnement is gewijzigd.',
    canceled: 'Uw abonnement is opgezegd. Er wordt niets meer afgeschreven.',
    kept: 'Uw abonnement loopt door.',
    paused: 'Uw abonnement is gepauzeerd. Er wordt intussen niets afgeschreven.',
    resumed: 'Welkom terug. Uw abonnement is weer actief.',
    'offer-taken': 'Fijn dat u blijft. Uw korting is toegepast.',
    'offer-gone': 'Dit aanbod is niet meer beschikbaar. Er is niets veranderd.',
    busy: 'Een betaling voor dit abonnement wordt verwerkt. Probeer het zo meteen opnieuw.',
    waiting: 'Uw betaling wordt verwerkt. Laad deze pagina zo meteen opnieuw voor het resultaat.',
  },

  subscriptions: 'Abonnementen',
  noSubscriptions: 'U hebt geen abonnementen.',
  allSubscriptions: 'Alle abonnementen',
  licenses: 'Licentiesleutels',
  noLicenses: 'U hebt geen licentiesleutels.',
  allLicenses: 'Alle licentiesleutels',
  payments: 'Betalingen',
  noPayments: 'U hebt nog geen betalingen.',
  allPayments: 'Alle betalingen',
  invoices: 'Facturen',
  noInvoices: 'U hebt nog geen facturen.',
  allInvoices: 'Facturen en creditnota’s',
  older: 'Oudere tonen',

  copy: 'Kopiëren',
  copyKeyOf: (product) => `Licentiesleutel van ${product} kopiëren`,
  copied: 'Gekopieerd',
  pressToCopy: 'Druk op Ctrl+C (of ⌘C) om te kopiëren.',
  licenseStatus: {
    inactive: 'Nog niet geactiveerd',
    active: 'Actief',
    expired: 'Verlopen',
    disabled: 'Uitgeschakeld',
  },
  validUntil: (day) => `Geldig tot ${day}.`,
  expiredOn: (day) => `Verlopen op ${day}.`,
  devicesUsed: (used) =>
    n(used, {
      one: `In gebruik op ${used} apparaat.`,
      other: `In gebruik op ${used} apparaten.`,
    }),
  devicesUsedOf: ({ used, limit }) =>
    n(limit, {
      one: `In gebruik op ${used} van ${limit} apparaat.`,
      other: `In gebruik op ${used} van ${limit} apparaten.`,
    }),
  devicesOverLimit: (count) =>
    n(count, {
      one: 'Het nieuwste apparaat is te veel en kan niet worden gebruikt. Deactiveer een ander.',
      other:
        `De ${count} nieuwste apparaten zijn te veel en kunnen niet worden gebruikt. ` +
        'Deactiveer andere.',
    }),
  deviceSince: (day) => `Sinds ${day}`,
  deviceOverLimit: 'Boven de limiet',
  deactivate: 'Deactiveren',
  deactivateDevice: (device) => `${device} deactiveren`,

  paymentTypes: {
    purchase: 'Aankoop',
    subscription_start: 'Eerste betaling',
    renewal: 'Verlenging',
    plan_change: 'Wijziging van abonnement',
    refund: 'Terugbetaling',
  },
  paymentOn: ({ type, day }) => `${type} · ${day}`,
  paymentStatus: {
    paid: 'Betaald',
    pending: 'In verwerking',
    declined: 'Geweigerd',
    failed: 'Mislukt',
    refunded: 'Terugbetaald',
    partially_refunded: 'Deels terugbetaald',
    disputed: 'Betwist',
    charged_back: 'Teruggeboekt',
  },
  amountRefunded: (amount) => `${amount} terugbetaald`,
  refundFailed: 'Uw bank heeft de terugbetaling niet aangenomen. Neem contact op met de winkel.',
  disputeOpen: 'U hebt deze betaling betwist. Uw bank moet nog beslissen.',
  disputeLost: 'Uw bank heeft deze betaling naar u teruggeboekt.',
  disputeWon: 'U hebt deze betaling betwist. Uw bank heeft besloten dat die blijft staan.',
  refundDeclined: 'De terugbetaling is niet gedaan. Neem contact op met de winkel.',
  invoice: 'Factuur',
  creditNote: 'Creditnota',
  invoiceNumber: (number) => `Factuur ${number}`,
  creditNoteNumber: (number) => `Creditnota ${number}`,
  receipt: 'Bon',
  details: 'Details',
  ofPayment: ({ product, day }) => `van ${product}, ${day}`,
  pdf: 'PDF',
  xml: 'XML',
  correct: 'Corrigeren',

  titles: {
    receipt: 'Bon',
    refund: 'Terugbetaling',
    declined: 'Geweigerde betaling',
    refundDeclined: 'Geweigerde terugbetaling',
    refundFailed: 'Mislukte terugbetaling',
    pending: 'Betaling in verwerking',
    refundPending: 'Terugbetaling in verwerking',
  },
  from: 'Van',
  billedTo: 'Gefactureerd aan',
  date: 'Datum',
  paidWith: 'Betaald met',
  total: 'Totaal',
  refundedAmount: 'Terugbetaald',
  netPaid: 'Netto betaald',
  notRefunded: 'Niet terugbetaald',
  takenFromBalance: 'Van uw saldo afgehaald',
  printThis: 'Druk deze pagina af voor uw administratie.',

  signIn: {
    title: 'Uw aankopen beheren',
    text: (shop) =>
      `Voer het e-mailadres in dat u bij ${shop} hebt gebruikt. We sturen u een link naar uw ` +
      'abonnementen, facturen en licentiesleutels.',
    send: 'Stuur mij een link',
    sentTitle: 'Controleer uw e-mail',
    sent:
      'Als u met dit adres iets hebt gekocht, is er een link onderweg. ' + 'Die is een uur geldig.',
    noMail:
      'Geen e-mail? Controleer uw map met ongewenste e-mail en of dit het juiste adres is. ' +
      'Over vijf minuten kunt u het opnieuw vragen.',
    otherAddress: 'Ander adres gebruiken',
  },
};
