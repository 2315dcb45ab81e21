import Type from 'typebox';
import { CustomerId } from '../core/fields.ts';
import { operation } from '../http/operation.ts';
import {
  Customer,
  changedCustomer,
  customer_fields,
  customerText,
  showCustomer,
} from './customer.rules.ts';
import { lockCustomer, updateCustomerRow } from './customer.sql.ts';

export const updateCustomer = operation({
  method: 'POST',
  path: '/update-customer',
  summary: 'Change a customer',
  description:
    'Fields that are not sent stay as they are, null clears one; `metadata` is replaced whole.',
  scope: 'full',
  input: Type.Object({ customer_id: CustomerId, ...customer_fields }),
  output: Customer,
  errors: ['customer_not_found'],
  example: { customer_id: 'user_42', country: 'DE' },
  async handle({ input, tx, now, store, emit, refuse }) {
    const found = await lockCustomer(tx, input.customer_id);
    if (!found) throw refuse('customer_not_found');
    const after = changedCustomer(found.customer, input, now);
    await updateCustomerRow(tx, after);
    await tx.index(customerText(after, store.number), after.search_entry);
    const record = showCustomer(after, found.billing);
    emit('customer.updated', record);
    return record;
  },
});
