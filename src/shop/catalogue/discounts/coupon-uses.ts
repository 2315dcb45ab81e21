import type { Reader } from '../../../platform/db/database.ts';
import { addressOf } from '../../customers/guest-address.sql.ts';
import { findDiscountUses, usesByAddress } from './discount.sql.ts';

/**
 * How often a customer has used a code, together with all others who have the same address. What was
 * typed counts as the address of one of whom none is known: it becomes theirs once it is paid.
 */
export async function couponUses(
  reader: Reader,
  {
    customer_id,
    discount_id,
    typed_folded = null,
  }: { customer_id: string; discount_id: string; typed_folded?: string | null | undefined },
): Promise<number> {
  const known = await addressOf(reader, customer_id);
  const email_folded = known ?? typed_folded;
  const by_address =
    email_folded === null ? 0 : await usesByAddress(reader, { email_folded, discount_id });
  const own = known === null ? await findDiscountUses(reader, { customer_id, discount_id }) : 0;
  return by_address + own;
}
