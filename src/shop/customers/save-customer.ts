import { isChanged } from '../../platform/core/changes.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import { bouncedAt, customerText, showCustomer } from './customer.rules.ts';
import {
  type CustomerWithBilling,
  findCustomer,
  saveBilling,
  updateCustomerRow,
} from './customer.sql.ts';

/**
 * Writes what is different of a customer who is locked and of their billing details, and emits one
 * customer.updated for it. Returns both as they are then.
 */
export async function saveCustomer(
  { tx, store, now, emit, audit }: StoreTx,
  found: CustomerWithBilling,
  after: CustomerWithBilling,
): Promise<CustomerWithBilling> {
  const was = found.customer;
  const is_same = found.billing && after.billing && !isChanged(found.billing, after.billing);
  const billing = is_same ? undefined : after.billing;
  if (!billing && !isChanged(was, after.customer)) return found;
  const customer = { ...after.customer, updated_at: now };
  await updateCustomerRow(tx, customer, was);
  if (customer.name !== was.name || customer.email !== was.email) {
    await tx.index(customerText(customer, store.number), customer.search_entry);
  }
  if (billing) await saveBilling(tx, billing);
  // A new address has not bounced because the old one had.
  const is_old = bouncedAt(customer) !== null;
  const known = { customer, billing: billing ?? found.billing };
  const saved = (is_old && (await findCustomer(tx, was.customer_id))) || known;
  const record = showCustomer(saved.customer, saved.billing);
  audit({ target: was.customer_id, before: showCustomer(was, found.billing), after: record });
  emit('customer.updated', record);
  return saved;
}
