import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const notices: Catalogue['notices'] = {
  home: {
    title: 'Kassa è in funzione',
    text: (reference, document) =>
      html`Legga la ${reference('documentazione dell’API')} o scarichi il
      ${document('documento OpenAPI')}.`,
    setUp: (dashboard) =>
      html`È il primo avvio: per configurare il Suo negozio,
      ${dashboard('apra il pannello di controllo')}.`,
  },
  notFound: {
    title: 'Pagina non trovata',
    text: 'Controlli l’indirizzo o torni alla pagina da cui proviene.',
  },
  wrongMethod: {
    title: 'Questa pagina non può essere usata così',
    text: 'Apra la pagina nel browser e riprovi.',
  },
  refused: {
    title: 'Non ha funzionato',
    text: 'Torni indietro, ricarichi la pagina e riprovi.',
  },
  failed: {
    title: 'Si è verificato un problema da parte nostra',
    text: 'Riapra la pagina: mostra se ha pagato. Non Le verrà addebitato nulla due volte.',
  },
  wait: {
    title: 'Un momento, per favore',
    text: (seconds, now) =>
      html`Da qui sono arrivate troppe richieste. Questa pagina prosegue da sola tra ${seconds} e
      nulla va perso. ${now('Prosegui ora')}`,
  },
  tryLater: (seconds) => `Troppi tentativi. Attenda ${seconds}, poi riprovi.`,
  fromElsewhere: {
    title: 'Questo modulo proviene da un altro sito',
    text: 'Apra direttamente la pagina e riprovi.',
  },
  noCheckout: {
    title: 'Ordine non trovato',
    text: 'Torni al negozio e ricominci.',
  },
  closed: {
    title: 'Al momento non è possibile pagare',
    text: (shop) =>
      `Non Le è stato addebitato nulla. Chieda a ${shop} quando sarà di nuovo possibile pagare.`,
  },
  notOpen: {
    title: 'Questo negozio non è ancora aperto',
    text: (shop) => `Non Le è stato addebitato nulla. Chieda a ${shop} quando aprirà.`,
  },
  noBill: {
    title: 'Richiesta di pagamento non trovata',
    text: 'Controlli l’indirizzo o chieda un nuovo link al negozio.',
  },
  noCardLink: {
    title: 'Pagina non trovata',
    text: 'Controlli l’indirizzo o chieda un nuovo link al negozio.',
  },
  noInvoice: {
    title: 'Fattura non trovata',
    text: 'Controlli l’indirizzo o chieda la fattura al negozio.',
  },
  noElectronicInvoice: {
    title: 'Questa fattura non esiste in formato elettronico',
    text: 'Manca qualcosa che lo standard richiede. Il PDF contiene tutto.',
  },
  noShop: {
    title: 'Negozio non trovato',
    text: 'Controlli l’indirizzo o chieda un link al negozio.',
  },
  nothingToConfirm: {
    title: 'Niente da confermare',
    text: 'Torni al negozio e controlli il Suo ordine.',
  },
  linkExpired: {
    title: 'Questo link non è più valido',
    text: (anew) => html`${anew('Riceva un nuovo link via e-mail')} o si rivolga al venditore.`,
    back: (shop) => `Torna a ${shop}`,
  },
};
