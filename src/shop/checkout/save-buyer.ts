import assert from 'node:assert/strict';
import type { StoreTx } from '../../platform/operation/work.ts';
import { changedCustomer } from '../customers/customer.rules.ts';
import { lockCustomer } from '../customers/customer.sql.ts';
import { billingAfter } from '../customers/save-billing.ts';
import { saveCustomer } from '../customers/save-customer.ts';
import { billingOf, parseBuyer } from './buyer.rules.ts';
import type { CheckoutRow } from './checkout.rules.ts';

/**
 * Saves what the buyer said about themselves as the customer's details, if it is different: later
 * payments are taxed by it.
 */
export async function saveBuyer(
  context: StoreTx,
  checkout: CheckoutRow,
  customer_id: string,
): Promise<void> {
  const buyer = parseBuyer(checkout);
  if (!buyer) return;
  // Locked: what the seller changes at this moment is not to be overwritten.
  const found = await lockCustomer(context.tx, customer_id);
  assert(found, 'who pays is a customer');
  const { email, language } = found.customer;
  const { email: new_email, name, country } = buyer;
  // The language that is known stays: the seller may have set it. So does the address, because
  // links to the portal are sent there: whoever pays may be somebody else.
  const change = { email: email ?? new_email, name, country, language: language ?? buyer.language };
  const customer = changedCustomer(found.customer, change, { by: 'customer', now: context.now });
  const details = billingOf(buyer, found.billing);
  const answer = buyer.tax_number?.answer ?? null;
  const after = { ...found, customer };
  const billing = details
    ? await billingAfter(context, after, { customer_id, ...details }, answer)
    : found.billing;
  await saveCustomer(context, found, { customer, billing });
}
