import { Line, OptionalOrNull, Text } from '../../platform/core/fields.ts';
import { SubscriptionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { emitLicenseEnabled } from '../licenses/emit-license-status.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { auditSubscription } from './audit-subscription.ts';
import { CancelTerms } from './cancel-terms.ts';
import { beginCollecting, collectDebt } from './collect-debt.ts';
import { endSubscription } from './end-subscription.ts';
import { keepPause } from './pause.sql.ts';
import { endRefundOf } from './refund-period.rules.ts';
import { refundPeriod } from './refund-period.ts';
import { saveSubscription } from './save-subscription.ts';
import { tryRefund } from './settle-charge.ts';
import { asCanceled, hasPaidTime } from './state.rules.ts';
import { Subscription, showSubscription } from './subscription.rules.ts';
import { type IdleSubscription, withIdleSubscription } from './with-idle-subscription.ts';

export const cancelSubscription = operation({
  method: 'POST',
  path: '/cancel-subscription',
  summary: 'Cancel now, or at the end of the paid period',
  description:
    'No charge is ever tried after it; what the customer owes is collected before. One that is under ' +
    'way is given up; if the provider makes it after all, what is for the time after the cancel is ' +
    'refunded at once. Cancelling a canceled subscription is 200, unchanged. `refund`, with a cancel ' +
    'that takes effect now, gives back what was paid for the rest of the current period, or for all ' +
    'of it.',
  scope: 'full',
  input: Type.Object({
    subscription_id: SubscriptionId,
    ...CancelTerms,
    reason: OptionalOrNull(
      Line(200, {
        description: 'Why, in a word or a line; kept on the subscription',
        examples: ['too_expensive'],
      }),
    ),
    comment: OptionalOrNull(
      Text(0, 2000, { description: 'What the customer said about it, word for word' }),
    ),
  }),
  output: Subscription,
  errors: ['subscription_not_found'],
  answer_example: {
    status: 'canceled',
    canceled_at: '2026-11-14T09:30:00.000Z',
    ended_at: '2026-11-14T09:30:00.000Z',
    next_payment_at: null,
  },
  check({ cancel_at_period_end, refund = 'none' }) {
    if (cancel_at_period_end !== true || refund === 'none') return [];
    const message = 'must be none when the paid time can still be used (cancel_at_period_end)';
    return [{ param: 'refund', code: 'not_allowed', message }];
  },
  unanswered: null,
  async steps({ input, request_key, keepAnswer, refuse, ...work }) {
    const { subscription_id, cancel_at_period_end: at_period_end, refund: extent } = input;
    const { reason = null, comment = null } = input;
    // First collect what is owed. Whether or not that succeeds, cancel after it.
    await collectDebt(work, (is_last) =>
      withIdleSubscription(work, subscription_id, 'end', async (found) => {
        const { before, unsettled } = found;
        if (unsettled) return undefined;
        const ends = before.status !== 'canceled' && !(at_period_end && hasPaidTime(before));
        const key = request_key === null ? null : `${request_key} debt`;
        return ends ? beginCollecting(found, before, { request_key: key, is_last }) : undefined;
      }),
    );

    let refunds: TransactionRow[] = [];
    const cancel = async (found: IdleSubscription) => {
      const { emit, before, now, services } = found;
      const is_scheduled = at_period_end && before.cancel_at_period_end === 1;
      if (before.status === 'canceled' || is_scheduled) return showSubscription(before, services);
      if (at_period_end && hasPaidTime(before)) {
        const after = asCanceled(before, { at_period_end, reason, comment, now });
        await saveSubscription(found, after);
        await keepPause(found.tx, before, after);
        auditSubscription(found, before, after);
        const record = showSubscription(after, services);
        if (before.status === 'paused') {
          emit('subscription.resumed', record);
          await emitLicenseEnabled(found, before);
        }
        emit('subscription.cancel_scheduled', record);
        return record;
      }
      const end_refund = extent === 'none' ? null : endRefundOf(before, { extent, now });
      refunds = extent === 'none' ? [] : await refundPeriod(found, before, extent);
      const end = { reason, comment, gives_all: extent === 'full', end_refund };
      return showSubscription(await endSubscription(found, before, end), services);
    };
    const record = await withIdleSubscription(work, subscription_id, 'end', (found) =>
      keepAnswer(found.tx, () => cancel(found)),
    );
    if (!record) throw refuse('subscription_not_found');
    for (const refund of refunds) await tryRefund(work, refund);
    return record;
  },
});
