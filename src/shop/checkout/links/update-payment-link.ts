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
  SLUG_TAKEN,
  showLink,
  whyNotLink,
  whyNotTerms,
} from './payment-link.rules.ts';
import { isSlugTaken, lockLink, saveLink } from './payment-link.sql.ts';
import { addressFor, placeLink } from './place-link.ts';

export const updatePaymentLink = operation({
  method: 'POST',
  path: '/update-payment-link',
  summary: 'Change a payment link',
  description:
    'Fields that are not sent stay as they are; null clears one. `active: false` switches it off: ' +
    'nobody begins to pay by it any more, also with a session that it has made. Sessions that were ' +
    'made before keep their quantity, coupon and custom fields. With another `slug` the link moves, ' +
    'and its old address leads to the new one.',
  scope: 'full',
  input: Type.Object({
    payment_link_id: PaymentLinkId,
    ...link_change_fields,
  }),
  output: PaymentLink,
  errors: ['payment_link_not_found', 'slug_taken', ...COMPOSE_ERRORS],
  answer_example: { status: 'inactive' },
  example: { payment_link_id: 'link_1tq3v9w0e00h4rk6m2x8pz7ycn5', active: false },
  check: whyNotLink,
  async write({ input, refuse, ...context }) {
    const { tx, now, store, audit } = context;
    const before = await lockLink(tx, input.payment_link_id);
    if (!before || before.deleted_at !== null) throw refuse('payment_link_not_found');
    const after = changedLink(before, input, now);
    if (!isChanged(before, after)) return showLink(before, context);
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
    const { slug } = after;
    const moves = slug !== before.slug;
    if (moves && (await isSlugTaken(tx, slug))) throw refuse('slug_taken', [SLUG_TAKEN]);
    const address = moves ? await addressFor(tx, { slug, store }) : before.address;
    const placed = { ...after, address };
    await saveLink(tx, placed);
    if (moves) await placeLink(tx, placed, { before, store, now });
    const record = showLink(placed, context);
    audit({ target: input.payment_link_id, before: showLink(before, context), after: record });
    return record;
  },
});
