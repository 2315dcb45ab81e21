import type { Reader } from '../../../platform/db/database.ts';
import type { ProductRow } from '../../catalogue/products/product.rules.ts';
import type { PaymentLinkRow } from './payment-link.rules.ts';

type OfLink = 'payment_link_id' | 'address' | 'quantity';
type OfProduct = 'name' | 'description' | 'image_url' | 'price_minor' | 'currency' | 'tax_behavior';
type OfPlan = 'billing_interval' | 'billing_interval_count' | 'trial_days';

/** A payment link that somebody can buy by now, with what it sells. */
export type OfferRow = Pick<PaymentLinkRow, OfLink> & Pick<ProductRow, OfProduct | OfPlan>;

/** So many links are looked at for a page: of those that are switched on, most can be bought. */
export const LOOKED_AT = 100;

// The newest links that are switched on are found by an index of their own. Whether they can be
// bought is looked at in these alone, so the cost is the same however many a store has had.
const LIST = `
  SELECT l.payment_link_id, l.address, l.quantity, p.name, p.description, p.image_url,
    p.price_minor, p.currency, p.tax_behavior, p.billing_interval, p.billing_interval_count,
    p.trial_days,
    CASE WHEN p.status = 'active' AND (l.expires_at IS NULL OR l.expires_at > :now)
      AND (l.max_purchases IS NULL OR l.purchases < l.max_purchases) THEN 1 ELSE 0 END AS is_open
  FROM payment_links l
  JOIN products p ON p.store_id = l.store_id AND p.product_id = l.product_id
  WHERE l.store_id = :store_id AND l.is_active = 1 AND l.deleted_at IS NULL
    AND l.payment_link_id < :before
  ORDER BY l.payment_link_id DESC LIMIT ${LOOKED_AT}`;

/** The newest links before this one, also those that nobody can buy by now. */
export const listOffers = (reader: Reader, of: { before: string; now: number }) =>
  reader.all<OfferRow & { is_open: 0 | 1 }>(LIST, of);
