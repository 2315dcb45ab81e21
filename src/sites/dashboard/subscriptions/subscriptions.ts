import { html } from '../../../platform/core/html.ts';
import { getSubscription } from '../../../shop/subscriptions/get-subscription.ts';
import { listSubscriptions } from '../../../shop/subscriptions/list-subscriptions.ts';
import { route } from '../../shared/router.ts';
import { actionRoutes, type Subject } from '../action.ts';
import { csvColumn, customerColumn, dayColumn } from '../columns.ts';
import { customerNames } from '../customer-names.ts';
import { listRoutes, stateFilter } from '../list.ts';
import { identifierBelow } from '../text.ts';
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
  filters: [
    stateFilter(STATES),
    { name: 'plan_id', label: 'Plan', choose: planFilter },
    { name: 'customer_id', label: 'Customer identifier' },
  ],
  orders: { oldest: 'Oldest first' },
  columns: [
    {
      title: 'Plan',
      wraps: true,
      cell: (one, visit) =>
        html`<a href="${subscriptionAddress(visit, one)}">${planText(one)}</a>
        ${identifierBelow(one.subscription_id)}`,
      csv: ({ plan }) => plan.name,
    },
    customerColumn,
    { title: 'State', cell: statusChip, csv: ({ status }) => status },
    {
      title: 'Price',
      wraps: true,
      cell: (one, visit) => planPrice(visit, one),
      csv: ({ plan }) => plan.price,
      is_number: true,
    },
    dayColumn('Next payment', 'next_payment_at'),
    dayColumn('Since', 'created_at'),
    csvColumn('Identifier', 'subscription_id'),
  ],
  operation: listSubscriptions,
  more: customerNames,
  empty: html`<p>Whoever buys a product that renews has a subscription, and it is listed here.</p>`,
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
