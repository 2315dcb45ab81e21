import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('it');

export const checkout: Catalogue['checkout'] = {
  payShop: (shop) => `Paga ${shop}`,
  subscribeTo: (product) => `Abbonamento a ${product}`,
  tryProduct: (product) => `Prova ${product}`,
  getProduct: (product) => `Ottieni ${product}`,
  back: 'Indietro',

  order: 'Il Suo ordine',
  showOrder: 'Mostra l’ordine',
  today: 'oggi',
  plusTax: 'imposte escluse',
  thenEvery: ({ amount, every, day }) => `Poi ${amount} ${every} dal giorno ${day}.`,
  thenOnceReduced: ({ reduced, amount, every, day }) =>
    `Poi ${reduced} il giorno ${day} e in seguito ${amount} ${every}.`,
  thenReducedFor: ({ reduced, months, amount, every, day }) =>
    n(months, {
      one: `Poi ${reduced} ${every} dal giorno ${day} e, dopo ${months} mese, ${amount} ${every}.`,
      other:
        `Poi ${reduced} ${every} dal giorno ${day} e, dopo ${months} mesi, ${amount} ` +
        `${every}.`,
    }),
  thenFree: 'In seguito non paga nulla.',
  cancelAnyTime: 'Può disdire in qualsiasi momento.',
  taxComesOnTop: 'Imposte escluse.',
  taxIsIncluded: 'Imposte incluse.',
  freeTrial: (days) =>
    n(days, { one: `${days} giorno di prova gratuita`, other: `${days} giorni di prova gratuita` }),
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  each: (amount) => `${amount} ciascuno`,
  quantityTimes: ({ quantity, amount }) => `${quantity} × ${amount}`,
  quantity: 'Quantità',
  oneLess: 'Uno in meno',
  oneMore: 'Uno in più',
  updateQuantity: 'Aggiorna la quantità',
  checkQuantityTitle: 'Controlli la quantità',
  checkQuantity: ({ least, most }) => `Inserisca un numero intero da ${least} a ${most}.`,
  about: 'Informazioni sul prodotto',
  subtotal: 'Subtotale',
  percentOff: (percent) => `${percent} di sconto`,
  amountOff: (amount) => `${amount} di sconto`,
  afterTrial: 'dopo la prova',
  rounding: 'Arrotondamento',
  tax: 'Imposte',
  taxDependsOnPlace: 'In base al Suo Paese',
  taxIncluded: (tax) => `${tax} inclusa`,
  reverseCharge: 'Inversione contabile: non viene addebitata l’IVA, la versa la Sua azienda.',
  taxExempt: 'Esente da imposte.',
  paidFromBalance: 'Pagato con il Suo credito',
  owedFromEarlier: 'Dovuto in precedenza',
  total: 'Totale',
  totalBeforeTax: 'Totale imposte escluse',
  dueToday: 'Da pagare oggi',

  addCode: 'Aggiungi codice promozionale',
  code: 'Codice promozionale',
  apply: 'Applica',
  removeCode: (code) => `Rimuovi ${code}`,
  codeNotValid: 'Questo codice non è valido',
  codeUnusable: 'Questo codice non può essere usato per questo ordine.',
  codeGone: 'Questo codice non può più essere usato',
  removeToPayFull: 'Lo rimuova per pagare il prezzo intero.',

  startTrial: 'Inizi la prova gratuita',
  yourDetails: 'I Suoi dati',
  payment: 'Dati di pagamento',
  buyingForCompany: 'Acquisto per un’azienda',
  updateTotal: 'Aggiorna il totale',
  goOn: 'Continua',
  continueToPay: 'Continua al pagamento',
  orByCard: 'Oppure paghi con carta',
  payNow: (amount) => `Paga ${amount}`,
  subscribe: 'Abbonati',
  startTrialNow: 'Inizia la prova',
  completeOrder: 'Completa l’ordine',
  payAt: (provider) => `Il pagamento avviene nella pagina successiva, presso ${provider}.`,
  chooseAt: (provider) =>
    `Nella pagina successiva, presso ${provider}, sceglie come pagare in seguito. ` +
    'Oggi non paga nulla.',
  securedBy: (provider) => `Pagamento sicuro tramite ${provider}`,
  firstCharge: ({ amount, day }) => `Il primo addebito, di ${amount}, avverrà il giorno ${day}.`,
  renewsUntilCanceled: 'L’abbonamento si rinnova automaticamente fino a disdetta.',
  orderAndPay: (amount) => `Ordina e paga ${amount}`,
  orderWithObligation: 'Ordine con obbligo di pagare',
  consentToContent:
    'Chiedo che la fornitura inizi subito e so che così perdo il diritto di recesso.',
  consentToService:
    'Chiedo che il servizio inizi subito e so che perdo il diritto di recesso una volta che ' +
    'è stato prestato per intero.',
  consentNeeded: 'Selezioni la casella per continuare.',
  acceptTerms: (link) => html`Pagando accetta le ${link('condizioni')}.`,
  acceptPrivacy: (link) => html`Pagando accetta l’${link('informativa sulla privacy')}.`,
  acceptBoth: (terms, privacy) =>
    html`Pagando accetta le ${terms('condizioni')} e l’${privacy('informativa sulla privacy')}.`,

  cardDeclined: 'Carta rifiutata',
  notCompleted: 'Pagamento non completato',
  nothingCharged: 'Non Le è stato addebitato nulla.',
  countryNeeded: 'Scelga il Suo Paese: l’imposta dipende da questo.',
  regionNeeded: 'Scelga la Sua regione: l’imposta dipende da questa.',
  checkTaxNumber: 'Controlli questo numero o lasci vuoto il campo.',
  numberNotKnown: 'Il registro fiscale non conosce questo numero, perciò si applica l’imposta.',
  numberNotVerified:
    'Non è stato ancora possibile verificare questo numero, perciò si applica l’imposta.',
  tooSmall: (smallest) =>
    `Resterebbero da pagare meno di ${smallest}, che non possono essere addebitati.`,
  tooLarge: 'Con le imposte supera quanto può essere addebitato in una volta.',
  totalChanged: 'Il totale è cambiato',
  checkBeforePaying: 'Lo controlli prima di pagare. Non Le è stato addebitato nulla.',
  orderUpdated: 'Il Suo ordine è aggiornato',
  trialUsed: 'Ha già usato questa prova gratuita',
  priceWithoutTrial: 'Questo è il prezzo senza prova. Non Le è stato addebitato nulla.',
  noAnswer: 'Ancora nessuna risposta',
  pressAgain: 'Controlli la connessione, poi prema di nuovo il pulsante.',
  tooManyTries: 'Troppi tentativi',
  waitThenTry: (seconds) => `Attenda ${seconds}, poi riprovi.`,
  tooManyDeclines: 'Troppi pagamenti rifiutati',
  startAgainAt: (shop) => `Torni a ${shop} e ricominci.`,
};
