// Cards and bank accounts: made on the payment page or from Stripe's ready ones, attached to
// customers, used up when nobody owns them.

import type Stripe from 'stripe';
import {
  cardDetails,
  type Decline,
  debitOf,
  fingerprint,
  habitOf,
  numberOfReady,
  type TestMethod,
} from './cards.ts';
import { emit } from './events.ts';
import type { Billing, Given } from './given.ts';
import { listOf } from './lists.ts';
import { page, required, text } from './parameters.ts';
import { invalid, missing, Refusal } from './refusals.ts';
import { find, route } from './route.ts';
import { type Context, idOf, must, newId, nowSeconds } from './world.ts';

/** From what was typed into the payment page; undefined for what is no card or account. */
export function makeMethod(
  context: Context,
  given: Given,
  billing: Billing = {},
): Stripe.PaymentMethod | undefined {
  const number = numberIn(given).replace(/[\s-]/g, '');
  const { kind } = given;
  const habit = kind === 'card' || kind === 'ideal' ? habitOf(number) : undefined;
  const debit = debitIn(given, number);
  if (habit === undefined && debit === undefined) return undefined;
  const behind: TestMethod = {
    number,
    habit: habit ?? null,
    debit: debit === undefined ? null : { ends: debit },
    is_set_up: false,
    is_spent: false,
    exp: given.kind === 'card' ? given.exp : { month: 12, year: 2099 },
  };
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: {
        city: null,
        country: billing.country ?? null,
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
      },
      email: billing.email ?? null,
      name: billing.name ?? null,
      phone: null,
      tax_id: null,
    },
    ...(given.kind === 'card' && { card: cardDetails(behind) }),
    ...(given.kind === 'sepa_debit' && { sepa_debit: accountDetails(number) }),
    ...(kind === 'us_bank_account' && { us_bank_account: usAccount(number) }),
    ...(given.kind === 'ideal' && { ideal: { bank: null, bic: null } }),
    created: nowSeconds(context.world),
    customer: null,
    customer_account: null,
    livemode: context.data.livemode,
    metadata: {},
    type: given.kind,
  };
  context.data.payment_methods.set(method.id, method);
  context.data.methods.set(method.id, behind);
  return method;
}

/** What the bank of iDEAL knows is nothing that behaves: as a card that pays. */
const numberIn = (given: Given): string => {
  if (given.kind === 'ideal') return '4242424242424242';
  if (given.kind === 'us_bank_account') return given.account;
  return given.kind === 'card' ? given.number : given.iban;
};

const debitIn = (given: Given, number: string) =>
  given.kind === 'us_bank_account'
    ? 'succeeded'
    : given.kind === 'sepa_debit'
      ? debitOf(number)
      : undefined;

const usAccount = (account: string): Stripe.PaymentMethod.UsBankAccount => ({
  account_holder_type: 'individual',
  account_type: 'checking',
  bank_name: 'STRIPE TEST BANK',
  financial_connections_account: null,
  fingerprint: fingerprint(account),
  last4: account.slice(-4),
  networks: { preferred: 'ach', supported: ['ach'] },
  routing_number: '110000000',
  status_details: {},
});

const accountDetails = (iban: string): Stripe.PaymentMethod.SepaDebit => ({
  bank_code: iban.slice(4, 12),
  branch_code: '',
  country: iban.slice(0, 2),
  fingerprint: fingerprint(iban),
  generated_from: { charge: null, setup_attempt: null },
  last4: iban.slice(-4),
});

/** A kept method, or a new one from Stripe's ready test cards, in test mode alone. */
export function takeMethod(context: Context, id: string, param: string): Stripe.PaymentMethod {
  const number = context.data.livemode ? undefined : numberOfReady(id);
  if (number === undefined) return find(context, 'payment_methods', id, param);
  const exp = { month: 12, year: 2034 };
  return must(makeMethod(context, { kind: 'card', number, exp }), `card ${id}`);
}

export const behind = ({ data }: Context, method: Stripe.PaymentMethod): TestMethod =>
  must(data.methods.get(method.id), `what is behind ${method.id}`);

/** Refuses a method that this payment may not use. */
export function checkUsable(
  context: Context,
  method: Stripe.PaymentMethod,
  customer: string | null,
): void {
  if (behind(context, method).is_spent) {
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    );
  }
  const owner = idOf(method.customer);
  if (owner === null || owner === customer) return;
  if (customer === null) {
    throw invalid(
      `The PaymentMethod provided (${method.id}) belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
      { param: 'payment_method' },
    );
  }
  throw invalid(
    `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'payment_method' },
  );
}

export function attach(context: Context, method: Stripe.PaymentMethod, customer: string): void {
  if (idOf(method.customer) === customer) return;
  method.customer = customer;
  emit(context, 'payment_method.attached', method);
}

export const cardError = (decline: Decline, more: object = {}): Refusal =>
  new Refusal(402, { type: 'card_error', ...decline, ...more });

const listOfCustomer = (
  { data }: Context,
  url: string,
  { customer, type, ...paging }: Stripe.PaymentMethodListParams,
) => {
  const all = [...data.payment_methods.values()].filter(
    (method) =>
      customer !== undefined &&
      method.customer === customer &&
      (type === undefined || method.type === type),
  );
  return listOf(all, url, paging);
};

export const paymentMethodRoutes = [
  route<Stripe.PaymentMethodRetrieveParams>({
    call: 'GET /v1/payment_methods/:id',
    permission: 'rak_payment_method_read',
    parameters: {},
    handle: (context, _params, id) => find(context, 'payment_methods', id),
  }),
  route<Stripe.PaymentMethodListParams>({
    call: 'GET /v1/payment_methods',
    permission: 'rak_payment_method_read',
    parameters: { ...page, customer: text, type: text },
    handle(context, params) {
      if (params.customer !== undefined) find(context, 'customers', params.customer, 'customer');
      return listOfCustomer(context, '/v1/payment_methods', params);
    },
  }),
  route<Stripe.CustomerListPaymentMethodsParams>({
    call: 'GET /v1/customers/:id/payment_methods',
    permission: 'rak_payment_method_read',
    parameters: { ...page, type: text },
    handle(context, params, customer) {
      find(context, 'customers', customer);
      const url = `/v1/customers/${customer}/payment_methods`;
      return listOfCustomer(context, url, {
        ...params,
        customer,
      } as Stripe.PaymentMethodListParams);
    },
  }),
  route<Stripe.PaymentMethodAttachParams>({
    call: 'POST /v1/payment_methods/:id/attach',
    permission: 'rak_payment_method_write',
    parameters: { customer: required(text) },
    handle(context, { customer = '' }, id) {
      find(context, 'customers', customer, 'customer');
      const method = takeMethod(context, id, 'id');
      const owner = idOf(method.customer);
      if (owner !== null && owner !== customer) {
        throw invalid('The payment method you provided has already been attached to a customer.', {
          param: 'id',
        });
      }
      const { is_spent, habit } = behind(context, method);
      if (is_spent) checkUsable(context, method, customer);
      if (habit?.declines) throw cardError(habit.declines);
      attach(context, method, customer);
      return method;
    },
  }),
  route<Stripe.PaymentMethodDetachParams>({
    call: 'POST /v1/payment_methods/:id/detach',
    permission: 'rak_payment_method_write',
    parameters: {},
    handle(context, _params, id) {
      const method = find(context, 'payment_methods', id);
      detach(context, method);
      return method;
    },
  }),
];

export function detach(context: Context, method: Stripe.PaymentMethod): void {
  const customer = idOf(method.customer);
  if (customer === null) {
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  const owner = context.data.customers.get(customer);
  if (owner === undefined) throw missing('customer', customer);
  if (owner.invoice_settings.default_payment_method === method.id) {
    owner.invoice_settings.default_payment_method = null;
  }
  behind(context, method).is_spent = true;
  method.customer = null;
  emit(context, 'payment_method.detached', method, { customer });
}
