import type { CohortSum, Standing, State, SubscriptionSum, Sums } from './figure-change.rules.ts';

/** How a subscription stood before; null: it was not counted yet. */
export type Before = Pick<Standing, 'product_id' | 'state' | 'mrr_minor'> | null;

/** What a customer pays a month for something, after and before a change of that. */
export interface PaidMonthly {
  before_minor: number;
  after_minor: number;
  /** Whether they have ever paid for it before. */
  has_paid: boolean;
}

/** A change of what a customer pays a month. Losses are below 0. */
export function mrrSums({
  before_minor,
  after_minor,
  has_paid,
}: PaidMonthly): Sums<SubscriptionSum> {
  const change = after_minor - before_minor;
  if (change === 0) return {};
  if (before_minor === 0) {
    return has_paid
      ? { mrr_reactivation_minor: change, customers_reactivated: 1 }
      : { mrr_new_minor: change, customers_new: 1 };
  }
  if (after_minor === 0) return { mrr_churn_minor: change, customers_churned: 1 };
  return change > 0 ? { mrr_expansion_minor: change } : { mrr_contraction_minor: change };
}

/** What a change of state counts for all products together. */
export function stateSums(from: State | null, to: State) {
  const was_trial = from === 'trialing' || from === 'unpaid';
  return {
    subscriptions_started: Number(to === 'active' && from !== 'active'),
    subscriptions_stopped: Number(from === 'active' && to !== 'active'),
    trialing_change: Number(to === 'trialing') - Number(from === 'trialing'),
    trials_started: Number(to === 'trialing' && from === null),
    trials_converted: Number(was_trial && to === 'active'),
    trials_lost: Number(was_trial && to === 'ended'),
  };
}

/** The same for each product: one that is left has a subscription less, the other one more. */
export function stateSumsByProduct(
  from: Before,
  to: Pick<Standing, 'product_id' | 'state'>,
): [product_id: string, sums: Sums<SubscriptionSum>][] {
  const sums = stateSums(from?.state ?? null, to.state);
  if (!from || from.product_id === to.product_id) return [[to.product_id, sums]];
  const { trials_converted, trials_lost } = sums;
  const left = {
    subscriptions_stopped: Number(from.state === 'active'),
    trialing_change: -Number(from.state === 'trialing'),
  };
  const joined = {
    subscriptions_started: Number(to.state === 'active'),
    trialing_change: Number(to.state === 'trialing'),
    trials_converted,
    trials_lost,
  };
  return [
    [from.product_id, left],
    [to.product_id, joined],
  ];
}

/** How much more a customer pays a month for each product. */
export function amountsByProduct(
  from: Before,
  to: Pick<Standing, 'product_id' | 'mrr_minor'>,
): [product_id: string, change_minor: number][] {
  const before = from?.mrr_minor ?? 0;
  const changes: [string, number][] =
    !from || from.product_id === to.product_id
      ? [[to.product_id, to.mrr_minor - before]]
      : [
          [from.product_id, -before],
          [to.product_id, to.mrr_minor],
        ];
  return changes.filter(([, change]) => change !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What a change counts in the cohort of a subscription. */
export const cohortSums = (
  from: Before,
  to: Pick<Standing, 'state' | 'mrr_minor'>,
  is_start: boolean,
): Sums<CohortSum> => ({
  started: Number(is_start),
  active_change: Number(to.state === 'active') - Number(from?.state === 'active'),
  mrr_change_minor: to.mrr_minor - (from?.mrr_minor ?? 0),
});

export const isSameStanding = (
  from: Before,
  to: Pick<Standing, 'product_id' | 'state' | 'mrr_minor'>,
): boolean =>
  from !== null &&
  from.product_id === to.product_id &&
  from.state === to.state &&
  from.mrr_minor === to.mrr_minor;
