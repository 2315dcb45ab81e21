import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { change_fields } from './change-fields.rules.ts';
import { CHANGE_ERRORS, changeSubscription } from './change-subscription.ts';
import { Subscription, showSubscription } from './subscription.rules.ts';

export const updateSubscription = operation({
  method: 'POST',
  path: '/update-subscription',
  summary: 'Change plan or quantity',
  description:
    'Now by default: what it costs is charged at once or nothing changes, what it is worth goes to ' +
    "the customer's balance. `effective: period_end` puts it off. What it has already changes nothing.",
  scope: 'full',
  input: Type.Object(change_fields),
  output: Subscription,
  errors: [...CHANGE_ERRORS, 'payment_declined', 'payment_pending', 'payment_unresolved'],
  example: { subscription_id: 'sub_1tq3v9w0e00h4rk6m2x8pz7ycn5', quantity: 5 },
  unanswered: 'payment_unresolved',
  async steps({ input, refuse, ...context }) {
    const { subscription_id, plan_id, quantity, proration, effective } = input;
    const at_period_end = effective === 'period_end';
    const requested = { subscription_id, plan_id, plan_param: 'plan_id', quantity, proration };
    const row = await changeSubscription({ ...context, refuse }, { ...requested, at_period_end });
    return showSubscription(row, context.services);
  },
});
