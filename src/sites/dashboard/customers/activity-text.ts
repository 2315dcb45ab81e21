import { type Html, html } from '../../../platform/core/html.ts';
import type { ShownActivity } from '../../../shop/events/activity.rules.ts';
import type { Visit } from '../visit.ts';

interface ActivityText {
  mood: 'good' | 'bad' | 'plain';
  what: Html | string;
  more?: Html | string | undefined;
}

/** A record of an event is of any time, and may lack what records have today. */
const textIn = (data: Record<string, unknown>, name: string): string => {
  const value = data[name];
  return typeof value === 'string' ? value : '';
};

const amountIn = ({ words }: Visit, data: Record<string, unknown>, name = 'total'): string => {
  const { [name]: amount, currency } = data;
  return typeof amount === 'number' && typeof currency === 'string'
    ? words.amount(amount, currency)
    : '';
};

const firstLine = ({ lines }: Record<string, unknown>): string => {
  const first: unknown = Array.isArray(lines) ? lines[0] : undefined;
  const is_line = typeof first === 'object' && first !== null && 'description' in first;
  return is_line ? String(first.description) : '';
};

const planName = ({ plan }: Record<string, unknown>): string =>
  typeof plan === 'object' && plan !== null && 'name' in plan ? String(plan.name) : 'a plan';

const PAYMENTS: Record<string, [ActivityText['mood'], string]> = {
  'transaction.paid': ['good', 'Paid'],
  'transaction.declined': ['bad', 'Payment declined:'],
  'transaction.refunded': ['plain', 'Refunded'],
  'transaction.returned': ['plain', 'Returned a payment that came too late:'],
  'transaction.refund_failed': ['bad', 'A refund failed:'],
  'transaction.disputed': ['bad', 'Disputed at the bank:'],
  'transaction.dispute_won': ['good', 'A dispute was won:'],
  'transaction.dispute_lost': ['bad', 'A dispute was lost:'],
};

const SUBSCRIPTIONS: Record<string, [ActivityText['mood'], string]> = {
  'subscription.created': ['good', 'Subscribed to'],
  'subscription.trial_ending': ['plain', 'The trial ends soon:'],
  'subscription.trial_extended': ['plain', 'The trial was made longer:'],
  'subscription.renewal_coming': ['plain', 'Renews soon:'],
  'subscription.renewed': ['good', 'Renewed'],
  'subscription.updated': ['plain', 'Changed the subscription to'],
  'subscription.past_due': ['bad', 'Past due:'],
  'subscription.recovered': ['good', 'Paid after all:'],
  'subscription.paused': ['plain', 'Paused'],
  'subscription.resumed': ['good', 'Resumed'],
  'subscription.cancel_scheduled': ['bad', 'Cancels at the end of the period:'],
  'subscription.canceled': ['bad', 'Canceled'],
};

const LICENSES: Record<string, [ActivityText['mood'], string]> = {
  'license.created': ['good', 'Got the license key'],
  'license.activated': ['plain', 'Activated a device with'],
  'license.deactivated': ['plain', 'Deactivated a device of'],
  'license.disabled': ['bad', 'License disabled:'],
  'license.enabled': ['good', 'License enabled:'],
  'license.reissued': ['plain', 'Got a new license key:'],
  'license.extended': ['plain', 'License extended:'],
  'license.updated': ['plain', 'License changed:'],
};

const OTHERS: Record<string, string> = {
  'customer.created': 'Became a customer',
  'customer.updated': 'Details or balance changed',
  'customer.card_expiring': 'Their card expires soon',
  'checkout.expired': 'Left a checkout unpaid',
  'invoice.corrected': 'An invoice was corrected',
};

/** What happened in a few words; undefined for what another line says already. */
export function activityText(
  visit: Visit,
  { type, data }: ShownActivity,
): ActivityText | undefined {
  const { address } = visit;
  const payment = PAYMENTS[type];
  if (payment) {
    const [mood, verb] = payment;
    const at = `${address}/payments/${textIn(data, 'transaction_id')}`;
    const more = textIn(data, 'decline_code').replaceAll('_', ' ') || firstLine(data);
    const is_part = data.status === 'partially_refunded';
    const part = is_part ? `${amountIn(visit, data, 'refunded')} so far of ` : '';
    return { mood, what: html`${verb} ${part}<a href="${at}">${amountIn(visit, data)}</a>`, more };
  }
  const subscription = SUBSCRIPTIONS[type];
  if (subscription) {
    const [mood, verb] = subscription;
    const at = `${address}/subscriptions/${textIn(data, 'subscription_id')}`;
    return { mood, what: html`${verb} <a href="${at}">${planName(data)}</a>` };
  }
  const license = LICENSES[type];
  if (license) {
    const [mood, verb] = license;
    const at = `${address}/licenses/${textIn(data, 'license_id')}`;
    const key = textIn(data, 'license_key');
    return { mood, what: html`${verb} <a href="${at}"><code>${key}</code></a>` };
  }
  if (type === 'checkout.completed') return undefined;
  return otherText(visit, type, data);
}

function otherText(visit: Visit, type: string, data: Record<string, unknown>): ActivityText {
  const { address } = visit;
  if (type === 'invoice.created') {
    const kind = data.kind === 'credit_note' ? 'Credit note' : 'Invoice';
    const at = `${address}/invoices/${textIn(data, 'invoice_id')}`;
    const what = html`${kind} <a href="${at}">${textIn(data, 'number')}</a>`;
    return { mood: 'plain', what, more: amountIn(visit, data) };
  }
  if (type === 'mail.created') {
    const at = `${address}/mails/${textIn(data, 'mail_id')}`;
    const is_bad = data.status === 'failed';
    return {
      mood: is_bad ? 'bad' : 'plain',
      what: html`Mail <a href="${at}">${mailName(textIn(data, 'kind'))}</a>`,
      more: `${textIn(data, 'status')}, to ${textIn(data, 'to')}`,
    };
  }
  if (type === 'balance.adjusted') {
    const amount = amountIn(visit, data, 'amount');
    const what = `${Number(data.amount) > 0 ? 'Credit' : 'Taken from the balance'}: ${amount}`;
    return { mood: 'plain', what, more: textIn(data, 'reason') };
  }
  return { mood: 'plain', what: OTHERS[type] ?? type };
}

const MAILS: Record<string, string> = {
  purchase: 'about a purchase, with its keys',
  renewal: 'about a renewal',
  trial_ending: 'that a trial ends',
  renewal_coming: 'that a renewal is coming',
  payment_failed: 'that a payment failed',
  confirmation_needed: 'that a payment must be confirmed',
  card_expiring: 'that a card expires',
  plan_changed: 'about a changed plan',
  canceled: 'about a cancellation',
  refunded: 'about a refund',
  sign_in: 'with a link to sign in to the portal',
  new_key: 'with a new license key',
  invoice_corrected: 'with a corrected invoice',
  test: 'to test',
};

/** `about a purchase, with its keys` */
export const mailName = (kind: string): string => MAILS[kind] ?? kind;
