import { DateInput, Described } from '../../platform/core/fields.ts';
import { SubscriptionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { parseInstant } from '../../platform/core/time.ts';
import { operation } from '../../platform/operation/operation.ts';
import { auditSubscription } from './audit-subscription.ts';
import { saveSubscription } from './save-subscription.ts';
import { Subscription, showSubscription } from './subscription.rules.ts';
import { whyNotExtendTrial, whyNotTrialEnd, withTrialEnd } from './trial.rules.ts';
import {
  type IdleSubscription,
  refusePending,
  withIdleSubscription,
} from './with-idle-subscription.ts';

export const extendTrial = operation({
  method: 'POST',
  path: '/extend-trial',
  summary: 'Let a trial last longer',
  description:
    'The first payment is made at the new end, and the customer is notified three days before. ' +
    'Only a trial that runs, without a cancel at its end; once something was paid, give credit ' +
    'instead (adjust-customer-balance). The same end again changes nothing.',
  scope: 'full',
  input: Type.Object({
    subscription_id: SubscriptionId,
    trial_end: Described(
      'When the trial is to end: later than now, ISO 8601; a plain date: at the end of that day',
      DateInput,
    ),
  }),
  output: Subscription,
  errors: [
    'subscription_not_found',
    'subscription_status',
    'payment_pending',
    'payment_unresolved',
  ],
  answer_example: {
    status: 'trialing',
    current_period_end: '2026-12-24T00:00:00.000Z',
    trial_end: '2026-12-24T00:00:00.000Z',
    next_payment_at: '2026-12-24T00:00:00.000Z',
  },
  example: { subscription_id: 'sub_1tq3v9w0e00h4rk6m2x8pz7ycn5', trial_end: '2026-12-24' },
  unanswered: 'payment_unresolved',
  async steps({ input, keepAnswer, refuse, ...work }) {
    const trial_end = parseInstant(input.trial_end, 'end') ?? 0;
    const extend = async (found: IdleSubscription) => {
      const { emit, before, now, services } = found;
      const no = whyNotExtendTrial(before);
      if (no) throw refuse(no);
      if (trial_end === before.trial_end) return showSubscription(before, services);
      const problem = whyNotTrialEnd(before, { trial_end, now });
      if (problem) throw refuse('invalid_parameters', [problem]);
      const after = withTrialEnd(before, { trial_end, now });
      await saveSubscription(found, after);
      auditSubscription(found, before, after);
      const record = showSubscription(after, services);
      emit('subscription.trial_extended', record);
      return record;
    };
    const record = await refusePending(refuse, () =>
      withIdleSubscription(work, input.subscription_id, 'free', (found) =>
        keepAnswer(found.tx, () => extend(found)),
      ),
    );
    if (!record) throw refuse('subscription_not_found');
    return record;
  },
});
