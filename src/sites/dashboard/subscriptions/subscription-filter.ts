import { getSubscription } from '../../../shop/subscriptions/get-subscription.ts';
import { linkedFilter } from '../list-filters.ts';
import { planText } from './subscription-text.ts';

/** What belongs to one subscription, shown by its plan. */
export const subscription_filter = linkedFilter(
  'subscription_id',
  'Subscription',
  async (visit, subscription_id) => planText(await visit.ask(getSubscription, { subscription_id })),
);
