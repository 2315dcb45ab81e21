import { changeCustomer } from '../customers/change-customer.ts';
import { findCustomer } from '../customers/customer.sql.ts';
import type { StoreTx } from '../operation/work.ts';
import { type CheckoutRow, parseBuyer } from './checkout.rules.ts';

/** Saves what the buyer typed on the payment page as the customer's details, if it is different. */
export async function saveBuyer(inside: StoreTx, checkout: CheckoutRow): Promise<void> {
  const buyer = parseBuyer(checkout);
  if (!buyer) return;
  const { customer_id } = checkout;
  const { customer } = (await findCustomer(inside.tx, customer_id)) ?? {};
  const { email = null, name = null, country = null } = customer ?? {};
  const known: Record<string, string | null> = { email, name, country };
  const is_new = Object.entries(buyer).some(([field, value]) => known[field] !== value);
  if (is_new) await changeCustomer(inside, customer_id, buyer);
}
