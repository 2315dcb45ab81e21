import Type from 'typebox';
import { Id } from '../core/fields.ts';
import { operation } from '../operation/operation.ts';
import { withStatus } from './checkout.rules.ts';
import { lockCheckout, saveCheckout } from './checkout.sql.ts';
import { Checkout, showCheckout } from './checkout-record.rules.ts';

export const expireCheckout = operation({
  method: 'POST',
  path: '/expire-checkout',
  summary: 'Expire a checkout session',
  description: 'It can no longer be paid. Expiring an expired one is 200, unchanged.',
  scope: 'full',
  input: Type.Object({ checkout_session_id: Id('cs_1tq3v9w0e00h4rk6m2x8pz7ycn5') }),
  output: Checkout,
  errors: ['checkout_not_found', 'checkout_completed', 'checkout_processing'],
  async write({ input, tx, now, emit, refuse, services: { base_url } }) {
    const before = await lockCheckout(tx, input.checkout_session_id);
    if (!before) throw refuse('checkout_not_found');
    if (before.status === 'expired') return showCheckout(before, { base_url, now });
    if (before.status === 'completed') throw refuse('checkout_completed');
    if (before.status === 'processing') throw refuse('checkout_processing');
    const expired = withStatus(before, 'expired', now);
    await saveCheckout(tx, expired);
    const record = showCheckout(expired, { base_url, now });
    emit('checkout.expired', record);
    return record;
  },
});
