import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const notices: Catalogue['notices'] = {
  home: {
    title: 'Kassa läuft',
    text: (reference, document) =>
      html`Lesen Sie die ${reference('API-Referenz')} oder laden Sie das
      ${document('OpenAPI-Dokument')}.`,
    setUp: (dashboard) =>
      html`Dies ist der erste Start: Um Ihren Shop einzurichten,
      ${dashboard('öffnen Sie die Verwaltung')}.`,
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Prüfen Sie die Adresse oder gehen Sie dorthin zurück, woher Sie gekommen sind.',
  },
  wrongMethod: {
    title: 'Diese Seite kann so nicht benutzt werden',
    text: 'Öffnen Sie die Seite im Browser und versuchen Sie es noch einmal.',
  },
  refused: {
    title: 'Das hat nicht geklappt',
    text: 'Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
  },
  failed: {
    title: 'Bei uns ist etwas schiefgegangen',
    text:
      'Öffnen Sie die Seite noch einmal: Sie zeigt, ob Sie bezahlt haben. ' +
      'Es wird nichts doppelt abgebucht.',
  },
  wait: {
    title: 'Einen Moment bitte',
    text: (seconds, now) =>
      html`Von hier kamen zu viele Anfragen. Diese Seite fährt nach ${seconds} von selbst fort, und
      es geht nichts verloren. ${now('Jetzt fortfahren')}`,
  },
  tryLater: (seconds) =>
    `Zu viele Versuche. Warten Sie ${seconds} und versuchen Sie es dann noch einmal.`,
  fromElsewhere: {
    title: 'Dieses Formular kam von einer anderen Website',
    text: 'Öffnen Sie die Seite selbst und versuchen Sie es noch einmal.',
  },
  noCheckout: {
    title: 'Bestellung nicht gefunden',
    text: 'Gehen Sie zurück zum Shop und beginnen Sie von vorn.',
  },
  closed: {
    title: 'Zahlungen sind zurzeit nicht möglich',
    text: (shop) =>
      `Es wurde nichts abgebucht. Fragen Sie ${shop}, wann Zahlungen wieder möglich sind.`,
  },
  notOpen: {
    title: 'Dieser Shop ist noch nicht geöffnet',
    text: (shop) => `Es wurde nichts abgebucht. Fragen Sie ${shop}, wann der Shop öffnet.`,
  },
  noBill: {
    title: 'Zahlungsaufforderung nicht gefunden',
    text: 'Prüfen Sie die Adresse oder bitten Sie den Shop um einen neuen Link.',
  },
  noCardLink: {
    title: 'Seite nicht gefunden',
    text: 'Prüfen Sie die Adresse oder bitten Sie den Shop um einen neuen Link.',
  },
  noInvoice: {
    title: 'Rechnung nicht gefunden',
    text: 'Prüfen Sie die Adresse oder bitten Sie den Shop um Ihre Rechnung.',
  },
  noElectronicInvoice: {
    title: 'Diese Rechnung gibt es nicht in elektronischer Form',
    text: 'Ihr fehlt etwas, das der Standard verlangt. Im PDF steht alles.',
  },
  noShop: {
    title: 'Shop nicht gefunden',
    text: 'Prüfen Sie die Adresse oder bitten Sie den Shop um einen Link.',
  },
  nothingToConfirm: {
    title: 'Nichts zu bestätigen',
    text: 'Gehen Sie zurück zum Shop und prüfen Sie Ihre Bestellung.',
  },
  linkExpired: {
    title: 'Dieser Link gilt nicht mehr',
    text: (anew) =>
      html`${anew('Lassen Sie sich einen neuen Link per E-Mail schicken')} oder fragen Sie den
      Verkäufer.`,
    back: (shop) => `Zurück zu ${shop}`,
  },
};
