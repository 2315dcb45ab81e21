import { html } from '../../../platform/core/html.ts';
import { getSubscription } from '../../../shop/subscriptions/get-subscription.ts';
import { listSubscriptions } from '../../../shop/subscriptions/list-subscriptions.ts';
import { route } from '../../shared/router.ts';
import { actionHandlers, type Subject } from '../action.ts';
import { customerCell, customerNames } from '../customer-names.ts';
import { identifierBelow } from '../identifier.ts';
import { listRoutes } from '../list.ts';
import type { Visit } from '../visit.ts';
import { cancelAction } from './cancel.ts';
import { cardLinkAction } from './card-link.ts';
import { changeAction } from './change.ts';
import { couponAction, creditAction, extendTrialAction } from './goodwill.ts';
import { pauseAction, resumeAction } from './pause.ts';
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
  path: '/subscriptions',
  title: 'Subscriptions',
  filters: [
    {
      name: 'status',
      label: 'State',
      choices: Object.entries(STATES).map(([value, [, label]]) => ({ value, label })),
    },
    { name: 'plan_id', label: 'Plan', choose: planFilter },
    { name: 'customer_id', label: 'Customer identifier' },
  ],
  orders: [{ value: 'oldest', label: 'Oldest first' }],
  columns: [
    {
      title: 'Plan',
      wraps: true,
      cell: (one, visit) =>
        html`<a href="${subscriptionAddress(visit, one)}">${planText(one)}</a>
        ${identifierBelow(one.subscription_id)}`,
      csv: ({ plan }) => plan.name,
    },
    {
      title: 'Customer',
      wraps: true,
      cell: ({ customer_id }, visit, names) => customerCell(visit, customer_id, names),
      csv: ({ customer_id }) => customer_id,
    },
    { title: 'State', cell: statusChip, csv: ({ status }) => status },
    {
      title: 'Price',
      wraps: true,
      cell: (one, visit) => planPrice(visit, one),
      csv: ({ plan }) => plan.price,
      is_number: true,
    },
    {
      title: 'Next payment',
      cell: ({ next_payment_at: at }, { words }) => at && words.day(at),
      csv: ({ next_payment_at }) => next_payment_at,
    },
    {
      title: 'Since',
      cell: ({ created_at }, { words }) => words.day(created_at),
      csv: ({ created_at }) => created_at,
    },
    { title: 'Identifier', csv: ({ subscription_id }) => subscription_id },
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

const AT = '/subscriptions/:subscription_id';

export const subscriptionRoutes = [
  ...list,
  route(AT, { GET: showSubscription }),
  route(`${AT}/change`, actionHandlers(find, changeAction)),
  route(`${AT}/cancel`, actionHandlers(find, cancelAction)),
  route(`${AT}/pause`, actionHandlers(find, pauseAction)),
  route(`${AT}/resume`, actionHandlers(find, resumeAction)),
  route(`${AT}/coupon`, actionHandlers(find, couponAction)),
  route(`${AT}/extend-trial`, actionHandlers(find, extendTrialAction)),
  route(`${AT}/credit`, actionHandlers(find, creditAction)),
  route(`${AT}/new-card`, actionHandlers(find, cardLinkAction)),
];
