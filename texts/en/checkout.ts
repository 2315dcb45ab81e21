import { type Html, html } from '../../src/platform/core/html.ts';
import { plural } from '../plural.ts';

const n = plural('en');

/** Makes a link of its words. */
type Link = (text: string) => Html;

/** `every` is as shared.every says it: `a month`, `every 3 months`. */
interface Renewal {
  amount: string;
  every: string;
  day: string;
}

/** What the page says on which a buyer pays. */
export const checkout = {
  // What the page is about: the first heading, and its title.
  payShop: (shop: string) => `Pay ${shop}`,
  subscribeTo: (product: string) => `Subscribe to ${product}`,
  tryProduct: (product: string) => `Try ${product}`,
  getProduct: (product: string) => `Get ${product}`,
  back: 'Back',

  // The order.
  order: 'Your order',
  showOrder: 'Show order',
  /** After the amount that is due today. */
  today: 'today',
  plusTax: 'plus tax',
  thenEvery: ({ amount, every, day }: Renewal) => `Then ${amount} ${every} from ${day}.`,
  thenOnceReduced: ({ reduced, amount, every, day }: Renewal & { reduced: string }) =>
    `Then ${reduced} on ${day}, and ${amount} ${every} after that.`,
  thenReducedFor: ({
    reduced,
    months,
    amount,
    every,
    day,
  }: Renewal & { reduced: string; months: number }) =>
    `Then ${reduced} ${every} from ${day}, and ${amount} ${every} after ` +
    `${n(months, { one: `${months} month`, other: `${months} months` })}.`,
  thenFree: 'You pay nothing after that.',
  cancelAnyTime: 'Cancel any time.',
  taxComesOnTop: 'Tax is added.',
  taxIsIncluded: 'Tax is included.',
  freeTrial: (days: number) => `${days}-day free trial`,
  /** A price with how often it is paid: `€19.00 a month`. */
  priceEvery: ({ amount, every }: { amount: string; every: string }) => `${amount} ${every}`,
  each: (amount: string) => `${amount} each`,
  quantityTimes: ({ quantity, amount }: { quantity: number; amount: string }) =>
    `${quantity} × ${amount}`,
  // Buttons and field beside a product whose quantity the buyer may change.
  quantity: 'Quantity',
  oneLess: 'One less',
  oneMore: 'One more',
  updateQuantity: 'Update quantity',
  checkQuantityTitle: 'Check the quantity',
  checkQuantity: ({ least, most }: { least: string; most: string }) =>
    `Enter a whole number from ${least} to ${most}.`,
  about: 'About this product',
  subtotal: 'Subtotal',
  percentOff: (percent: string) => `${percent} off`,
  amountOff: (amount: string) => `${amount} off`,
  afterTrial: 'after the trial',
  rounding: 'Rounding',
  tax: 'Tax',
  taxDependsOnPlace: 'Depends on your country',
  /** `VAT 19% included` */
  taxIncluded: (tax: string) => `${tax} included`,
  reverseCharge: 'Reverse charge: no VAT is charged, your company accounts for it.',
  taxExempt: 'Exempt from tax.',
  paidFromBalance: 'Paid from your balance',
  owedFromEarlier: 'Owed from earlier',
  total: 'Total',
  totalBeforeTax: 'Total before tax',
  dueToday: 'Due today',

  // The promotion code.
  addCode: 'Add promotion code',
  code: 'Promotion code',
  apply: 'Apply',
  removeCode: (code: string) => `Remove ${code}`,
  codeNotValid: 'This code is not valid',
  codeUnusable: 'This code cannot be used for this order.',
  codeGone: 'This code can no longer be used',
  removeToPayFull: 'Remove it to pay the full price.',

  // The form.
  startTrial: 'Start your free trial',
  yourDetails: 'Your details',
  payment: 'Payment details',
  buyingForCompany: 'I am buying for a company',
  updateTotal: 'Update total',
  goOn: 'Continue',
  /** On the button that leads to the provider's page, where the buyer pays. */
  continueToPay: 'Continue to payment',
  /** Between the buttons of Apple Pay and Google Pay and the fields of a card. */
  orByCard: 'Or pay by card',
  payNow: (amount: string) => `Pay ${amount}`,
  subscribe: 'Subscribe',
  startTrialNow: 'Start trial',
  completeOrder: 'Complete order',
  /**
   * On the button, for consumers in Europe: in the words of Directive 2011/83/EU, article 8 (2), in
   * the reader's language, such as »zahlungspflichtig bestellen«.
   */
  orderAndPay: (amount: string) => `Order and pay ${amount}`,
  orderWithObligation: 'Order with obligation to pay',
  /** Consent to delivery at once, beside a box to tick; the same law, article 16 (m). */
  consentToContent:
    'I want it delivered immediately, and I know that I lose my right of withdrawal with that.',
  /** The same for a service, article 16 (a). */
  consentToService:
    'I want the service to begin immediately, and I know that I lose my right of withdrawal ' +
    'once it has been fully provided.',
  consentNeeded: 'Tick the box to go on.',
  payAt: (provider: string) => `You pay on the next page, at ${provider}.`,
  chooseAt: (provider: string) =>
    `On the next page, at ${provider}, you choose how to pay later. You pay nothing today.`,
  securedBy: (provider: string) => `Paid securely through ${provider}`,
  firstCharge: ({ amount, day }: { amount: string; day: string }) =>
    `You will first be charged ${amount} on ${day}.`,
  renewsUntilCanceled: 'Your subscription renews automatically until you cancel.',
  acceptTerms: (link: Link) => html`By paying you accept the ${link('terms')}.`,
  acceptPrivacy: (link: Link) => html`By paying you accept the ${link('privacy policy')}.`,
  acceptBoth: (terms: Link, privacy: Link) =>
    html`By paying you accept the ${terms('terms')} and the ${privacy('privacy policy')}.`,

  // What has to be mended.
  cardDeclined: 'Card declined',
  notCompleted: 'Payment not completed',
  nothingCharged: 'You have not been charged.',
  countryNeeded: 'Choose your country: the tax depends on it.',
  regionNeeded: 'Choose your region: the tax depends on it.',
  checkTaxNumber: 'Check this number, or leave it empty.',
  numberNotKnown: 'The tax register does not know this number, so tax is charged.',
  numberNotVerified: 'This number could not be verified yet, so tax is charged.',
  tooSmall: (smallest: string) =>
    `That would leave less than ${smallest} to pay, which cannot be charged.`,
  tooLarge: 'With tax this is more than can be charged at once.',
  totalChanged: 'The total has changed',
  checkBeforePaying: 'Check it before you pay. You have not been charged.',
  orderUpdated: 'Your order is updated',
  trialUsed: 'You have already used this free trial',
  priceWithoutTrial: 'This is the price without it. You have not been charged.',
  // Whoever has pressed the button does not know whether it was heard.
  noAnswer: 'No answer yet',
  pressAgain: 'Check your connection, then press the button again.',
  tooManyTries: 'Too many tries',
  waitThenTry: (seconds: string) => `Wait ${seconds}, then try again.`,
  tooManyDeclines: 'Too many declined payments',
  startAgainAt: (shop: string) => `Go back to ${shop} and start again.`,
};
