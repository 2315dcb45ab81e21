import { Refusal } from '../../../platform/core/errors.ts';
import type { Reader } from '../../../platform/db/database.ts';
import type { StoreWork } from '../../../platform/operation/work.ts';
import { addCheckout } from '../add-checkout.ts';
import type { CheckoutRow } from '../checkout.rules.ts';
import { composeCheckout } from '../compose-checkout.ts';
import { whyNotOpen } from '../why-not-open.ts';
import { checkoutOf, linkStatus, type PaymentLinkRow } from './payment-link.rules.ts';
import { findLink, findSessionOf } from './payment-link.sql.ts';

type Context = Pick<StoreWork, 'store' | 'services' | 'now'>;

/**
 * The session that somebody would get who buys by a link now, unsaved; undefined if nothing can be
 * sold. Without the coupon of the link if that cannot be used any more.
 */
export async function composeFromLink(
  context: Context & { reader: Reader },
  link: PaymentLinkRow,
  link_attempt?: string,
): Promise<CheckoutRow | undefined> {
  const compose = (coupon_code: string | null) =>
    composeCheckout(
      { ...context, refuse: (code, details) => new Refusal(code, details) },
      { ...checkoutOf(link), coupon_code, link_attempt },
    );
  for (const coupon_code of new Set([link.coupon_code, null])) {
    try {
      const { checkout, seller } = await compose(coupon_code);
      const missing = await whyNotOpen(context.reader, context.store, seller);
      return missing.length === 0 ? checkout : undefined;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return undefined;
}

/**
 * Makes the session of somebody who has sent the form of a link, or finds the one that this form has
 * made before. Returns its identifier; undefined if nothing can be sold.
 */
export async function openFromLink(
  work: StoreWork,
  { payment_link_id }: PaymentLinkRow,
  link_attempt: string,
): Promise<string | undefined> {
  const { store, services, now } = work;
  return work.write(async (write) => {
    const { tx } = write;
    const made = await findSessionOf(tx, { payment_link_id, link_attempt });
    if (made !== undefined) return made;
    // Somebody may have changed or deleted it since the page was asked for.
    const link = await findLink(tx, payment_link_id);
    if (!link || linkStatus(link, now) !== 'active') return undefined;
    const context = { store, services, now, reader: tx };
    const checkout = await composeFromLink(context, link, link_attempt);
    if (checkout) await addCheckout(write, checkout);
    return checkout?.checkout_session_id;
  });
}
