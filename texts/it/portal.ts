import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';
import { portalForms } from './portal-forms.ts';
import { portalSubscription } from './portal-subscription.ts';

const n = plural('it');

export const portal: Catalogue['portal'] = {
  ...portalForms,
  ...portalSubscription,
  title: 'I Suoi acquisti',
  allPurchases: 'Tutti gli acquisti',
  backTo: (shop) => `Torna a ${shop}`,
  nothingBought: (shop) => `Ciò che acquista da ${shop} compare qui.`,
  nothingBoughtYet: 'Ancora nessun acquisto',
  notFound: {
    title: 'Pagina non trovata',
    text: 'A questo indirizzo non c’è nulla di Suo.',
  },

  notes: {
    'billing-saved': 'I Suoi dati di fatturazione sono salvati.',
    'invoice-corrected': 'La Sua fattura è corretta. La nuova è nell’elenco.',
    'card-saved': 'La Sua carta è salvata. Sarà usata per i prossimi pagamenti.',
    'card-paid': 'La Sua carta è salvata e il pagamento in sospeso è saldato.',
    'device-freed': 'Il dispositivo è disattivato. Può attivarne un altro.',
    changed: 'Il Suo abbonamento è modificato.',
    canceled: 'Il Suo abbonamento è disdetto. Non Le verrà addebitato altro.',
    kept: 'Il Suo abbonamento continua.',
    paused: 'Il Suo abbonamento è in pausa. Nel frattempo non Le verrà addebitato nulla.',
    resumed: 'Che piacere riaverLa con noi. Il Suo abbonamento è di nuovo attivo.',
    'offer-taken': 'Grazie per averci scelto ancora. Lo sconto è applicato.',
    'offer-gone': 'Questa offerta non è più disponibile. Nulla è cambiato.',
    busy: 'Un pagamento per questo abbonamento è in elaborazione. Riprovi tra un momento.',
    waiting:
      'Il Suo pagamento è in elaborazione. ' +
      'Ricarichi questa pagina tra un momento per vedere il risultato.',
  },

  subscriptions: 'Abbonamenti',
  noSubscriptions: 'Non ha abbonamenti.',
  allSubscriptions: 'Tutti gli abbonamenti',
  licenses: 'Chiavi di licenza',
  noLicenses: 'Non ha chiavi di licenza.',
  allLicenses: 'Tutte le chiavi di licenza',
  payments: 'Pagamenti',
  noPayments: 'Non ha ancora pagamenti.',
  allPayments: 'Tutti i pagamenti',
  invoices: 'Fatture',
  noInvoices: 'Non ha ancora fatture.',
  allInvoices: 'Fatture e note di credito',
  older: 'Mostra precedenti',

  copy: 'Copia',
  copyKeyOf: (product) => `Copia la chiave di licenza di ${product}`,
  copied: 'Copiato',
  pressToCopy: 'Prema Ctrl+C (o ⌘C) per copiare.',
  licenseStatus: {
    inactive: 'Non ancora attivata',
    active: 'Attiva',
    expired: 'Scaduta',
    disabled: 'Disattivata',
  },
  validUntil: (day) => `Valida fino al giorno ${day}.`,
  expiredOn: (day) => `Scaduta il giorno ${day}.`,
  devicesUsed: (used) =>
    n(used, { one: `In uso su ${used} dispositivo.`, other: `In uso su ${used} dispositivi.` }),
  devicesUsedOf: ({ used, limit }) =>
    n(limit, {
      one: `In uso su ${used} dispositivo su ${limit}.`,
      other: `In uso su ${used} di ${limit} dispositivi.`,
    }),
  devicesOverLimit: (count) =>
    n(count, {
      one:
        'Il dispositivo più recente supera il limite e non può essere usato. ' +
        'Ne disattivi un altro.',
      other:
        `I ${count} dispositivi più recenti superano il limite e non possono essere usati. ` +
        'Ne disattivi altri.',
    }),
  deviceSince: (day) => `Dal giorno ${day}`,
  deviceOverLimit: 'Oltre il limite',
  deactivate: 'Disattiva',
  deactivateDevice: (device) => `Disattiva ${device}`,

  paymentTypes: {
    purchase: 'Acquisto',
    subscription_start: 'Primo pagamento',
    renewal: 'Rinnovo',
    plan_change: 'Cambio di piano',
    refund: 'Rimborso',
  },
  paymentOn: ({ type, day }) => `${type} · ${day}`,
  paymentStatus: {
    paid: 'Pagato',
    pending: 'In elaborazione',
    declined: 'Rifiutato',
    failed: 'Non riuscito',
    refunded: 'Rimborsato',
    partially_refunded: 'Rimborsato in parte',
    disputed: 'Contestato',
    charged_back: 'Stornato dalla banca',
  },
  amountRefunded: (amount) => `${amount} rimborsati`,
  refundFailed: 'La Sua banca non ha accettato il rimborso. Contatti il negozio.',
  disputeOpen: 'Ha contestato questo pagamento. La Sua banca deve ancora decidere.',
  disputeLost: 'La Sua banca Le ha restituito questo pagamento.',
  disputeWon: 'Ha contestato questo pagamento. La Sua banca ha deciso che resta valido.',
  refundDeclined: 'Il rimborso non è stato effettuato. Contatti il negozio.',
  invoice: 'Fattura',
  creditNote: 'Nota di credito',
  invoiceNumber: (number) => `Fattura ${number}`,
  creditNoteNumber: (number) => `Nota di credito ${number}`,
  receipt: 'Ricevuta',
  details: 'Dettagli',
  ofPayment: ({ product, day }) => `per ${product}, ${day}`,
  pdf: 'PDF',
  xml: 'XML',
  correct: 'Correggi',

  titles: {
    receipt: 'Ricevuta',
    refund: 'Rimborso',
    declined: 'Pagamento rifiutato',
    refundDeclined: 'Rimborso rifiutato',
    refundFailed: 'Rimborso non riuscito',
    pending: 'Pagamento in corso',
    refundPending: 'Rimborso in corso',
  },
  from: 'Da',
  billedTo: 'Intestato a',
  date: 'Data',
  paidWith: 'Pagato con',
  total: 'Totale',
  refundedAmount: 'Rimborsato',
  netPaid: 'Pagato dopo i rimborsi',
  notRefunded: 'Non rimborsato',
  takenFromBalance: 'Scalato dal Suo credito',
  printThis: 'Stampi questa pagina per il Suo archivio.',

  signIn: {
    title: 'Gestisca i Suoi acquisti',
    text: (shop) =>
      `Inserisca l’indirizzo e-mail che ha usato da ${shop}. ` +
      'Le invieremo un link ad abbonamenti, ' +
      'fatture e chiavi di licenza.',
    send: 'Inviami un link',
    sentTitle: 'Controlli la Sua e-mail',
    sent:
      'Se ha acquistato qualcosa con questo indirizzo, un link è in arrivo. ' +
      'È valido per un’ora.',
    noMail:
      'Nessuna e-mail? Controlli la cartella dello spam e che l’indirizzo sia quello che ha ' +
      'usato. ' +
      'Potrà chiederlo di nuovo tra cinque minuti.',
    otherAddress: 'Usa un altro indirizzo',
  },
};
