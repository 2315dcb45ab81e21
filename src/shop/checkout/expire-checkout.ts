import { CheckoutSessionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import { isAtProvider } from '../money/payments/way-to-pay.ts';
import { findTransaction } from '../money/transactions/transaction.sql.ts';
import { canBeLeft } from '../money/transactions/waiting.rules.ts';
import { withStatus } from './checkout.rules.ts';
import { findCheckout, lockCheckout, saveCheckout } from './checkout.sql.ts';
import { Checkout, showCheckout } from './checkout-record.rules.ts';
import { settlePayment } from './settle-payment.ts';

export const expireCheckout = operation({
  method: 'POST',
  path: '/expire-checkout',
  summary: 'Expire a checkout session',
  description:
    'It can no longer be paid. Expiring an expired one is 200, unchanged. While the buyer is on ' +
    "the payment provider's own page, that is ended first; if they have paid by then, the session " +
    'is completed.',
  scope: 'full',
  input: Type.Object({ checkout_session_id: CheckoutSessionId }),
  output: Checkout,
  errors: ['checkout_not_found', 'checkout_completed', 'checkout_processing', 'payment_unresolved'],
  answer_example: { status: 'expired' },
  unanswered: 'payment_unresolved',
  async steps({ input, refuse, keepAnswer, ...work }) {
    const { now, services } = work;
    const { base_url } = services;
    await endProviderPage(work, input.checkout_session_id);
    return work.write(({ tx, emit, audit }) =>
      keepAnswer(tx, async () => {
        const before = await lockCheckout(tx, input.checkout_session_id);
        if (!before) throw refuse('checkout_not_found');
        if (before.status === 'expired') return showCheckout(before, { base_url, now });
        if (before.status === 'completed') throw refuse('checkout_completed');
        if (before.status === 'processing') throw refuse('checkout_processing');
        const expired = withStatus(before, 'expired', now);
        await saveCheckout(tx, expired);
        const record = showCheckout(expired, { base_url, now });
        const was = showCheckout(before, { base_url, now });
        audit({ target: before.checkout_session_id, before: was, after: record });
        emit('checkout.expired', record);
        return record;
      }),
    );
  },
});

/** Gives up a payment that waits for the buyer on the provider's page, or at their bank. */
async function endProviderPage(work: StoreWork, checkout_session_id: string): Promise<void> {
  const { reader } = work;
  const checkout = await findCheckout(reader, checkout_session_id);
  if (checkout?.status !== 'processing') return;
  const transaction = await findTransaction(reader, checkout.transaction_id ?? '');
  if (!transaction || !isAtProvider(work, transaction) || !canBeLeft(transaction, work.now)) return;
  await settlePayment(work, transaction, 'cancel');
}
