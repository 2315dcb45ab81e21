import { Default, Described, OneOf } from '../../platform/core/fields.ts';
import { PlanId, SubscriptionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';

export const ProrationInput = OneOf(['charge_now', 'next_renewal', 'none'], {
  description:
    'When what the change costs is charged: at once (`charge_now`, the default), with the next ' +
    'renewal, or never. What it is worth goes to the balance, except with `none`. Another interval ' +
    'is always charged now',
});

/** The parameters of a change of plan or quantity. */
export const change_fields = {
  subscription_id: SubscriptionId,
  plan_id: Type.Optional(Described('The plan to change to; default: the same', PlanId)),
  quantity: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'How many seats; default: as many as now',
      examples: [5],
    }),
  ),
  proration: Type.Optional(ProrationInput),
  effective: Default(
    'now',
    OneOf(['now', 'period_end'], {
      description: 'When it changes: at once, or when the paid period ends',
    }),
  ),
};
