import { isChanged } from '../core/changes.ts';
import type { StoreTx } from '../operation/work.ts';
import {
  type CustomerInput,
  changedCustomer,
  customerText,
  showCustomer,
} from './customer.rules.ts';
import { findCustomer, lockCustomer, updateCustomerRow } from './customer.sql.ts';

/**
 * Changes the given fields of a customer, and emits customer.updated if anything is different.
 * Returns undefined when there is no such customer.
 */
export async function changeCustomer(
  { tx, store, now, emit, note }: StoreTx,
  customer_id: string,
  change: CustomerInput,
  by: 'seller' | 'customer' = 'seller',
): Promise<ReturnType<typeof showCustomer> | undefined> {
  const found = await lockCustomer(tx, customer_id);
  if (!found) return undefined;
  const after = changedCustomer(found.customer, change, { by, now });
  if (!isChanged(found.customer, after)) return showCustomer(found.customer, found.billing);
  await updateCustomerRow(tx, after);
  await tx.index(customerText(after, store.number), after.search_entry);
  // A new address has not bounced because the old one had.
  const is_old = after.email_bounced_at !== null;
  const { customer } = (is_old && (await findCustomer(tx, customer_id))) || { customer: after };
  const record = showCustomer(customer, found.billing);
  const before = showCustomer(found.customer, found.billing);
  note({ target: customer_id, before, after: record });
  emit('customer.updated', record);
  return record;
}
