import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const pay: Catalogue['pay'] = {
  title: (plan) => `Betalen voor ${plan}`,
  isDue: (amount) => `Uw betaling van ${amount} staat open.`,
  whatIsDue: 'Wat openstaat',
  dueNow: 'Nu te betalen',
  payNow: (amount) => `${amount} nu betalen`,
  cardIsKept: 'Deze kaart wordt opgeslagen voor uw volgende betalingen.',
  payAt: (provider) =>
    `U betaalt bij ${provider}. Uw betaalmethode wordt opgeslagen voor uw volgende betalingen.`,
  stillToPay: ({ amount, plan, provider }) =>
    `U moet nog ${amount} voor ${plan} betalen bij ${provider}.`,
  underWay: ({ amount, plan }) =>
    html`Uw betaling van ${amount} voor ${plan} wordt verwerkt. De meeste duren enkele seconden, een
    bankincasso enkele dagen. U hoeft niets te doen.`,
  yourBank: 'uw bank',
  ended: 'Dit abonnement is beëindigd',
  endedText: (plan) => `${plan} is beëindigd. Er hoeft niets te worden betaald.`,
  paused: 'Dit abonnement is gepauzeerd',
  pausedText: ({ plan, shop }) =>
    `Voor ${plan} hoeft niets te worden betaald. Neem bij vragen contact op met ${shop}.`,
  notPossible: 'Betalen is op dit moment niet mogelijk',
  notPossibleText: (shop) => `Er is niets afgeschreven. Neem contact op met ${shop}.`,
  waitsText: ({ amount, plan, shop }) =>
    html`Uw betaling van ${amount} voor ${plan} staat open, maar ${shop} kan die nu niet ontvangen.
    Er is niets afgeschreven en uw abonnement loopt door. Probeer het later opnieuw met dezelfde
    link.`,
  settled: 'Alles is in orde',
  settledText: ({ plan, day }) => `${plan} is betaald tot ${day}.`,

  cardTitle: 'Uw kaart wijzigen',
  cardText: 'Deze kaart vervangt de opgeslagen kaart.',
  cardAt: (provider) => `U voert de kaart in bij ${provider}. Die vervangt de opgeslagen kaart.`,
  dueIsCharged: 'Een openstaande betaling wordt meteen afgeschreven.',
  dueWaits:
    'Een openstaande betaling wordt nu niet afgeschreven. ' +
    'Staat die later nog open, dan wordt die van deze kaart afgeschreven.',
  noCardYet: 'U hebt nog geen kaart ingevoerd.',
  saveCard: 'Kaart opslaan',
  toProvider: (provider) => `Doorgaan naar ${provider}`,
  doneThere: (link) => html`Daar klaar? ${link('Opnieuw controleren')}`,
  cardSaved: 'Uw kaart is opgeslagen',
  cardSavedText: ({ card, shop }) =>
    `${card} wordt gebruikt voor uw volgende betalingen aan ${shop}.`,
  linkOver: 'Deze link werkt niet meer',
  linkOverText: (shop) => `Er is niets gewijzigd. Vraag ${shop} om een nieuwe link.`,
  tryAgain: 'Dit is niet gelukt. Probeer het zo meteen opnieuw.',
  backTo: (shop) => `Terug naar ${shop}`,

  bank: 'Testbank',
  bankTitle: 'Bevestig deze betaling',
  bankText: ({ amount, shop }) =>
    html`${shop} wil <strong>${amount}</strong> van uw kaart afschrijven.`,
  bankIsTest: 'Dit is een gesimuleerde bank: er wordt geen geld overgemaakt.',
  bankConfirm: 'Betaling bevestigen',
  bankRefuse: 'Weigeren',
};
