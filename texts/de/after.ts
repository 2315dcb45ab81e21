import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const after: Catalogue['after'] = {
  thanks: 'Vielen Dank für Ihre Bestellung',
  paid: ({ amount, shop }) => `Sie haben ${amount} an ${shop} gezahlt.`,
  complete: (shop) => `Ihre Bestellung bei ${shop} ist abgeschlossen.`,
  trialStarted: (day) => `Ihre kostenlose Testphase hat begonnen. Sie endet am ${day}.`,
  receipt: ({ number, day }) => `Beleg ${number}, ${day}`,
  total: 'Gesamt',
  paidWith: (method) => `Bezahlt mit ${method}.`,
  invoice: 'Rechnung ansehen',
  invoicePdf: 'PDF herunterladen',
  licenseKey: 'Ihr Lizenzschlüssel',
  copy: 'Kopieren',
  copied: 'Kopiert',
  keepKey:
    'Bewahren Sie ihn gut auf: ' +
    'Sie brauchen ihn, um die Software auf Ihren Geräten zu aktivieren.',
  keyShownForDay: 'Diese Seite zeigt ihn einen Tag lang.',
  keyNotShown: html`Er wurde hier nach Ihrem Kauf einen Tag lang gezeigt. Sie finden ihn bei Ihren
    Käufen und in der E-Mail zu Ihrer Bestellung.`,
  mailSent: (to) => `Wir haben eine E-Mail zu Ihrer Bestellung an ${to} gesendet.`,
  mailQueued: (to) => `Eine E-Mail zu Ihrer Bestellung ist unterwegs an ${to}.`,
  mailFailed: ({ to, shop }) =>
    `Die E-Mail zu Ihrer Bestellung konnte nicht an ${to} zugestellt werden. ` +
    `${shop} kann sie erneut senden.`,
  mailKept: (to) =>
    'Dieser Testshop hat keinen Mailserver: ' +
    `Die E-Mail an ${to} wurde aufbewahrt, nicht gesendet.`,
  whatNext: 'So geht es weiter',
  activate: 'Kopieren Sie den Lizenzschlüssel und geben Sie ihn in der Software ein.',
  manage: (link) =>
    html`${link('Käufe verwalten')}: Rechnungen, Lizenzschlüssel, Abonnements und Karten.`,
  goingBack: ({ shop, now }) => html`Gleich geht es zurück zu ${shop}. ${now('Jetzt weiter')}`,
  backTo: (shop) => `Zurück zu ${shop}`,

  processing: 'Ihre Zahlung wird verarbeitet',
  processingText: 'Das dauert ein paar Sekunden. Diese Seite aktualisiert sich von selbst.',
  neverTwice: 'Es wird nichts doppelt abgebucht.',
  checkAgain: 'Noch einmal prüfen',
  confirm: 'Bestätigen Sie Ihre Zahlung',
  confirmText: (amount) => `Ihre Bank bittet Sie, diese Zahlung von ${amount} zu bestätigen.`,
  toBank: 'Weiter zu Ihrer Bank',
  otherCard: 'Andere Karte verwenden',
  notPaidYet: 'Ihre Zahlung ist nicht abgeschlossen',
  stillToPay: ({ amount, provider }) => `Sie müssen noch ${amount} bei ${provider} zahlen.`,
  oneStepLeft: 'Nur noch ein Schritt',
  chooseHowToPay: (provider) =>
    `Wählen Sie bei ${provider}, wie Sie später zahlen möchten. Heute zahlen Sie nichts.`,
  toProvider: (provider) => `Weiter zu ${provider}`,
  startAgain: 'Abbrechen und neu beginnen',
  doneThere: (link) => html`Dort fertig? ${link('Noch einmal prüfen')}`,
  onItsWay: 'Ihre Zahlung ist unterwegs',
  onItsWayText: (amount) =>
    html`Ihre Zahlung von ${amount} hat begonnen. Manche Zahlungsarten dauern einige Minuten, eine
    Lastschrift dauert einige Tage.`,
  nothingToDo: (shop) =>
    html`Sie müssen nichts tun. Sobald das Geld da ist, liefert ${shop} Ihre Bestellung, und diese
    Seite zeigt Ihren Beleg. Schlägt die Zahlung fehl, steht hier, warum.`,
  accountToConfirm: 'Ihr Bankkonto wird bestätigt',
  accountToConfirmText: (provider) =>
    html`Das kann einige Tage dauern. ${provider} schickt Ihnen eine E-Mail, wenn Sie dafür
    etwas tun müssen. Danach geht alles von selbst weiter.`,
  checking: 'Ihre Zahlung wird geprüft',
  checkingText: ({ amount, shop }) =>
    html`Etwas an Ihrer Zahlung von ${amount} passt nicht zu dieser Bestellung, deshalb muss
    ${shop} sie erst ansehen.`,
  doNotPayAgain: (shop) =>
    'Zahlen Sie nicht noch einmal. Diese Seite zeigt das Ergebnis. ' +
    `Dauert es lange, wenden Sie sich an ${shop}.`,

  expired: 'Diese Bestellung ist abgelaufen',
  expiredText: ({ shop, product }) =>
    'Es wurde nichts abgebucht. ' +
    `Gehen Sie zurück zu ${shop}, um ${product} noch einmal zu bestellen.`,
};
