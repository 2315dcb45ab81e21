import { isChanged } from '../core/changes.ts';
import { newId } from '../core/ids.ts';
import type { StoreTx } from '../operation/work.ts';
import { addCustomer } from './add-customer.ts';
import {
  type BillingInput,
  type BillingRow,
  newBilling,
  newCustomer,
  showCustomer,
} from './customer.rules.ts';
import { findCustomer, lockCustomer, saveBilling, updateCustomerRow } from './customer.sql.ts';

/**
 * Replaces the billing details of a customer and emits customer.updated. Creates the customer if it
 * is new. Saving the same details again changes nothing. Without any details the old ones stay:
 * a request that only wants a portal link must not erase them.
 */
export async function saveBillingDetails(
  inside: StoreTx,
  input: BillingInput,
): Promise<BillingRow> {
  const { tx, now, emit } = inside;
  const { customer_id } = input;
  const found = await lockCustomer(tx, customer_id);
  if (found?.billing && hasNoDetails(input)) return found.billing;
  const fixed = { billing_id: newId('bill', now), country: found?.customer.country ?? null, now };
  const billing = newBilling(input, found?.billing, fixed);
  if (found?.billing && !isChanged(found.billing, billing)) return found.billing;
  const fresh = { email: input.email, name: input.name, country: input.address?.country };
  const customer = found
    ? { ...found.customer, updated_at: now }
    : await addCustomer(inside, newCustomer(fresh, { customer_id, now }));
  if (found) await updateCustomerRow(tx, customer);
  await saveBilling(tx, billing);
  // A new address has not bounced because the old one had.
  const is_old = customer.email_bounced_at !== null;
  const shown = (is_old && (await findCustomer(tx, customer_id))?.customer) || customer;
  emit('customer.updated', showCustomer(shown, billing));
  return billing;
}

const hasNoDetails = ({ email, name, company, phone, tax_id, address }: BillingInput): boolean =>
  [email, name, company, phone, tax_id, address].every((detail) => (detail ?? null) === null);
