import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const pay: Catalogue['pay'] = {
  title: (plan) => `Betala för ${plan}`,
  isDue: (amount) => `Din betalning på ${amount} har förfallit.`,
  whatIsDue: 'Det här ska betalas',
  dueNow: 'Att betala nu',
  payNow: (amount) => `Betala ${amount} nu`,
  cardIsKept: 'Kortet sparas för dina nästa betalningar.',
  payAt: (provider) =>
    `Du betalar hos ${provider}. Ditt betalningssätt sparas för dina nästa betalningar.`,
  stillToPay: ({ amount, plan, provider }) =>
    `Du har ${amount} för ${plan} kvar att betala hos ${provider}.`,
  underWay: ({ amount, plan }) =>
    html`Din betalning på ${amount} för ${plan} behandlas. De flesta tar några sekunder, autogiro
    tar några dagar. Du behöver inte göra något.`,
  yourBank: 'din bank',
  ended: 'Abonnemanget är avslutat',
  endedText: (plan) => `${plan} är avslutat. Det finns inget att betala.`,
  paused: 'Abonnemanget är pausat',
  pausedText: ({ plan, shop }) =>
    `Det finns inget att betala för ${plan}. Kontakta ${shop} om du har frågor.`,
  notPossible: 'Det går inte att betala just nu',
  notPossibleText: (shop) => `Inget har dragits. Kontakta ${shop}.`,
  waitsText: ({ amount, plan, shop }) =>
    html`Din betalning på ${amount} för ${plan} har förfallit, men ${shop} kan inte ta emot den just
    nu. Inget har dragits och din prenumeration fortsätter. Försök igen senare med samma länk.`,
  settled: 'Allt är klart',
  settledText: ({ plan, day }) => `${plan} är betalt till den ${day}.`,

  cardTitle: 'Byt ditt kort',
  cardText: 'Kortet ersätter det som är sparat.',
  cardAt: (provider) => `Du anger kortet hos ${provider}. Det ersätter det som är sparat.`,
  dueIsCharged: 'En förfallen betalning dras genast.',
  dueWaits:
    'En förfallen betalning dras inte nu. ' +
    'Den dras senare från det här kortet, om den fortfarande är obetald.',
  noCardYet: 'Du har inte angett något kort än.',
  saveCard: 'Spara kortet',
  toProvider: (provider) => `Fortsätt till ${provider}`,
  doneThere: (link) => html`Klar där? ${link('Kontrollera igen')}`,
  cardSaved: 'Ditt kort är sparat',
  cardSavedText: ({ card, shop }) => `${card} används för dina nästa betalningar till ${shop}.`,
  linkOver: 'Länken fungerar inte längre',
  linkOverText: (shop) => `Inget har ändrats. Be ${shop} om en ny länk.`,
  tryAgain: 'Det fungerade inte. Försök igen om en stund.',
  backTo: (shop) => `Tillbaka till ${shop}`,

  bank: 'Testbank',
  bankTitle: 'Bekräfta betalningen',
  bankText: ({ amount, shop }) => html`${shop} vill dra <strong>${amount}</strong> från ditt kort.`,
  bankIsTest: 'Det här är en simulerad bank: inga pengar dras.',
  bankConfirm: 'Bekräfta betalningen',
  bankRefuse: 'Neka',
};
