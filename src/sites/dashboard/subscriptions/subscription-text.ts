import type { Static } from 'typebox';
import type { Html } from '../../../platform/core/html.ts';
import type { Subscription } from '../../../shop/subscriptions/subscription.rules.ts';
import { quantityText } from '../../shared/rows.ts';
import { chip, type States } from '../layout.ts';
import { priceText } from '../products/product-choices.ts';
import type { Visit } from '../visit.ts';

export type SubscriptionRecord = Static<typeof Subscription>;

/** How a subscription is, in a word. */
export const STATES: States<SubscriptionRecord['status']> = {
  trialing: ['good', 'Trial'],
  active: ['good', 'Active'],
  past_due: ['bad', 'Past due'],
  paused: ['warn', 'Paused'],
  canceled: ['over', 'Canceled'],
};

export function statusChip(one: SubscriptionRecord): Html {
  if (isEnding(one)) return chip('warn', 'Ending');
  return chip(...STATES[one.status]);
}

/** Whether a cancel waits for the end of the period. */
export const isEnding = ({ status, cancel_at_period_end }: SubscriptionRecord): boolean =>
  cancel_at_period_end && status !== 'canceled';

/** `Pro × 3`. */
export const planText = ({ plan, quantity }: Pick<SubscriptionRecord, 'plan' | 'quantity'>) =>
  plan.name + quantityText(quantity);

/** `€20.00 a month each plus tax`. */
export function planPrice(visit: Visit, { plan, quantity }: SubscriptionRecord): string {
  const { interval: billing_interval, interval_count: billing_interval_count } = plan;
  const price = priceText(visit, { ...plan, billing_interval, billing_interval_count });
  const tax = plan.tax_behavior === 'exclusive' ? ' plus tax' : '';
  return `${price}${quantity > 1 ? ' each' : ''}${tax}`;
}

export const subscriptionAddress = (
  { address }: Pick<Visit, 'address'>,
  { subscription_id }: Pick<SubscriptionRecord, 'subscription_id'>,
): string => `${address}/subscriptions/${subscription_id}`;
