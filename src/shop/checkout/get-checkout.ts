import { CheckoutSessionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { findCheckout } from './checkout.sql.ts';
import { Checkout, showCheckout } from './checkout-record.rules.ts';

export const getCheckout = operation({
  method: 'GET',
  path: '/get-checkout',
  summary: 'Get a checkout session',
  scope: 'read',
  input: Type.Object({ checkout_session_id: CheckoutSessionId }),
  output: Checkout,
  errors: ['checkout_not_found'],
  async read({ input, reader, now, services, refuse }) {
    const checkout = await findCheckout(reader, input.checkout_session_id);
    if (!checkout) throw refuse('checkout_not_found');
    return showCheckout(checkout, {
      base_url: services.base_url,
      now,
      revealKey: services.licensing.revealKey,
    });
  },
});
