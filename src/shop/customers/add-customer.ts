import type { StoreTx } from '../../platform/operation/work.ts';
import {
  type CustomerRow,
  customerText,
  type newCustomer,
  showCustomer,
} from './customer.rules.ts';
import { insertCustomer } from './customer.sql.ts';

/** Stores a new customer and emits customer.created. The identifier must be free. */
export async function addCustomer(
  { tx, store, emit }: StoreTx,
  created: ReturnType<typeof newCustomer>,
): Promise<CustomerRow> {
  const search_entry = await tx.index(customerText(created, store.number));
  const customer = { ...created, search_entry };
  await insertCustomer(tx, customer);
  emit('customer.created', showCustomer(customer, undefined));
  return customer;
}
