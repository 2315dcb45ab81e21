import { Nullable } from '../../../platform/core/fields.ts';
import { CustomerId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { customerExists } from '../../customers/customer.sql.ts';
import { PaymentMethod } from './card.rules.ts';
import { findUsableCard } from './usable-card.ts';

export const getPaymentMethod = operation({
  method: 'GET',
  path: '/get-payment-method',
  summary: "Get a customer's saved card",
  description:
    'The card that pays for their subscriptions, as far as the payment provider describes it.',
  scope: 'read',
  input: Type.Object({ customer_id: CustomerId }),
  output: Type.Object(
    {
      object: Type.Literal('payment_method'),
      customer_id: Type.String({ examples: ['user_42'] }),
      card: Nullable(
        Type.Object(
          {
            ...PaymentMethod.properties,
            exp_month: Nullable(Type.Integer({ examples: [12] })),
            exp_year: Nullable(Type.Integer({ examples: [2034] })),
          },
          { description: 'Null: the customer has none' },
        ),
      ),
    },
    { title: 'SavedPaymentMethod' },
  ),
  errors: ['customer_not_found'],
  example: { customer_id: 'user_42' },
  async read({ input: { customer_id }, reader, store, services, refuse }) {
    if (!(await customerExists(reader, customer_id))) throw refuse('customer_not_found');
    const saved = await findUsableCard({ store, services }, reader, customer_id);
    const card = saved && {
      brand: saved.card_brand,
      last4: saved.card_last_four,
      exp_month: saved.exp_month,
      exp_year: saved.exp_year,
    };
    return { object: 'payment_method' as const, customer_id, card: card ?? null };
  },
});
