import assert from 'node:assert/strict';
import { changeLocked } from '../customers/change-customer.ts';
import { lockCustomer } from '../customers/customer.sql.ts';
import { saveBillingOf } from '../customers/save-billing.ts';
import type { StoreTx } from '../operation/work.ts';
import { billingOf, parseBuyer } from './buyer.rules.ts';
import type { CheckoutRow } from './checkout.rules.ts';

/**
 * Saves what the buyer said about themselves as the customer's details, if it is different: later
 * payments are taxed by it.
 */
export async function saveBuyer(
  inside: StoreTx,
  checkout: CheckoutRow,
  customer_id: string,
): Promise<void> {
  const buyer = parseBuyer(checkout);
  if (!buyer) return;
  // Locked: what the seller changes at this moment is not to be overwritten.
  const found = await lockCustomer(inside.tx, customer_id);
  assert(found, 'who pays is a customer');
  const { email, name, country, language } = found.customer;
  const known: Record<string, string | null> = { email, name, country, language };
  const { email: new_email, name: new_name, country: new_country } = buyer;
  // The language that is known stays: the seller may have set it. So does the address, because
  // links to the portal are sent there: whoever pays may be somebody else.
  const said = Object.entries({
    ...{ email: email ?? new_email, name: new_name, country: new_country },
    language: language ?? buyer.language,
  });
  const change = Object.fromEntries(said.filter(([, value]) => value !== undefined));
  const is_new = Object.entries(change).some(([field, value]) => known[field] !== value);
  const customer = is_new ? await changeLocked(inside, found, change, 'customer') : found.customer;
  const billing = billingOf(buyer, found.billing);
  const answer = buyer.tax_number?.answer ?? null;
  if (!billing) return;
  await saveBillingOf(inside, { ...found, customer }, { customer_id, ...billing }, answer);
}
