import { Default, Id } from '../../platform/core/fields.ts';
import { CustomerId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { Customer, foldEmail, showCustomer } from './customer.rules.ts';
import { findCustomer, findCustomerByEmail } from './customer.sql.ts';

export const getCustomer = operation({
  method: 'GET',
  path: '/get-customer',
  summary: 'Get a customer with billing details',
  description:
    'By `customer_id`, or by `email`: then the newest customer with that address. Those who have ' +
    'typed it themselves, at the checkout or in the portal, come after all others: it may not be theirs.',
  scope: 'read',
  input: Type.Object({
    customer_id: Type.Optional(CustomerId),
    email: Type.Optional(
      Id('ada@example.com', 'Instead of `customer_id`: the newest customer with this address'),
    ),
    first: Default(
      false,
      Type.Boolean({
        description:
          'With `email`: the customer to whom the purchases of guests with this address go: the ' +
          'oldest one who has not typed it themselves',
      }),
    ),
  }),
  any_of: ['customer_id', 'email'],
  output: Customer,
  errors: ['customer_not_found'],
  example: { customer_id: 'user_42' },
  async read({ input, reader, refuse }) {
    const { customer_id, email, first } = input;
    const email_folded = email === undefined ? undefined : foldEmail(email);
    const found =
      customer_id !== undefined
        ? await findCustomer(reader, customer_id)
        : email_folded !== undefined
          ? await findCustomerByEmail(reader, { email_folded, first })
          : undefined;
    if (!found || (email_folded !== undefined && found.customer.email_folded !== email_folded)) {
      throw refuse('customer_not_found');
    }
    return showCustomer(found.customer, found.billing);
  },
});
