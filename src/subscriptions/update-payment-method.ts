import Type from 'typebox';
import { CustomerId, Nullable } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import { customerExists } from '../customers/customer.sql.ts';
import { operation } from '../operation/operation.ts';
import { CardInput, declineMessage, PaymentMethod, whyNotCard } from '../payments/card.rules.ts';
import { withTimeout } from '../payments/gateway.ts';
import { savePaymentMethod } from '../payments/payment-method.sql.ts';
import { openTransaction } from '../transactions/open-transaction.ts';
import { findTransactionByRequest } from '../transactions/transaction.sql.ts';
import { chargeableIn } from './chargeable-in.ts';
import { chargeOf, nextPeriod } from './renewal.rules.ts';
import { recordZeroCharge, settleCharge } from './settle-charge.ts';
import { listPastDue } from './subscription.sql.ts';
import { withIdleSubscription } from './with-idle-subscription.ts';

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
    charged: Type.Array(
      Type.Object({
        subscription_id: Type.String({ examples: ['sub_1tq3v9w0e00h4rk6m2x8pz7ycn5'] }),
        transaction_id: Type.String({ examples: ['txn_1tq3v9w0e00h4rk6m2x8pz7ycn5'] }),
        decline_code: Nullable(Type.String({ examples: ['insufficient_funds'] })),
      }),
      { description: 'Past-due subscriptions; `decline_code` null: paid' },
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
      const inside = problems.map((one) => ({ ...one, param: `payment_method.${one.param}` }));
      throw refuse('invalid_parameters', inside);
    }
    if (!(await customerExists(reader, customer_id))) throw refuse('customer_not_found');
    const saved = await withTimeout(gateway.saveCard(payment_method, store.store_id));
    const { refused, ...card } = saved;
    const declined = (code: string) =>
      refuse('payment_declined', [
        { param: 'payment_method', code, message: `was declined: ${declineMessage(code)}` },
      ]);
    if (refused) throw declined(refused);
    const charged: {
      subscription_id: string;
      transaction_id: string;
      decline_code: string | null;
    }[] = [];
    for (const { subscription_id } of await listPastDue(reader, customer_id)) {
      const key = request_key === null ? null : `${request_key} ${subscription_id}`;
      const pending = await withIdleSubscription(work, subscription_id, async (found) => {
        const { tx, before, now } = found;
        const earlier = key === null ? undefined : await findTransactionByRequest(tx, key);
        if (earlier || before.status !== 'past_due') return earlier;
        const { effect, bill } = nextPeriod(before, chargeableIn(work, before));
        const transaction_id = newId('txn', now);
        const type = 'renewal' as const;
        const charge = { transaction_id, type, bill, effect, request_key: key, now };
        // If it is declined, a charge that the customer asked for does not count as a retry.
        const asked = { ...chargeOf(before, charge), ...card, buyer_present: 1 };
        if (bill.total_minor === 0) {
          return (await recordZeroCharge(found, before, asked)).transaction;
        }
        await openTransaction(tx, asked);
        return asked;
      });
      if (!pending) continue;
      const { transaction } = await settleCharge(work, pending);
      const { transaction_id, decline_code } = transaction;
      charged.push({ subscription_id, transaction_id, decline_code });
    }
    // A card that paid at least one charge is saved.
    const refusals = charged.flatMap(({ decline_code }) => decline_code ?? []);
    const [first] = refusals;
    if (first !== undefined && refusals.length === charged.length) throw declined(first);
    await write(async ({ tx }) => savePaymentMethod(tx, { ...card, customer_id, updated_at: now }));
    const { card_brand: brand, card_last_four: last4 } = card;
    return { object: 'payment_method' as const, customer_id, brand, last4, charged };
  },
});
