import { type Html, html } from '../../src/platform/core/html.ts';

/** Makes a link of words in a sentence. */
type Link = (text: string) => Html;

/** The pages where a bill is paid or a card is given, and the bank of test stores. */
export const pay = {
  // A bill that is past due.
  title: (plan: string) => `Pay for ${plan}`,
  isDue: (amount: string) => `Your payment of ${amount} is due.`,
  whatIsDue: 'What is due',
  dueNow: 'Due now',
  payNow: (amount: string) => `Pay ${amount} now`,
  cardIsKept: 'This card is saved for your next payments.',
  payAt: (provider: string) =>
    `You pay at ${provider}. What you pay with is saved for your next payments.`,
  stillToPay: ({ amount, plan, provider }: { amount: string; plan: string; provider: string }) =>
    `You still have to pay ${amount} for ${plan} at ${provider}.`,
  underWay: ({ amount, plan }: { amount: string; plan: string }) =>
    html`Your payment of ${amount} for ${plan} is being processed. Most take seconds, a bank debit
    takes a few days. You do not have to do anything.`,
  yourBank: 'your bank',
  ended: 'This subscription has ended',
  endedText: (plan: string) => `${plan} has ended. There is nothing to pay.`,
  paused: 'This subscription is paused',
  pausedText: ({ plan, shop }: { plan: string; shop: string }) =>
    `There is nothing to pay for ${plan}. Contact ${shop} if you have questions.`,
  notPossible: 'Payments are not possible right now',
  notPossibleText: (shop: string) => `You have not been charged. Contact ${shop}.`,
  waitsText: ({ amount, plan, shop }: { amount: string; plan: string; shop: string }) =>
    html`Your payment of ${amount} for ${plan} is due, but ${shop} cannot take it right now. You
    have not been charged, and your subscription goes on. Try again later with the same link.`,
  settled: 'You are all set',
  settledText: ({ plan, day }: { plan: string; day: string }) => `${plan} is paid until ${day}.`,

  // Another card.
  cardTitle: 'Update your card',
  cardText: 'This card replaces the one on file.',
  cardAt: (provider: string) => `You enter it at ${provider}. It replaces the one on file.`,
  dueIsCharged: 'If a payment is past due, it is charged right away.',
  dueWaits:
    'If a payment is past due, it is not charged now. ' +
    'It is charged to this card later, if it is still due.',
  noCardYet: 'You have not entered a card yet.',
  saveCard: 'Save card',
  toProvider: (provider: string) => `Continue to ${provider}`,
  doneThere: (link: Link) => html`Finished there? ${link('Check again')}`,
  cardSaved: 'Your card is saved',
  cardSavedText: ({ card, shop }: { card: string; shop: string }) =>
    `${card} is used for your next payments to ${shop}.`,
  linkOver: 'This link no longer works',
  linkOverText: (shop: string) => `Nothing was changed. Ask ${shop} for a new link.`,
  tryAgain: 'This did not work. Try again in a moment.',
  backTo: (shop: string) => `Back to ${shop}`,

  // The bank of test stores.
  bank: 'Test bank',
  bankTitle: 'Confirm this payment',
  bankText: ({ amount, shop }: { amount: string; shop: string }) =>
    html`${shop} wants to charge <strong>${amount}</strong> to your card.`,
  bankIsTest: 'This is a simulated bank: no money moves.',
  bankConfirm: 'Confirm payment',
  bankRefuse: 'Refuse',
};
