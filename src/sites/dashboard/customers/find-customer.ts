import { Refusal } from '../../../platform/core/errors.ts';
import { getCustomer } from '../../../shop/customers/get-customer.ts';
import { customerAddress } from '../record-link.ts';
import type { Visit } from '../visit.ts';
import type { ShownCustomer } from './customer-view.ts';

/** A customer's identifier may have any signs: `customerAddress` says how they are written. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replace(/^(\.\.?) $/, '$1');
  } catch {
    throw new Refusal('customer_not_found'); // Nobody's identifier is written like this.
  }
}

export const customerName = ({ name, email, customer_id }: ShownCustomer): string =>
  name || email || customer_id;

/** The customer whose page is asked for. */
export async function findCustomer(visit: Visit, parts: { customer_id: string }) {
  const customer_id = decoded(parts.customer_id);
  const record = await visit.ask(getCustomer, { customer_id });
  return {
    record,
    section: 'customers' as const,
    address: customerAddress(visit, customer_id),
    name: customerName(record),
  };
}
