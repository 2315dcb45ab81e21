import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const pay: Catalogue['pay'] = {
  title: (plan) => `Für ${plan} zahlen`,
  isDue: (amount) => `Ihre Zahlung von ${amount} ist fällig.`,
  whatIsDue: 'Was fällig ist',
  dueNow: 'Jetzt fällig',
  payNow: (amount) => `Jetzt ${amount} zahlen`,
  cardIsKept: 'Diese Karte wird für Ihre nächsten Zahlungen gespeichert.',
  payAt: (provider) =>
    `Sie zahlen bei ${provider}. Womit Sie zahlen, wird für Ihre nächsten Zahlungen gespeichert.`,
  stillToPay: ({ amount, plan, provider }) =>
    `Sie müssen noch ${amount} für ${plan} bei ${provider} zahlen.`,
  underWay: ({ amount, plan }) =>
    html`Ihre Zahlung von ${amount} für ${plan} wird verarbeitet. Die meisten dauern Sekunden, eine
    Lastschrift dauert einige Tage. Sie müssen nichts tun.`,
  yourBank: 'Ihrer Bank',
  ended: 'Dieses Abonnement ist beendet',
  endedText: (plan) => `${plan} ist beendet. Es ist nichts zu zahlen.`,
  paused: 'Dieses Abonnement ist pausiert',
  pausedText: ({ plan, shop }) =>
    `Für ${plan} ist nichts zu zahlen. Wenden Sie sich an ${shop}, wenn Sie Fragen haben.`,
  notPossible: 'Zahlungen sind zurzeit nicht möglich',
  notPossibleText: (shop) => `Es wurde nichts abgebucht. Wenden Sie sich an ${shop}.`,
  waitsText: ({ amount, plan, shop }) =>
    html`Ihre Zahlung von ${amount} für ${plan} ist fällig, aber ${shop} kann sie gerade nicht
    annehmen. Es wurde nichts abgebucht, und Ihr Abo läuft weiter. Versuchen Sie es später mit
    demselben Link noch einmal.`,
  settled: 'Alles erledigt',
  settledText: ({ plan, day }) => `${plan} ist bis zum ${day} bezahlt.`,

  cardTitle: 'Karte ändern',
  cardText: 'Diese Karte ersetzt die hinterlegte.',
  cardAt: (provider) => `Sie geben sie bei ${provider} ein. Sie ersetzt die hinterlegte.`,
  dueIsCharged: 'Ist eine Zahlung überfällig, wird sie sofort abgebucht.',
  dueWaits:
    'Ist eine Zahlung überfällig, wird sie jetzt nicht abgebucht. ' +
    'Ist sie später noch offen, wird sie dann von dieser Karte abgebucht.',
  noCardYet: 'Sie haben noch keine Karte eingegeben.',
  saveCard: 'Karte speichern',
  toProvider: (provider) => `Weiter zu ${provider}`,
  doneThere: (link) => html`Dort fertig? ${link('Noch einmal prüfen')}`,
  cardSaved: 'Ihre Karte ist gespeichert',
  cardSavedText: ({ card, shop }) =>
    `${card} wird für Ihre nächsten Zahlungen an ${shop} verwendet.`,
  linkOver: 'Dieser Link gilt nicht mehr',
  linkOverText: (shop) => `Es wurde nichts geändert. Bitten Sie ${shop} um einen neuen Link.`,
  tryAgain: 'Das hat nicht geklappt. Versuchen Sie es gleich noch einmal.',
  backTo: (shop) => `Zurück zu ${shop}`,

  bank: 'Testbank',
  bankTitle: 'Diese Zahlung bestätigen',
  bankText: ({ amount, shop }) =>
    html`${shop} möchte <strong>${amount}</strong> von Ihrer Karte abbuchen.`,
  bankIsTest: 'Dies ist eine simulierte Bank: Es fließt kein Geld.',
  bankConfirm: 'Zahlung bestätigen',
  bankRefuse: 'Ablehnen',
};
