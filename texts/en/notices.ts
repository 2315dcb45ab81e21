import { type Html, html } from '../../src/platform/core/html.ts';

/** Makes a link of words in a sentence. */
type Link = (text: string) => Html;

/** What pages say that have one thing to say, and those where something is missing. */
export const notices = {
  home: {
    title: 'Kassa is running',
    text: (reference: Link, document: Link) =>
      html`Read the ${reference('API reference')}, or get the ${document('OpenAPI document')}.`,
    setUp: (dashboard: Link) =>
      html`This is the first start: to set up your shop, ${dashboard('go to the dashboard')}.`,
  },
  notFound: {
    title: 'Page not found',
    text: 'Check the address, or go back to where you came from.',
  },
  wrongMethod: {
    title: 'This page cannot be used like this',
    text: 'Open the page in your browser and try again.',
  },
  refused: {
    title: 'This did not work',
    text: 'Go back, reload the page and try again.',
  },
  failed: {
    title: 'Something went wrong on our side',
    text: 'Open the page again: it shows whether you have paid. You will not be charged twice.',
  },
  wait: {
    title: 'One moment, please',
    text: (seconds: string, now: Link) =>
      html`Too many requests came from here. This page continues by itself in ${seconds}, and
      nothing is lost. ${now('Continue now')}`,
  },
  /** After too many tries with cards, codes or addresses. */
  tryLater: (seconds: string) => `Too many tries. Wait ${seconds}, then try again.`,
  fromElsewhere: {
    title: 'This form came from another site',
    text: 'Open the page yourself and try again.',
  },
  noCheckout: {
    title: 'Checkout not found',
    text: 'Go back to the shop and start again.',
  },
  closed: {
    title: 'Payments are not possible right now',
    text: (shop: string) =>
      `You have not been charged. Ask ${shop} when payments are possible again.`,
  },
  notOpen: {
    title: 'This shop is not open yet',
    text: (shop: string) => `You have not been charged. Ask ${shop} when it opens.`,
  },
  noBill: {
    title: 'Bill not found',
    text: 'Check the address, or ask the shop for a new link.',
  },
  noCardLink: {
    title: 'Page not found',
    text: 'Check the address, or ask the shop for a new link.',
  },
  noInvoice: {
    title: 'Invoice not found',
    text: 'Check the address, or ask the shop for your invoice.',
  },
  noElectronicInvoice: {
    title: 'This invoice has no electronic form',
    text: 'It lacks something that the standard requires. The PDF has everything.',
  },
  noShop: {
    title: 'Shop not found',
    text: 'Check the address, or ask the shop for a link.',
  },
  nothingToConfirm: {
    title: 'Nothing to confirm',
    text: 'Go back to the shop and check your order.',
  },
  linkExpired: {
    title: 'This link no longer works',
    text: (anew: Link) => html`${anew('Get a new link by e-mail')}, or ask the seller.`,
    back: (shop: string) => `Back to ${shop}`,
  },
};
