import { CustomerId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { changeCustomer } from './change-customer.ts';
import { Customer } from './customer.rules.ts';
import { customer_fields } from './customer-fields.rules.ts';

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
  async write({ input, refuse, ...context }) {
    const record = await changeCustomer(context, input.customer_id, input);
    if (!record) throw refuse('customer_not_found');
    return record;
  },
});
