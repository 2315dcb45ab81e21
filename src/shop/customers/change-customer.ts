import type { StoreTx } from '../../platform/operation/work.ts';
import { type CustomerInput, changedCustomer, showCustomer } from './customer.rules.ts';
import { lockCustomer } from './customer.sql.ts';
import { saveCustomer } from './save-customer.ts';

/**
 * Changes the given fields of a customer, and emits customer.updated if anything is different.
 * Returns undefined when there is no such customer.
 */
export async function changeCustomer(
  context: StoreTx,
  customer_id: string,
  change: CustomerInput,
  by: 'seller' | 'customer' = 'seller',
): Promise<ReturnType<typeof showCustomer> | undefined> {
  const found = await lockCustomer(context.tx, customer_id);
  if (!found) return undefined;
  const customer = changedCustomer(found.customer, change, { by, now: context.now });
  const saved = await saveCustomer(context, found, { ...found, customer });
  return showCustomer(saved.customer, saved.billing);
}
