import { SubscriptionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { emitLicenseEnabled } from '../licenses/emit-license-status.ts';
import { declineMessage } from '../money/payments/card.rules.ts';
import { refuseWhileHeld } from '../money/payments/held-charges.ts';
import { findTransactionByRequest } from '../money/transactions/transaction.sql.ts';
import { auditSubscription } from './audit-subscription.ts';
import { beginRenewal } from './begin-renewal.ts';
import { refuseWrongClock } from './clock-is-wrong.ts';
import { keepPause } from './pause.sql.ts';
import { saveSubscription } from './save-subscription.ts';
import { settleCharge } from './settle-charge.ts';
import { asRestarted, asResumed, customerMayResume, whyNotResume } from './state.rules.ts';
import { Subscription, showSubscription } from './subscription.rules.ts';
import { findSubscription } from './subscription.sql.ts';
import {
  type IdleSubscription,
  refusePending,
  withIdleSubscription,
} from './with-idle-subscription.ts';

export const resumeSubscription = operation({
  method: 'POST',
  path: '/resume-subscription',
  summary: 'Take back a scheduled cancel, or end a pause',
  description:
    'Paid time goes on where the pause began. One that was paused because nobody paid begins a new ' +
    'period, which is charged at once: if that is declined, it stays paused.',
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
  async steps({ input, request_key, keepAnswer, refuse, ...work }) {
    const { subscription_id } = input;
    await refuseWrongClock(work);
    const resume = async (found: IdleSubscription) => {
      const { tx, emit, before, now, services } = found;
      const earlier =
        request_key === null ? undefined : await findTransactionByRequest(tx, request_key);
      if (earlier) return { transaction: earlier, record: undefined };
      // A scheduled cancel can be taken back meanwhile.
      if (found.unsettled && before.status === 'paused') throw refuse('payment_pending');
      const no = whyNotResume(before);
      if (no) throw refuse(no);
      // Their page has asked before: the seller may have paused it since.
      const is_customer = work.actor.kind === 'customer';
      if (is_customer && !customerMayResume(before)) throw refuse('subscription_status');
      const anew = asRestarted(before, now);
      if (anew) {
        await refuseWhileHeld(tx);
        const transaction = await beginRenewal(found, anew, request_key);
        return { transaction, record: undefined };
      }
      // Without a charge this is the whole effect, and its answer is kept with it.
      const record = await keepAnswer(tx, async () => {
        const after = asResumed(before, now);
        await saveSubscription(found, after);
        await keepPause(tx, before, after);
        auditSubscription(found, before, after);
        emit('subscription.resumed', showSubscription(after, services));
        await emitLicenseEnabled(found, before);
        return showSubscription(after, services);
      });
      return { transaction: undefined, record };
    };
    const begun = await withIdleSubscription(work, subscription_id, 'payment', resume);
    if (!begun) throw refuse('subscription_not_found');
    if (begun.record) return begun.record;
    const { transaction: charge } = begun;
    if (charge) {
      const settle = () => settleCharge(work, charge);
      const { transaction } = await refusePending(refuse, settle);
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
