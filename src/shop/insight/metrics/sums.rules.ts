import type { CohortSum, SalesSum, SubscriptionSum } from '../../figures/figure-change.rules.ts';

/** Whose figures: of a product, or of all ('') together. */
export type Whose = { product_id: string; currency: string };

/** Sums of a day, week or month, by its number. -1: of the days before, -2: of those between. */
export type SalesRow = Record<SalesSum, number> & { bucket: number };
export type SubscriptionRow = Record<SubscriptionSum, number> & { bucket: number };

/** What there is at an instant: in minor units, and numbers. */
export interface Stocks {
  mrr_minor: number;
  customers: number;
  active: number;
  trialing: number;
}

/** What changed in a month, of the subscriptions that began in the month `cohort`. */
export type CohortRow = Record<CohortSum, number> & { cohort: number; month: number };
