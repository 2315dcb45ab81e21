import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const notices: Catalogue['notices'] = {
  home: {
    title: 'Kassa is actief',
    text: (reference, document) =>
      html`Lees de ${reference('API-referentie')} of haal het ${document('OpenAPI-document')} op.`,
    setUp: (dashboard) =>
      html`Dit is de eerste start: ${dashboard('open het beheer')} om uw winkel in te richten.`,
  },
  notFound: {
    title: 'Pagina niet gevonden',
    text: 'Controleer het adres of ga terug naar waar u vandaan kwam.',
  },
  wrongMethod: {
    title: 'Deze pagina kan niet zo worden gebruikt',
    text: 'Open de pagina in uw browser en probeer het opnieuw.',
  },
  refused: {
    title: 'Dit is niet gelukt',
    text: 'Ga terug, laad de pagina opnieuw en probeer het nog eens.',
  },
  failed: {
    title: 'Er ging bij ons iets mis',
    text: 'Open de pagina opnieuw: die toont of u hebt betaald. Er wordt niet dubbel afgeschreven.',
  },
  wait: {
    title: 'Een ogenblik geduld',
    text: (seconds, now) =>
      html`Er kwamen te veel verzoeken van hier. Deze pagina gaat over ${seconds} vanzelf verder en
      er gaat niets verloren. ${now('Nu verdergaan')}`,
  },
  tryLater: (seconds) => `Te veel pogingen. Wacht ${seconds} en probeer het dan opnieuw.`,
  fromElsewhere: {
    title: 'Dit formulier kwam van een andere site',
    text: 'Open de pagina zelf en probeer het opnieuw.',
  },
  noCheckout: {
    title: 'Bestelling niet gevonden',
    text: 'Ga terug naar de winkel en begin opnieuw.',
  },
  closed: {
    title: 'Betalen is op dit moment niet mogelijk',
    text: (shop) => `Er is niets afgeschreven. Vraag ${shop} wanneer betalen weer mogelijk is.`,
  },
  notOpen: {
    title: 'Deze winkel is nog niet open',
    text: (shop) => `Er is niets afgeschreven. Vraag ${shop} wanneer de winkel opengaat.`,
  },
  noBill: {
    title: 'Rekening niet gevonden',
    text: 'Controleer het adres of vraag de winkel om een nieuwe link.',
  },
  noCardLink: {
    title: 'Pagina niet gevonden',
    text: 'Controleer het adres of vraag de winkel om een nieuwe link.',
  },
  noInvoice: {
    title: 'Factuur niet gevonden',
    text: 'Controleer het adres of vraag de winkel om uw factuur.',
  },
  noElectronicInvoice: {
    title: 'Deze factuur heeft geen elektronische vorm',
    text: 'Er ontbreekt iets wat de standaard vereist. In de pdf staat alles.',
  },
  noShop: {
    title: 'Winkel niet gevonden',
    text: 'Controleer het adres of vraag de winkel om een link.',
  },
  nothingToConfirm: {
    title: 'Niets te bevestigen',
    text: 'Ga terug naar de winkel en controleer uw bestelling.',
  },
  linkExpired: {
    title: 'Deze link werkt niet meer',
    text: (anew) => html`${anew('Ontvang een nieuwe link per e-mail')} of vraag de verkoper erom.`,
    back: (shop) => `Terug naar ${shop}`,
  },
};
