import { Nullable, OneOf, TextOrNull } from '../../platform/core/fields.ts';
import { CustomerId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { customerExists } from '../customers/customer.sql.ts';
import {
  CardInput,
  declineMessage,
  givenCard,
  PaymentMethod,
  whyNotCard,
} from '../money/payments/card.rules.ts';
import { savePaymentMethod } from '../money/payments/payment-method.sql.ts';
import { withTimeout } from '../money/payments/with-timeout.ts';
import { chargePastDue } from './charge-past-due.ts';

export const updatePaymentMethod = operation({
  method: 'POST',
  path: '/update-payment-method',
  summary: "Replace a customer's card",
  description:
    'Test stores only. What is past due is charged at once and recovers; `charged` says what became ' +
    'of each. If the card is declined and nothing could be paid with it, nothing changes.',
  scope: 'full',
  input: Type.Object({ customer_id: CustomerId, payment_method: CardInput }),
  output: Type.Object({
    object: Type.Literal('payment_method'),
    customer_id: Type.String({ examples: ['user_42'] }),
    ...PaymentMethod.properties,
    exp_month: Nullable(Type.Integer({ examples: [12] })),
    exp_year: Nullable(Type.Integer({ examples: [2034] })),
    charged: Type.Array(
      Type.Object({
        subscription_id: Type.String({ examples: ['sub_1tq3v9w0e00h4rk6m2x8pz7ycn5'] }),
        transaction_id: Type.String({ examples: ['txn_1tq3v9w0e00h4rk6m2x8pz7ycn5'] }),
        status: OneOf(['paid', 'declined', 'pending']),
        decline_code: TextOrNull('insufficient_funds'),
      }),
      { description: 'What became of each past-due subscription' },
    ),
  }),
  errors: ['customer_not_found', 'payment_declined', 'payment_unresolved', 'gateway_missing'],
  unanswered: 'payment_unresolved',
  async steps({ input, request_key, refuse, ...work }) {
    const { reader, write, store, now, services } = work;
    const gateway = services.gatewayOf(store);
    if (!gateway?.takes_cards) throw refuse('gateway_missing');
    const { customer_id, payment_method } = input;
    const problems = whyNotCard(payment_method, now);
    if (problems.length > 0) {
      const context = problems.map((one) => ({ ...one, param: `payment_method.${one.param}` }));
      throw refuse('invalid_parameters', context);
    }
    if (!(await customerExists(reader, customer_id))) throw refuse('customer_not_found');
    const saved = await withTimeout(gateway.saveCard(payment_method));
    const { refused, ...card } = saved;
    const declined = (code: string) =>
      refuse('payment_declined', [
        { param: 'payment_method', code, message: `was declined: ${declineMessage(code)}` },
      ]);
    if (refused) throw declined(refused);
    const charged = await chargePastDue(work, { customer_id, card, request_key });
    // A card that was declined wherever it was charged is not saved.
    const refusals = charged.flatMap(({ decline_code }) => decline_code ?? []);
    const [first] = refusals;
    if (first !== undefined && refusals.length === charged.length) throw declined(first);
    await write(async ({ tx, audit }) => {
      await savePaymentMethod(tx, { ...card, customer_id, updated_at: now });
      audit(givenCard(customer_id, card));
    });
    const { card_brand: brand, card_last_four: last4 } = card;
    const { exp_month = null, exp_year = null } = card;
    const shown = { brand, last4, exp_month, exp_year };
    return { object: 'payment_method' as const, customer_id, ...shown, charged };
  },
});
