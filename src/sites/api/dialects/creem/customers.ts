import { Refusal, refuseParameter } from '../../../../platform/core/errors.ts';
import { OptionalOrNull } from '../../../../platform/core/fields.ts';
import { Type } from '../../../../platform/core/schema.ts';
import type { Ask } from '../../../../platform/operation/ask.ts';
import { createCustomer } from '../../../../shop/customers/create-customer.ts';
import { createCustomerBilling } from '../../../../shop/customers/create-customer-billing.ts';
import { getCustomer } from '../../../../shop/customers/get-customer.ts';
import { listCustomers } from '../../../../shop/customers/list-customers.ts';
import { updateCustomer } from '../../../../shop/customers/update-customer.ts';
import { listLicenses } from '../../../../shop/licenses/list-licenses.ts';
import { getTransactions } from '../../../../shop/money/transactions/get-transactions.ts';
import { listSubscriptions } from '../../../../shop/subscriptions/list-subscriptions.ts';
import {
  customerEntity,
  licenseEntity,
  orderEntity,
  subscriptionEntity,
} from './entities.rules.ts';
import { pageOf, pageParameters } from './paging.ts';
import { metadataOf } from './parameters.rules.ts';
import { type CreemRequest, type Routes, route } from './route.ts';

const AnyMetadata = Type.Optional(Type.Record(Type.String(), Type.Unknown()));
const names = { customer_id: 'external_id' };

export const customerRoutes: Routes = {
  'POST /customers': route({
    names,
    input: Type.Object({
      email: Type.String({ minLength: 1 }),
      name: Type.String(),
      metadata: AnyMetadata,
      external_id: Type.Optional(Type.String()),
    }),
    // A second one with the same address would be the same customer: a retry makes no other.
    async serve({ email, name, metadata, external_id }, { ask, mode, idempotency_key }) {
      // Whoever has typed the address of somebody else would get what they buy.
      const known = await findFirst(ask, email);
      if (known && (external_id ?? known.customer_id) === known.customer_id) {
        return customerEntity(known, mode);
      }
      const made = await ask(
        createCustomer,
        {
          ...{ email, name },
          customer_id: external_id,
          ...(metadata && { metadata: metadataOf(metadata) }),
        },
        idempotency_key,
      );
      return customerEntity(made, mode);
    },
  }),

  'GET /customers': route({
    input: Type.Object({
      customer_id: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
    }),
    async serve({ customer_id, email }, { ask, mode }) {
      if (customer_id === undefined && email === undefined) {
        throw refuseParameter('customer_id', 'or email is missing');
      }
      const first = customer_id === undefined && email ? await findFirst(ask, email) : undefined;
      const by = customer_id === undefined ? { email: email ?? '' } : { customer_id };
      return customerEntity(first ?? (await ask(getCustomer, by)), mode);
    },
  }),

  'GET /customers/list': route({
    input: Type.Object(pageParameters(50)),
    serve: (paging, { ask, mode }) =>
      pageOf({ ask }, paging, {
        list: 'customers',
        read: (page) => ask(listCustomers, page),
        show: (customer) => customerEntity(customer, mode),
      }),
  }),

  'PATCH /customers': route({
    input: Type.Object({
      customer_id: Type.String(),
      name: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
      metadata: AnyMetadata,
      external_id: OptionalOrNull(Type.String()),
    }),
    async serve({ metadata, external_id, ...change }, { ask, mode, idempotency_key }) {
      const { customer_id } = change;
      if ((external_id ?? customer_id) !== customer_id) {
        await ask(getCustomer, { customer_id });
        throw refuseParameter(
          'external_id',
          'cannot be changed: it is the identifier of the customer',
        );
      }
      const changes = { ...change, ...(metadata && { metadata: metadataOf(metadata) }) };
      const changed = await ask(updateCustomer, changes, idempotency_key);
      return customerEntity(changed, mode);
    },
  }),

  'POST /customers/billing': route({
    input: Type.Object({ customer_id: Type.String() }),
    async serve({ customer_id }, { ask, idempotency_key }) {
      await ask(getCustomer, { customer_id }); // Or it would be made.
      const { portal_url } = await ask(createCustomerBilling, { customer_id }, idempotency_key);
      return { customer_portal_link: portal_url };
    },
  }),

  'GET /customers/{id}/subscriptions': route({
    input: Type.Object(pageParameters(10)),
    serve: async (paging, request) =>
      ofCustomer(request, (filter) =>
        pageOf(request, paging, {
          ...{ list: 'subscriptions', filter },
          read: (page) => request.ask(listSubscriptions, { ...filter, ...page }),
          show: (row) =>
            subscriptionEntity(
              row,
              { product: row.plan_id, customer: row.customer_id },
              request.mode,
            ),
        }),
      ),
  }),

  'GET /customers/{id}/licenses': route({
    input: Type.Object(pageParameters(10)),
    serve: async (paging, call) =>
      ofCustomer(call, (filter) =>
        pageOf(call, paging, {
          ...{ list: 'licenses', filter },
          read: (page) => call.ask(listLicenses, { ...filter, ...page }),
          show: (license) => licenseEntity(license, call.mode),
        }),
      ),
  }),

  'GET /customers/{id}/orders': route({
    input: Type.Object(pageParameters(10)),
    serve: async (paging, request) =>
      ofCustomer(request, (filter) =>
        pageOf(request, paging, {
          ...{ list: 'payments', filter },
          read: (page) => request.ask(getTransactions, { ...filter, ...page, refunds: false }),
          show: (payment) => ({
            ...orderEntity(payment, request.mode),
            // Of an order Creem knows only whether it is paid.
            ...(isUnpaid(payment) && { status: 'pending', amount_paid: 0 }),
          }),
        }),
      ),
  }),
};

/** The customer to whom the purchases of guests with this address go. */
const findFirst = (ask: Ask, email: string) =>
  ask(getCustomer, { email, first: true }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'customer_not_found') return undefined;
    throw error;
  });

const isUnpaid = ({ status }: { status: string }): boolean =>
  status === 'pending' || status === 'declined' || status === 'failed';

/** What belongs to a customer; 404 if there is none. */
async function ofCustomer<T>(
  { ask, id }: CreemRequest,
  list: (filter: { customer_id: string }) => Promise<T>,
): Promise<T> {
  const { customer_id } = await ask(getCustomer, { customer_id: id });
  return list({ customer_id });
}
