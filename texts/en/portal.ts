import { plural } from '../plural.ts';
import { portalForms } from './portal-forms.ts';
import { portalSubscription } from './portal-subscription.ts';

const n = plural('en');

/** What the customer portal says. */
export const portal = {
  ...portalForms,
  ...portalSubscription,
  title: 'Your purchases',
  allPurchases: 'All purchases',
  backTo: (shop: string) => `Back to ${shop}`,
  nothingBought: (shop: string) => `What you buy from ${shop} appears here.`,
  nothingBoughtYet: 'No purchases yet',
  notFound: {
    title: 'Page not found',
    text: 'There is nothing of yours at this address.',
  },

  // What has just been done.
  notes: {
    'billing-saved': 'Your billing details are saved.',
    'invoice-corrected': 'Your invoice is corrected. The new one is in the list.',
    'card-saved': 'Your card is saved. It is used for your next payments.',
    'card-paid': 'Your card is saved, and the open payment is paid.',
    'device-freed': 'The device is deactivated. You can activate another one.',
    changed: 'Your subscription is changed.',
    canceled: 'Your subscription is canceled. You will not be charged again.',
    kept: 'Your subscription continues.',
    paused: 'Your subscription is paused. You will not be charged meanwhile.',
    resumed: 'Welcome back. Your subscription is active again.',
    'offer-taken': 'Thank you for staying. Your discount is applied.',
    'offer-gone': 'This offer is no longer available. Nothing has changed.',
    busy: 'A payment for this subscription is being processed. Try again in a moment.',
    waiting: 'Your payment is being processed. Reload this page in a moment to see the result.',
  },

  // Lists, and the way to the rest of them.
  subscriptions: 'Subscriptions',
  noSubscriptions: 'You have no subscriptions.',
  allSubscriptions: 'All subscriptions',
  licenses: 'License keys',
  noLicenses: 'You have no license keys.',
  allLicenses: 'All license keys',
  payments: 'Payments',
  noPayments: 'You have no payments yet.',
  allPayments: 'All payments',
  invoices: 'Invoices',
  noInvoices: 'You have no invoices yet.',
  allInvoices: 'Invoices and credit notes',
  older: 'Show older',

  // License keys and their devices.
  copy: 'Copy',
  /** The name of the button, read out. */
  copyKeyOf: (product: string) => `Copy the license key of ${product}`,
  copied: 'Copied',
  pressToCopy: 'Press Ctrl+C (or ⌘C) to copy.',
  licenseStatus: {
    inactive: 'Not activated yet',
    active: 'Active',
    expired: 'Expired',
    disabled: 'Disabled',
  },
  validUntil: (day: string) => `Valid until ${day}.`,
  expiredOn: (day: string) => `Expired on ${day}.`,
  devicesUsed: (used: number) =>
    n(used, { one: `Used on ${used} device.`, other: `Used on ${used} devices.` }),
  devicesUsedOf: ({ used, limit }: { used: number; limit: number }) =>
    n(limit, {
      one: `Used on ${used} of ${limit} device.`,
      other: `Used on ${used} of ${limit} devices.`,
    }),
  devicesOverLimit: (count: number) =>
    n(count, {
      one: 'The newest device is over the limit and cannot be used. Deactivate another one.',
      other:
        `The ${count} newest devices are over the limit and cannot be used. Deactivate ` +
        'others.',
    }),
  deviceSince: (day: string) => `Since ${day}`,
  deviceOverLimit: 'Over the limit',
  deactivate: 'Deactivate',
  /** The name of the button, read out. */
  deactivateDevice: (device: string) => `Deactivate ${device}`,

  // Payments, and what became of them.
  paymentTypes: {
    purchase: 'Purchase',
    subscription_start: 'First payment',
    renewal: 'Renewal',
    plan_change: 'Plan change',
    refund: 'Refund',
  },
  paymentOn: ({ type, day }: { type: string; day: string }) => `${type} · ${day}`,
  paymentStatus: {
    paid: 'Paid',
    pending: 'Processing',
    declined: 'Declined',
    failed: 'Failed',
    refunded: 'Refunded',
    partially_refunded: 'Partially refunded',
    disputed: 'Disputed',
    charged_back: 'Charged back',
  },
  amountRefunded: (amount: string) => `${amount} refunded`,
  refundFailed: 'Your bank did not accept the refund. Contact the shop.',
  disputeOpen: 'You disputed this payment. Your bank has yet to decide.',
  disputeLost: 'Your bank returned this payment to you.',
  disputeWon: 'You disputed this payment. Your bank decided that it stands.',
  refundDeclined: 'The refund was not made. Contact the shop.',
  invoice: 'Invoice',
  creditNote: 'Credit note',
  invoiceNumber: (number: string) => `Invoice ${number}`,
  creditNoteNumber: (number: string) => `Credit note ${number}`,
  receipt: 'Receipt',
  details: 'Details',
  /** Read out after a link, to tell it from others of its name. */
  ofPayment: ({ product, day }: { product: string; day: string }) => `of ${product}, ${day}`,
  pdf: 'PDF',
  xml: 'XML',
  correct: 'Correct',

  // A payment without an invoice: declined, or being processed.
  titles: {
    receipt: 'Receipt',
    refund: 'Refund',
    declined: 'Declined payment',
    refundDeclined: 'Declined refund',
    refundFailed: 'Failed refund',
    pending: 'Payment in progress',
    refundPending: 'Refund in progress',
  },
  from: 'From',
  billedTo: 'Billed to',
  date: 'Date',
  paidWith: 'Paid with',
  total: 'Total',
  refundedAmount: 'Refunded',
  netPaid: 'Net paid',
  notRefunded: 'Not refunded',
  takenFromBalance: 'Taken from your balance',
  printThis: 'Print this page for your records.',

  // The way in, by e-mail.
  signIn: {
    title: 'Manage your purchases',
    text: (shop: string) =>
      `Enter the e-mail address you used at ${shop}. We will send you a link to your ` +
      'subscriptions, invoices and license keys.',
    send: 'Send me a link',
    sentTitle: 'Check your e-mail',
    sent:
      'If you have bought something with this address, a link is on its way. It works ' +
      'for one hour.',
    noMail:
      'No e-mail? Check your spam folder, and that this is the address you used. You ' +
      'can ask again in five minutes.',
    otherAddress: 'Use another address',
  },
};
