import { Described } from '../../platform/core/fields.ts';
import { PlanId, SubscriptionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { ProrationInput } from './change-fields.rules.ts';
import { CHANGE_ERRORS, changeSubscription } from './change-subscription.ts';
import { Subscription, showSubscription } from './subscription.rules.ts';

export const upgradeSubscription = operation({
  method: 'POST',
  path: '/upgrade-subscription',
  summary: 'Change to a higher plan, now',
  description:
    'Higher: a larger `tier` where both plans have one, else a larger price per day. The rest of ' +
    'the period is charged at once, or nothing changes.',
  scope: 'full',
  input: Type.Object({
    subscription_id: SubscriptionId,
    new_plan_id: Described(
      'The plan to change to: the `product_id` of a recurring product',
      PlanId,
    ),
    proration: Type.Optional(ProrationInput),
  }),
  output: Subscription,
  errors: [
    ...CHANGE_ERRORS,
    'plan_not_higher',
    'payment_declined',
    'payment_pending',
    'payment_unresolved',
  ],
  unanswered: 'payment_unresolved',
  async steps({ input, refuse, ...context }) {
    const row = await changeSubscription(
      { ...context, refuse },
      {
        subscription_id: input.subscription_id,
        plan_id: input.new_plan_id,
        plan_param: 'new_plan_id',
        quantity: undefined,
        proration: input.proration,
        at_period_end: false,
        refuseLower: () => refuse('plan_not_higher'),
      },
    );
    return showSubscription(row, context.services);
  },
});
