import { SubscriptionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { Subscription, showSubscription } from './subscription.rules.ts';
import { findSubscription } from './subscription.sql.ts';

export const getSubscription = operation({
  method: 'GET',
  path: '/get-subscription',
  summary: 'Get a subscription',
  scope: 'read',
  input: Type.Object({ subscription_id: SubscriptionId }),
  output: Subscription,
  errors: ['subscription_not_found'],
  async read({ input, reader, services, refuse }) {
    const subscription = await findSubscription(reader, input.subscription_id);
    if (!subscription) throw refuse('subscription_not_found');
    return showSubscription(subscription, services);
  },
});
