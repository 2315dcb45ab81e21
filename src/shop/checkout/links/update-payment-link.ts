import { isChanged } from '../../../platform/core/changes.ts';
import { PaymentLinkId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { COMPOSE_ERRORS, composeCheckout } from '../compose-checkout.ts';
import {
  changedLink,
  checkoutOf,
  link_change_fields,
  PaymentLink,
  showLink,
  whyNotLink,
  whyNotTerms,
} from './payment-link.rules.ts';
import { lockLink, saveLink } from './payment-link.sql.ts';

export const updatePaymentLink = operation({
  method: 'POST',
  path: '/update-payment-link',
  summary: 'Change a payment link',
  description:
    'Fields that are not sent stay as they are; null clears one. `active: false` switches it off: ' +
    'nobody begins to pay by it any more, also with a session that it has made. Sessions that were ' +
    'made before keep their quantity, coupon and custom fields.',
  scope: 'full',
  input: Type.Object({
    payment_link_id: PaymentLinkId,
    ...link_change_fields,
  }),
  output: PaymentLink,
  errors: ['payment_link_not_found', ...COMPOSE_ERRORS],
  answer_example: { status: 'inactive' },
  example: { payment_link_id: 'link_1tq3v9w0e00h4rk6m2x8pz7ycn5', active: false },
  check: whyNotLink,
  async write({ input, refuse, ...context }) {
    const { tx, now, services, audit } = context;
    const { base_url } = services;
    const before = await lockLink(tx, input.payment_link_id);
    if (!before) throw refuse('payment_link_not_found');
    const after = changedLink(before, input, now);
    if (!isChanged(before, after)) return showLink(before, { base_url, now });
    // One that has expired may be switched off, or given another date.
    const problems = whyNotTerms(after, now).filter(
      ({ param }) => param !== 'expires_at' || after.expires_at !== before.expires_at,
    );
    if (problems.length > 0) throw refuse('invalid_parameters', problems);
    const { quantity, coupon_code } = after;
    if (quantity !== before.quantity || coupon_code !== before.coupon_code) {
      await composeCheckout(
        { ...context, reader: tx, refuse },
        { ...checkoutOf(after), coupon_code },
      );
    }
    await saveLink(tx, after);
    const record = showLink(after, { base_url, now });
    const was = showLink(before, { base_url, now });
    audit({ target: input.payment_link_id, before: was, after: record });
    return record;
  },
});
