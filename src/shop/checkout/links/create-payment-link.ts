import { newId, randomText } from '../../../platform/core/ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { COMPOSE_ERRORS, composeCheckout } from '../compose-checkout.ts';
import {
  checkoutOf,
  link_fields,
  newLink,
  PaymentLink,
  SLUG_TAKEN,
  showLink,
  whyNotLink,
  whyNotTerms,
} from './payment-link.rules.ts';
import { insertLink, isSlugTaken } from './payment-link.sql.ts';
import { addressFor, placeLink } from './place-link.ts';

export const createPaymentLink = operation({
  method: 'POST',
  path: '/create-payment-link',
  summary: 'Create a payment link',
  description:
    'An address at which anybody can buy a product, without a server of yours: put `url` on a page ' +
    'or in a mail. Opening it stores nothing; a checkout session is made when the buyer sends the ' +
    'form. The price is that of the product at that time.',
  scope: 'full',
  input: Type.Object(link_fields),
  output: PaymentLink,
  errors: ['slug_taken', ...COMPOSE_ERRORS],
  example: { product_id: 'prod_1tq3v9w0e00h4rk6m2x8pz7ycn5', slug: 'editor-launch' },
  check: whyNotLink,
  async write({ input, refuse, ...context }) {
    const { tx, now, store, audit } = context;
    const made = { payment_link_id: newId('link', now), slug: randomText(10), now };
    const link = newLink(input, made);
    const problems = whyNotTerms(link, now);
    if (problems.length > 0) throw refuse('invalid_parameters', problems);
    if (await isSlugTaken(tx, link.slug)) throw refuse('slug_taken', [SLUG_TAKEN]);
    const { coupon_code } = link;
    // Refused if a session could not be made of it now.
    await composeCheckout({ ...context, reader: tx, refuse }, { ...checkoutOf(link), coupon_code });
    const placed = { ...link, address: await addressFor(tx, { slug: link.slug, store }) };
    await insertLink(tx, placed);
    await placeLink(tx, placed, { store, now });
    const record = showLink(placed, context);
    audit({ target: link.payment_link_id, after: record });
    return record;
  },
});
