import { isChanged } from '../core/changes.ts';
import type { StoreTx } from '../operation/work.ts';
import {
  bouncedAt,
  type CustomerInput,
  type CustomerRow,
  changedCustomer,
  customerText,
  showCustomer,
} from './customer.rules.ts';
import {
  type CustomerWithBilling,
  findCustomer,
  lockCustomer,
  updateCustomerRow,
} from './customer.sql.ts';

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
  return showCustomer(await changeLocked(inside, found, change, by), found.billing);
}

/** The same for a customer who is locked already. Returns the row as it is then. */
export async function changeLocked(
  { tx, store, now, emit, note }: StoreTx,
  { customer: was, billing }: CustomerWithBilling,
  change: CustomerInput,
  by: 'seller' | 'customer',
): Promise<CustomerRow> {
  const after = changedCustomer(was, change, { by, now });
  if (!isChanged(was, after)) return was;
  await updateCustomerRow(tx, after, was);
  if (after.name !== was.name || after.email !== was.email) {
    await tx.index(customerText(after, store.number), after.search_entry);
  }
  // A new address has not bounced because the old one had.
  const is_old = bouncedAt(after) !== null;
  const { customer } = (is_old && (await findCustomer(tx, was.customer_id))) || { customer: after };
  const record = showCustomer(customer, billing);
  note({ target: was.customer_id, before: showCustomer(was, billing), after: record });
  emit('customer.updated', record);
  return customer;
}
