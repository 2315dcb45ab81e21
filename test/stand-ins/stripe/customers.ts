import type Stripe from 'stripe';
import { emit } from './events.ts';
import { listOf } from './lists.ts';
import {
  changedMetadata,
  email,
  hash,
  hashOrNothing,
  list,
  metadata,
  page,
  range,
  text,
  textOrNothing,
} from './parameters.ts';
import { invalid } from './refusals.ts';
import { find, route } from './route.ts';
import { type Context, newId, nowSeconds, randomLetters } from './world.ts';

const address = hashOrNothing<Stripe.AddressParam>({
  city: textOrNothing,
  country: textOrNothing,
  line1: textOrNothing,
  line2: textOrNothing,
  postal_code: textOrNothing,
  state: textOrNothing,
});

/** What both creating and updating take here. */
const FIELDS = {
  address,
  description: textOrNothing,
  email,
  name: textOrNothing,
  phone: textOrNothing,
  preferred_locales: list(text),
  metadata,
  invoice_settings: hash<Stripe.CustomerUpdateParams.InvoiceSettings>({
    default_payment_method: text,
  }),
};

export function makeCustomer(
  context: Context,
  params: Stripe.CustomerCreateParams,
): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: nowSeconds(context.world),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomLetters(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: context.data.livemode,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  change(context, customer, params);
  context.data.customers.set(customer.id, customer);
  emit(context, 'customer.created', customer);
  return customer;
}

function change(
  { data }: Context,
  customer: Stripe.Customer,
  params: Stripe.CustomerUpdateParams,
): void {
  const { address, metadata, invoice_settings, preferred_locales } = params;
  const method = invoice_settings?.default_payment_method;
  if (method !== undefined) {
    if (data.payment_methods.get(method)?.customer !== customer.id) throw notAttached(method);
    customer.invoice_settings.default_payment_method = method;
  }
  for (const name of ['description', 'email', 'name', 'phone'] as const) {
    const value = params[name];
    if (value !== undefined) customer[name] = value === '' ? null : value;
  }
  if (preferred_locales !== undefined) customer.preferred_locales = preferred_locales;
  if (address !== undefined) customer.address = address ? wholeAddress(address) : null;
  customer.metadata = changedMetadata(customer.metadata, metadata);
}

const notAttached = (method: string) =>
  invalid(
    `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
  );

const wholeAddress = (given: Stripe.AddressParam): Stripe.Address => ({
  city: given.city || null,
  country: given.country || null,
  line1: given.line1 || null,
  line2: given.line2 || null,
  postal_code: given.postal_code || null,
  state: given.state || null,
});

export const customerRoutes = [
  route<Stripe.CustomerCreateParams>({
    call: 'POST /v1/customers',
    permission: 'rak_customer_write',
    parameters: FIELDS,
    handle: makeCustomer,
  }),
  route<Stripe.CustomerUpdateParams>({
    call: 'POST /v1/customers/:id',
    permission: 'rak_customer_write',
    parameters: FIELDS,
    handle(context, params, id) {
      const customer = find(context, 'customers', id);
      const before = structuredClone(customer);
      change(context, customer, params);
      const changed = Object.entries(before).filter(
        ([name, value]) =>
          JSON.stringify(value) !== JSON.stringify(customer[name as keyof Stripe.Customer]),
      );
      emit(context, 'customer.updated', customer, Object.fromEntries(changed));
      return customer;
    },
  }),
  route<Stripe.CustomerRetrieveParams>({
    call: 'GET /v1/customers/:id',
    permission: 'rak_customer_read',
    parameters: {},
    handle: (context, _params, id) => find(context, 'customers', id),
  }),
  route<Stripe.CustomerListParams>({
    call: 'GET /v1/customers',
    permission: 'rak_customer_read',
    parameters: { ...page, created: range, email: text },
    handle({ data }, { email, ...paging }) {
      const all = [...data.customers.values()].filter(
        (customer) => email === undefined || customer.email === email,
      );
      return listOf(all, '/v1/customers', paging);
    },
  }),
];
