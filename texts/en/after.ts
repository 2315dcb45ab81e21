import { type Html, html } from '../../src/platform/core/html.ts';

/** Makes a link of words in a sentence. */
type Link = (text: string) => Html;

/** What the pages of an order say once it is sent: paid, being processed, or expired. */
export const after = {
  // Paid.
  thanks: 'Thank you for your order',
  paid: ({ amount, shop }: { amount: string; shop: string }) => `You paid ${amount} to ${shop}.`,
  complete: (shop: string) => `Your order from ${shop} is complete.`,
  trialStarted: (day: string) => `Your free trial has started. It ends on ${day}.`,
  receipt: ({ number, day }: { number: string; day: string }) => `Receipt ${number}, ${day}`,
  total: 'Total',
  paidWith: (method: string) => `Paid with ${method}.`,
  invoice: 'View invoice',
  invoicePdf: 'Download PDF',
  licenseKey: 'Your license key',
  copy: 'Copy',
  copied: 'Copied',
  keepKey: 'Keep it safe: you need it to activate the software on your devices.',
  keyShownForDay: 'This page shows it for one day.',
  keyNotShown: html`It was shown here for one day after your purchase. You find it with your
    purchases, and in the e-mail about your order.`,
  mailSent: (to: string) => `We sent an e-mail about your order to ${to}.`,
  mailQueued: (to: string) => `An e-mail about your order is on its way to ${to}.`,
  mailFailed: ({ to, shop }: { to: string; shop: string }) =>
    `The e-mail about your order could not be delivered to ${to}. ${shop} can send it again.`,
  mailKept: (to: string) =>
    `This test shop has no mail server: the e-mail to ${to} was kept, not sent.`,
  whatNext: 'What happens next',
  activate: 'Copy the license key and enter it in the software.',
  manage: (link: Link) =>
    html`${link('Manage your purchases')}: invoices, license keys, subscriptions and cards.`,
  goingBack: ({ shop, now }: { shop: string; now: Link }) =>
    html`You go back to ${shop} in a moment. ${now('Continue now')}`,
  backTo: (shop: string) => `Back to ${shop}`,

  // Being processed.
  processing: 'Your payment is being processed',
  processingText: 'This takes a few seconds. This page updates by itself.',
  neverTwice: 'You will not be charged twice.',
  checkAgain: 'Check again',
  confirm: 'Confirm your payment',
  confirmText: (amount: string) => `Your bank asks you to confirm this payment of ${amount}.`,
  toBank: 'Continue to your bank',
  otherCard: 'Use another card',
  notPaidYet: 'Your payment is not complete',
  stillToPay: ({ amount, provider }: { amount: string; provider: string }) =>
    `You still have to pay ${amount} at ${provider}.`,
  oneStepLeft: 'One step left',
  chooseHowToPay: (provider: string) =>
    `Choose at ${provider} how you want to pay later. You pay nothing today.`,
  toProvider: (provider: string) => `Continue to ${provider}`,
  startAgain: 'Cancel and start again',
  doneThere: (link: Link) => html`Finished there? ${link('Check again')}`,
  onItsWay: 'Your payment is on its way',
  onItsWayText: (amount: string) =>
    html`Your payment of ${amount} has started. Some ways to pay take a few minutes, a bank debit
    takes a few days.`,
  nothingToDo: (shop: string) =>
    html`You do not have to do anything. When the money arrives, ${shop} delivers your order, and
    this page shows your receipt. If the payment fails, this page tells you why.`,
  accountToConfirm: 'Your bank account is being confirmed',
  accountToConfirmText: (provider: string) =>
    html`This can take a few days. ${provider} sends you an e-mail if you have to do something
    for it. After that, everything goes on by itself.`,
  checking: 'Your payment is being checked',
  checkingText: ({ amount, shop }: { amount: string; shop: string }) =>
    html`Something about your payment of ${amount} does not match this order, so ${shop} has to
    look at it first.`,
  doNotPayAgain: (shop: string) =>
    `Do not pay again. This page shows the result. If it takes long, contact ${shop}.`,

  // Expired.
  expired: 'This checkout has expired',
  expiredText: ({ shop, product }: { shop: string; product: string }) =>
    `You have not been charged. Go back to ${shop} to order ${product} again.`,
};
