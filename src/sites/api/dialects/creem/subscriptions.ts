import type { Static } from 'typebox';
import { Refusal, refuseParameter } from '../../../../platform/core/errors.ts';
import { Default, OneOf } from '../../../../platform/core/fields.ts';
import { Type } from '../../../../platform/core/schema.ts';
import { getProduct } from '../../../../shop/catalogue/products/get-product.ts';
import { getCustomer } from '../../../../shop/customers/get-customer.ts';
import { getTransactions } from '../../../../shop/money/transactions/get-transactions.ts';
import { cancelSubscription } from '../../../../shop/subscriptions/cancel-subscription.ts';
import { getSubscription } from '../../../../shop/subscriptions/get-subscription.ts';
import { listSubscriptions } from '../../../../shop/subscriptions/list-subscriptions.ts';
import { pauseSubscription } from '../../../../shop/subscriptions/pause-subscription.ts';
import { resumeSubscription } from '../../../../shop/subscriptions/resume-subscription.ts';
import type { Subscription } from '../../../../shop/subscriptions/subscription.rules.ts';
import { updateSubscription } from '../../../../shop/subscriptions/update-subscription.ts';
import { customerEntity, subscriptionEntity } from './entities.rules.ts';
import { pageOf, pageParameters } from './paging.ts';
import { PRORATIONS } from './parameters.rules.ts';
import { type CreemRequest, type Routes, route } from './route.ts';
import { shownProduct } from './shown-product.ts';

const Item = Type.Object(
  {
    id: Type.Optional(Type.String()),
    product_id: Type.Optional(Type.String()),
    price_id: Type.Optional(Type.String()),
    units: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);
const Behavior = OneOf([
  ...(['proration-charge-immediately', 'proration-charge', 'proration-none'] as const),
]);
const names = { plan_id: 'product_id', proration: 'update_behavior' };
const names_in_items = {
  plan_id: 'items[0].product_id',
  quantity: 'items[0].units',
  proration: 'update_behavior',
};

export const subscriptionRoutes: Routes = {
  'GET /subscriptions': route({
    input: Type.Object({ subscription_id: Type.String() }),
    serve: async ({ subscription_id }, request) =>
      shown(request, await request.ask(getSubscription, { subscription_id })),
  }),

  'GET /subscriptions/search': route({
    input: Type.Object(pageParameters(10)),
    serve: (paging, { ask, mode }) =>
      pageOf({ ask }, paging, {
        list: 'subscriptions',
        read: (page) => ask(listSubscriptions, page),
        show: (row) =>
          subscriptionEntity(row, { product: row.plan_id, customer: row.customer_id }, mode),
      }),
  }),

  'POST /subscriptions/{id}': route({
    names: names_in_items,
    input: Type.Object({
      items: Type.Optional(Type.Array(Item, { maxItems: 20 })),
      update_behavior: Default('proration-charge', Behavior),
    }),
    async serve({ items = [], update_behavior }, call) {
      const { ask, id: subscription_id, idempotency_key } = call;
      const before = await ask(getSubscription, { subscription_id });
      const [item, ...more] = items;
      if (more.length > 0)
        throw refuseParameter('items', 'may have one: a subscription has one plan');
      const is = subscriptionEntity(before, { product: '', customer: '' }, call.mode).items[0];
      if ((item?.id ?? is?.id) !== is?.id)
        throw refuseParameter('items[0].id', 'is not of this subscription');
      const { product_id, price_id, units } = item ?? {};
      const of_price = price_id?.replace(/^pprice_/, 'prod_');
      if (product_id !== undefined && of_price !== undefined && product_id !== of_price) {
        throw refuseParameter('items[0].price_id', 'is not of this product');
      }
      if (product_id === undefined && of_price !== undefined) await findPrice(call, of_price);
      const plan_id = product_id ?? of_price;
      const proration = PRORATIONS[update_behavior];
      const change = { subscription_id, plan_id, quantity: units, proration };
      return shown(call, await ask(updateSubscription, change, idempotency_key));
    },
  }),

  'POST /subscriptions/{id}/upgrade': route({
    names,
    input: Type.Object({
      product_id: Type.String(),
      update_behavior: Default('proration-charge-immediately', Behavior),
    }),
    // Creem's upgrade also leads to lower plans.
    async serve({ product_id, update_behavior }, request) {
      const { ask, id: subscription_id, idempotency_key } = request;
      const proration = PRORATIONS[update_behavior];
      const change = { subscription_id, plan_id: product_id, proration };
      return shown(request, await ask(updateSubscription, change, idempotency_key));
    },
  }),

  'POST /subscriptions/{id}/cancel': route({
    input: Type.Object({
      mode: Default('immediate', OneOf(['immediate', 'scheduled'])),
      onExecute: Default('cancel', OneOf(['cancel', 'pause'])),
    }),
    async serve({ mode, onExecute }, request) {
      const { ask, id: subscription_id, idempotency_key } = request;
      await ask(getSubscription, { subscription_id });
      if (onExecute === 'pause')
        throw refuseParameter('onExecute', 'cannot be pause: pause it instead');
      const end = { subscription_id, cancel_at_period_end: mode === 'scheduled' };
      return shown(request, await ask(cancelSubscription, end, idempotency_key));
    },
  }),

  'POST /subscriptions/{id}/pause': route({
    async serve(_, request) {
      const { ask, id: subscription_id, idempotency_key } = request;
      return shown(request, await ask(pauseSubscription, { subscription_id }, idempotency_key));
    },
  }),

  'POST /subscriptions/{id}/resume': route({
    async serve(_, request) {
      const { ask, id: subscription_id, idempotency_key } = request;
      return shown(request, await ask(resumeSubscription, { subscription_id }, idempotency_key));
    },
  }),
};

/** A price here is the one of its product. */
async function findPrice({ ask }: Pick<CreemRequest, 'ask'>, product_id: string): Promise<void> {
  await ask(getProduct, { product_id }).catch((error) => {
    if (!(error instanceof Refusal) || error.code !== 'product_not_found') throw error;
    throw refuseParameter('items[0].price_id', 'is not a price of this store');
  });
}

/** With its product, its customer and its last payment. */
async function shown(
  request: Pick<CreemRequest, 'ask' | 'mode'>,
  record: Static<typeof Subscription>,
): Promise<object> {
  const { ask, mode } = request;
  const { plan_id: product_id, customer_id, latest_transaction_id } = record;
  const [product, customer, last] = await Promise.all([
    ask(getProduct, { product_id }),
    ask(getCustomer, { customer_id }),
    latest_transaction_id === null
      ? undefined
      : ask(getTransactions, { transaction_id: latest_transaction_id }),
  ]);
  return subscriptionEntity(
    record,
    {
      product: await shownProduct(request, product),
      customer: customerEntity(customer, mode),
      last: last?.data[0],
    },
    mode,
  );
}
