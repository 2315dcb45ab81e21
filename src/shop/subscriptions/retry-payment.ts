import type { Detail } from '../../platform/core/errors.ts';
import { newId } from '../../platform/core/ids.ts';
import { SubscriptionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { declineMessage } from '../money/payments/card.rules.ts';
import { refuseWhileHeld } from '../money/payments/held-charges.ts';
import { findUsableCard } from '../money/payments/usable-card.ts';
import { findTransactionByRequest } from '../money/transactions/transaction.sql.ts';
import { beginPastDueCharge } from './charge-past-due.ts';
import { refuseWrongClock } from './clock-is-wrong.ts';
import { settleCharge } from './settle-charge.ts';
import { Subscription, showSubscription } from './subscription.rules.ts';
import { findSubscription } from './subscription.sql.ts';
import {
  type IdleSubscription,
  refusePending,
  withIdleSubscription,
} from './with-idle-subscription.ts';

const missing: Detail = {
  ...{ param: 'payment_method', code: 'payment_method_missing' },
  message: 'is missing: the customer has to give a card',
};
const refused_for_good: Detail = {
  ...{ param: 'payment_method', code: 'not_allowed' },
  message: 'was refused for good: the customer has to give another card',
};

export const retryPayment = operation({
  method: 'POST',
  path: '/retry-payment',
  summary: 'Charge what is past due once more, now',
  description:
    'The saved card is charged. If it is declined, the planned tries stay as they are: this one is ' +
    'none of them. A card that was refused for good is not charged again.',
  scope: 'full',
  input: Type.Object({ subscription_id: SubscriptionId }),
  output: Subscription,
  errors: [
    'subscription_not_found',
    'subscription_status',
    'payment_declined',
    'payment_pending',
    'payment_unresolved',
  ],
  unanswered: 'payment_unresolved',
  async steps({ input, request_key, refuse, ...work }) {
    const { subscription_id } = input;
    await refuseWrongClock(work);
    const charge = async (found: IdleSubscription) => {
      const { tx, before, now } = found;
      const earlier =
        request_key === null ? undefined : await findTransactionByRequest(tx, request_key);
      if (earlier) return { charge: earlier };
      if (before.status !== 'past_due') throw refuse('subscription_status');
      if (found.unsettled) throw refuse('payment_pending');
      await refuseWhileHeld(tx);
      if (before.past_due_until !== null) throw refuse('payment_declined', [refused_for_good]);
      const card = await findUsableCard(found, tx, before.customer_id);
      if (!card) throw refuse('payment_declined', [missing]);
      const asked = request_key ?? `retry ${newId('req', now)}`;
      const request = { paid_by: card, request_key: asked, buyer_present: 0 } as const;
      return { charge: await beginPastDueCharge(found, request) };
    };
    const begun = await withIdleSubscription(work, subscription_id, 'payment', charge);
    if (!begun) throw refuse('subscription_not_found');
    const { charge: pending } = begun;
    if (pending) {
      const { transaction } = await refusePending(refuse, () => settleCharge(work, pending));
      const { decline_code: code } = transaction;
      if (code !== null) {
        const message = `was declined: ${declineMessage(code)}`;
        throw refuse('payment_declined', [{ param: 'payment_method', code, message }]);
      }
    }
    const row = await findSubscription(work.reader, subscription_id);
    if (!row) throw refuse('subscription_not_found');
    return showSubscription(row, work.services);
  },
});
