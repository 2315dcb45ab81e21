import type { EventType } from '../../../platform/core/events.ts';
import type { EmittedEvent } from '../../../platform/operation/outbox.ts';
import type { Notify, StoreTx } from '../../../platform/operation/work.ts';
import { mailInvoiceCorrected } from './invoice-notices.ts';
import { mailExpiringCard, mailPaymentFailed, mailRefund } from './payment-notices.ts';
import { mailPurchase, mailRenewal } from './purchase-notices.ts';
import {
  mailCanceled,
  mailPlanChanged,
  mailRenewalComing,
  mailTrialEnding,
} from './subscription-notices.ts';

/** Queues the mail about an event. `all` are the events of the same transaction. */
type Notice = (context: StoreTx, event: EmittedEvent, all: EmittedEvent[]) => Promise<unknown>;

/** Which events customers get a mail about. */
const NOTICES: { [type in EventType]?: Notice } = {
  'checkout.completed': mailPurchase,
  'subscription.renewed': mailRenewal,
  'subscription.trial_ending': mailTrialEnding,
  'subscription.renewal_coming': mailRenewalComing,
  'subscription.updated': mailPlanChanged,
  'subscription.cancel_scheduled': mailCanceled,
  'subscription.canceled': mailCanceled,
  'transaction.declined': mailPaymentFailed,
  'transaction.refunded': mailRefund,
  'customer.card_expiring': mailExpiringCard,
  'invoice.corrected': mailInvoiceCorrected,
};

/** Queues the mails about what has happened, in the transaction in which it has happened. */
export const queueMails: Notify = async (context, events) => {
  for (const event of events) await NOTICES[event.type]?.(context, event, events);
};
