import type { Static } from 'typebox';
import { type Detail, Refusal, refuseParameter } from '../../../../platform/core/errors.ts';
import { OneOf } from '../../../../platform/core/fields.ts';
import { Type } from '../../../../platform/core/schema.ts';
import { getDiscountCode } from '../../../../shop/catalogue/discounts/get-discount-code.ts';
import { getProduct } from '../../../../shop/catalogue/products/get-product.ts';
import type { Checkout } from '../../../../shop/checkout/checkout-record.rules.ts';
import { createCheckout } from '../../../../shop/checkout/create-checkout.ts';
import { getCheckout } from '../../../../shop/checkout/get-checkout.ts';
import { getCustomer } from '../../../../shop/customers/get-customer.ts';
import { listLicenses } from '../../../../shop/licenses/list-licenses.ts';
import { getTransactions } from '../../../../shop/money/transactions/get-transactions.ts';
import { getSubscription } from '../../../../shop/subscriptions/get-subscription.ts';
import {
  checkoutEntity,
  customerEntity,
  orderEntity,
  subscriptionEntity,
} from './entities.rules.ts';
import { customFieldsOf, metadataOf } from './parameters.rules.ts';
import { apiKeyIn, type CreemRequest, notSupported, type Routes, route } from './route.ts';
import { shownProduct } from './shown-product.ts';

const Length = Type.Optional(Type.Number());
const Field = Type.Object(
  {
    type: OneOf(['text', 'checkbox']),
    key: Type.String(),
    label: Type.String(),
    optional: Type.Optional(Type.Boolean()),
    text: Type.Optional(
      Type.Object({ max_length: Length, min_length: Length }, { additionalProperties: false }),
    ),
    checkbox: Type.Optional(
      Type.Object({ label: Type.Optional(Type.String()) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
);
const Buyer = Type.Object(
  {
    id: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
const CREATE = Type.Object({
  request_id: Type.Optional(Type.String()),
  product_id: Type.String(),
  units: Type.Optional(Type.Integer({ minimum: 1 })),
  discount_code: Type.Optional(Type.String()),
  customer: Type.Optional(Buyer),
  custom_fields: Type.Optional(Type.Array(Field, { maxItems: 5 })),
  custom_field: Type.Optional(Type.Array(Field, { maxItems: 5 })),
  success_url: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
const names = {
  quantity: 'units',
  coupon_code: 'discount_code',
  customer_id: 'customer.id',
  customer_email: 'customer.email',
  customer_name: 'customer.name',
  return_key: 'success_url',
  redirect: 'success_url',
};

export const checkoutRoutes: Routes = {
  'POST /checkouts': route({
    input: CREATE,
    unsupported: ['custom_price', 'affiliate_code'],
    names,
    check: (input) => [
      ...whyNotLengths('custom_fields', input.custom_fields),
      ...whyNotLengths('custom_field', input.custom_field),
    ],
    async serve(input, request) {
      const { ask, headers, idempotency_key } = request;
      const { request_id, discount_code: coupon_code, success_url, metadata } = input;
      const fields = input.custom_fields ?? input.custom_field;
      const session = await ask(
        createCheckout,
        {
          product_id: input.product_id,
          quantity: input.units ?? 1,
          ...(await buyerOf(request, input.customer)),
          ...{ request_id, coupon_code },
          ...(success_url !== undefined && {
            // Signs the address that the buyer returns to.
            ...{ success_url, redirect: true, return_key: apiKeyIn(headers) },
          }),
          ...(metadata && { metadata: metadataOf(metadata) }),
          ...(fields && { custom_fields: customFieldsOf(fields) }),
        },
        idempotency_key,
      );
      return shown(request, session);
    },
  }),

  'GET /checkouts': route({
    input: Type.Object({ checkout_id: Type.String() }),
    serve: async ({ checkout_id: checkout_session_id }, call) =>
      shown(call, await call.ask(getCheckout, { checkout_session_id })),
  }),
};

/**
 * The customer with this identifier. With an e-mail address alone it is a guest, because shops let
 * buyers type it: who types somebody else's may not see their details or spend their credit.
 */
async function buyerOf({ ask }: CreemRequest, buyer: Static<typeof Buyer> = {}) {
  const { id, email, name } = buyer;
  if (id !== undefined) {
    const { customer_id } = await ask(getCustomer, { customer_id: id }).catch(noSuchCustomer);
    return { customer_id };
  }
  const given = { ...(email && { customer_email: email }), ...(name && { customer_name: name }) };
  return Object.keys(given).length > 0 ? given : { guest: true };
}

function noSuchCustomer(error: unknown): never {
  const is_missing = error instanceof Refusal && error.code === 'customer_not_found';
  throw is_missing ? refuseParameter('customer.id', 'is not a customer of this store') : error;
}

/** How long an answer is, the payment page alone decides. */
const whyNotLengths = (param: string, fields: Static<typeof Field>[] = []): Detail[] =>
  fields.flatMap(({ text = {} }, at) =>
    Object.keys(text).map((name) => notSupported(`${param}[${at}].text.${name}`)),
  );

/** A session with all that belongs to it. */
async function shown(
  request: Pick<CreemRequest, 'ask' | 'mode'>,
  session: Static<typeof Checkout>,
): Promise<object> {
  const { ask, mode } = request;
  const { product_id, customer_id, subscription_id, transaction_id, coupon_code } = session;
  const is_paid = session.status === 'completed';
  const [product, customer, payments, subscription, discount, licenses] = await Promise.all([
    ask(getProduct, { product_id }),
    customer_id === null ? undefined : ask(getCustomer, { customer_id }).catch(notYet),
    is_paid && transaction_id !== null ? ask(getTransactions, { transaction_id }) : undefined,
    subscription_id === null ? undefined : ask(getSubscription, { subscription_id }),
    coupon_code === null ? undefined : ask(getDiscountCode, { code: coupon_code }).catch(notYet),
    is_paid && transaction_id !== null ? ask(listLicenses, { transaction_id }) : undefined,
  ]);
  const payment = payments?.data[0];
  const entity = checkoutEntity(
    session,
    {
      product: await shownProduct(request, product),
      customer: customer && customerEntity(customer, mode),
      order: payment && orderEntity(payment, mode),
      subscription:
        subscription &&
        subscriptionEntity(
          subscription,
          { product: subscription.plan_id, customer: subscription.customer_id },
          mode,
        ),
      licenses: licenses?.data ?? [],
    },
    mode,
  );
  const custom_fields = session.custom_fields.map(showField);
  return {
    ...entity,
    ...(custom_fields.length > 0 && { custom_fields }),
    ...(discount && { discount: { id: discount.discount_id, discountCode: discount.code } }),
  };
}

/** A discount may be deleted by now. */
const notYet = (error: unknown): undefined => {
  if (error instanceof Refusal && error.status === 404) return undefined;
  throw error;
};

type ShownField = Static<typeof Checkout>['custom_fields'][number];

/** Creem knows texts and boxes to tick; numbers and choices are texts there. */
function showField({ key, label, type, optional, value }: ShownField): object {
  const common = { key, label, optional };
  if (type === 'checkbox') {
    return {
      ...common,
      type,
      checkbox: { label, value: typeof value === 'boolean' ? value : null },
    };
  }
  return { ...common, type: 'text', text: { value: value === null ? null : String(value) } };
}
