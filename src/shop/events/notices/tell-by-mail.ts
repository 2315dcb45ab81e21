import type { EventType } from '../../../platform/core/events.ts';
import type { EmittedEvent } from '../../../platform/operation/outbox.ts';
import type { Notify, StoreTx } from '../../../platform/operation/work.ts';
import { tellInvoiceCorrected } from './invoice-notices.ts';
import { tellExpiringCard, tellPaymentFailed, tellRefund } from './payment-notices.ts';
import { tellPurchase, tellRenewal } from './purchase-notices.ts';
import {
  tellCanceled,
  tellPlanChanged,
  tellRenewalComing,
  tellTrialEnding,
} from './subscription-notices.ts';

/** Queues the mail about an event. `all` are the events of the same transaction. */
type Notice = (inside: StoreTx, happening: EmittedEvent, all: EmittedEvent[]) => Promise<unknown>;

/** Which events customers are told of by mail. */
const NOTICES: { [type in EventType]?: Notice } = {
  'checkout.completed': tellPurchase,
  'subscription.renewed': tellRenewal,
  'subscription.trial_ending': tellTrialEnding,
  'subscription.renewal_coming': tellRenewalComing,
  'subscription.updated': tellPlanChanged,
  'subscription.cancel_scheduled': tellCanceled,
  'subscription.canceled': tellCanceled,
  'transaction.declined': tellPaymentFailed,
  'transaction.refunded': tellRefund,
  'customer.card_expiring': tellExpiringCard,
  'invoice.corrected': tellInvoiceCorrected,
};

/** Queues the mails about what has happened, in the transaction in which it has happened. */
export const tellByMail: Notify = async (inside, happenings) => {
  for (const happening of happenings)
    await NOTICES[happening.type]?.(inside, happening, happenings);
};
