import { Refusal } from '../../../core/errors.ts';
import { getCustomer } from '../../../customers/get-customer.ts';
import type { Visit } from '../visit.ts';
import type { ShownCustomer } from './customer-view.ts';

/** A customer's identifier may have any signs: in an address they are encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal('customer_not_found'); // Nobody's identifier is written like this.
  }
}

const customerAddress = ({ address }: Visit, customer_id: string): string =>
  `${address}/customers/${encodeURIComponent(customer_id)}`;

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
