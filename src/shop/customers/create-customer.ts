import { NewCustomerId } from '../../platform/core/fields.ts';
import { newId } from '../../platform/core/ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { addCustomer } from './add-customer.ts';
import { Customer, newCustomer, showCustomer } from './customer.rules.ts';
import { findCustomer } from './customer.sql.ts';
import { customer_fields } from './customer-fields.rules.ts';

export const createCustomer = operation({
  method: 'POST',
  path: '/create-customer',
  summary: 'Create a customer',
  description:
    'Under your own identifier, or under a generated one when `customer_id` is left out.',
  scope: 'full',
  input: Type.Object({ customer_id: Type.Optional(NewCustomerId), ...customer_fields }),
  output: Customer,
  errors: ['customer_exists'],
  example: { customer_id: 'user_43', email: 'grace@example.com', name: 'Grace Hopper' },
  async write({ input, refuse, ...context }) {
    const { tx, now } = context;
    const customer_id = input.customer_id ?? newId('cus', now);
    if (await findCustomer(tx, customer_id)) throw refuse('customer_exists');
    const created = newCustomer(input, { customer_id, now });
    const customer = await addCustomer(context, created);
    return showCustomer(customer, undefined);
  },
});
