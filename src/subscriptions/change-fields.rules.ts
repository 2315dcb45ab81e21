import Type from 'typebox';
import { Default, Id, OneOf } from '../core/fields.ts';

export const ProrationInput = OneOf(['charge_now', 'next_renewal', 'none'], {
  description:
    'Default: charge_now when the change costs more; less goes to the balance. Another interval is ' +
    'always charged now',
});

/** The parameters of a change of plan or quantity. */
export const change_fields = {
  subscription_id: Id('sub_1tq3v9w0e00h4rk6m2x8pz7ycn5'),
  plan_id: Type.Optional(Id('prod_1tq3v9w0e00h4rk6m2x8pz7ycn5')),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [5] })),
  proration: Type.Optional(ProrationInput),
  effective: Default('now', OneOf(['now', 'period_end'])),
};
