import { addressOf } from '../customers/guest-address.sql.ts';
import type { Reader } from '../db/database.ts';
import { findDiscountUses, usesByAddress } from './discount.sql.ts';

/** How often a customer has used a code, together with all others who have the same address. */
export async function couponUses(
  reader: Reader,
  { customer_id, discount_id }: { customer_id: string; discount_id: string },
): Promise<number> {
  const email_folded = await addressOf(reader, customer_id);
  return email_folded === null
    ? findDiscountUses(reader, { customer_id, discount_id })
    : usesByAddress(reader, { email_folded, discount_id });
}
