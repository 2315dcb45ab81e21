import { createProduct } from '../../../shop/catalogue/products/create-product.ts';
import { getSubscription } from '../../../shop/subscriptions/get-subscription.ts';
import { listSubscriptions } from '../../../shop/subscriptions/list-subscriptions.ts';
import { route } from '../../shared/router.ts';
import { actionRoutes, type Subject } from '../action.ts';
import { csvColumn, customer_csv_columns, dayColumn, whenColumn, whoColumn } from '../columns.ts';
import { listRoutes } from '../list.ts';
import { customer_filters, stateTabs } from '../list-filters.ts';
import type { Visit } from '../visit.ts';
import { subscriptionActions } from './actions.ts';
import { newestPlans } from './plans.ts';
import { showSubscription } from './subscription.ts';
import {
  planPrice,
  planText,
  STATES,
  type SubscriptionRecord,
  statusChip,
  subscriptionAddress,
} from './subscription-text.ts';

async function planFilter(visit: Visit) {
  const plans = await newestPlans(visit, { status: 'all' });
  return plans.map(({ product_id, name }) => ({ value: product_id, label: name }));
}

const list = listRoutes({
  section: 'subscriptions',
  tabs: stateTabs(STATES),
  counted: 'subscriptions',
  filters: [...customer_filters, { name: 'plan_id', label: 'Plan', choose: planFilter }],
  orders: { oldest: 'Oldest first' },
  columns: [
    whoColumn<SubscriptionRecord>((one, visit) => subscriptionAddress(visit, one)),
    whenColumn('Since', 'created_at'),
    {
      ...{ title: 'Plan', place: 'what', wraps: true },
      cell: planText,
      csv: ({ plan }) => plan.name,
    },
    { ...{ title: 'State', place: 'state' }, cell: statusChip, csv: ({ status }) => status },
    dayColumn('Next payment', 'next_payment_at'),
    {
      ...{ title: 'Price', place: 'amount', wraps: true, is_number: true },
      cell: (one, visit) => planPrice(visit, one),
      csv: ({ plan }) => plan.price,
    },
    { title: 'Currency', csv: ({ plan }) => plan.currency },
    ...customer_csv_columns,
    csvColumn('Identifier', 'subscription_id'),
  ],
  operation: listSubscriptions,
  knows: ['customers'],
  empty: {
    title: 'Your first subscription will be here',
    text: 'Whoever buys a product that renews has a subscription.',
    step: { label: 'Create a plan', path: '/products/new', operation: createProduct },
  },
});

async function find(
  visit: Visit,
  { subscription_id }: { subscription_id: string },
): Promise<Subject<SubscriptionRecord>> {
  const record = await visit.ask(getSubscription, { subscription_id });
  const address = subscriptionAddress(visit, record);
  return { record, section: 'subscriptions', address, name: planText(record) };
}

export const subscriptionRoutes = [
  ...list,
  route('/subscriptions/:subscription_id', { GET: showSubscription }),
  ...actionRoutes('/subscriptions/:subscription_id', find, subscriptionActions),
];
