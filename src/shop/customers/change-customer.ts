import type { StoreTx } from '../../platform/operation/work.ts';
import { type CustomerInput, changedCustomer, showCustomer } from './customer.rules.ts';
import { lockCustomer } from './customer.sql.ts';
import { saveCustomer } from './save-customer.ts';

/**
 * Changes the given fields of a customer, and emits customer.updated if anything is different.
 * Returns undefined when there is no such customer.
 */
export async function changeCustomer(
  inside: StoreTx,
  customer_id: string,
  change: CustomerInput,
  by: 'seller' | 'customer' = 'seller',
): Promise<ReturnType<typeof showCustomer> | undefined> {
  const found = await lockCustomer(inside.tx, customer_id);
  if (!found) return undefined;
  const customer = changedCustomer(found.customer, change, { by, now: inside.now });
  const saved = await saveCustomer(inside, found, { ...found, customer });
  return showCustomer(saved.customer, saved.billing);
}
