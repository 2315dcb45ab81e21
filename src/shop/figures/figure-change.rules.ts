/** What is counted of sales, by day, currency and product. Amounts are in minor units. */
export const SALES_SUMS = [
  'gross_minor',
  'refunded_minor',
  'disputed_minor',
  'fees_minor',
  'tax_minor',
  'discounts_minor',
  'declined_minor',
  'failed_minor',
  'recovered_minor',
  'payments',
  'refunds',
  'disputes_opened',
  'disputes_won',
  'disputes_lost',
  'coupon_purchases',
  'declined_payments',
  'failed_renewals',
  'recovered_renewals',
  'checkouts_opened',
  'checkouts_begun',
  'checkouts_paid',
] as const;
export type SalesSum = (typeof SALES_SUMS)[number];

/** What is counted of subscriptions, in the same way. */
export const SUBSCRIPTION_SUMS = [
  'mrr_new_minor',
  'mrr_expansion_minor',
  'mrr_contraction_minor',
  'mrr_churn_minor',
  'mrr_reactivation_minor',
  'customers_new',
  'customers_churned',
  'customers_reactivated',
  'subscriptions_started',
  'subscriptions_stopped',
  'trialing_change',
  'trials_started',
  'trials_converted',
  'trials_lost',
] as const;
export type SubscriptionSum = (typeof SUBSCRIPTION_SUMS)[number];

/** What of the cohort in which a subscription began is counted by month. */
export type CohortSum = 'started' | 'active_change' | 'mrr_change_minor';

export type Sums<Name extends string> = { [one in Name]?: number };

/**
 * How a subscription is counted. `unpaid`: its trial is over, and the first payment has not been
 * made. `active`: paid for, also while a renewal is past due.
 */
export type State = 'trialing' | 'unpaid' | 'active' | 'paused' | 'ended';

export interface Standing {
  subscription_id: string;
  customer_id: string;
  currency: string;
  /** The plan it is on. */
  product_id: string;
  state: State;
  /** What it brings a month; 0 unless it is active. */
  mrr_minor: number;
}

/** What of these is counted by where a sale came from, and by customer. */
export const ORIGIN_SUMS = [
  ...(['gross_minor', 'refunded_minor', 'disputed_minor', 'payments', 'refunds'] as const),
];
export type OriginSum = (typeof ORIGIN_SUMS)[number];

/** By what sales are grouped. */
export const DIMENSIONS = ['product', 'country', 'code', 'link'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** What of a customer is counted; `net_minor` is without what went back. */
export type CustomerSum = OriginSum | 'net_minor';

/** Where a payment came from, as it is kept with it; '' where there is none, or nobody knows. */
export interface Origin {
  customer_id: string;
  sold_country: string;
  /** The discount code, by its identifier. */
  sold_code: string;
  /** The payment link. */
  sold_link: string;
}

/** A sale, a refund, a decline, a session: what it adds to the sums of its day. */
export interface SalesChange {
  at: number;
  currency: string;
  product_id: string;
  sums: Sums<SalesSum>;
  /** Of what moves money. */
  origin?: Origin;
}

/** How a subscription stands after it was made or changed. */
export interface StandingChange {
  at: number;
  standing: Standing;
  /** Whether it is counted for the first time. */
  is_first: boolean;
}

/** What is added up of taxes; `entries`: of how many payments, refunds and lost disputes. */
export const TAX_SUMS = ['net_minor', 'tax_minor', 'entries'] as const;
export type TaxSum = (typeof TAX_SUMS)[number];

/** Which tax a sum is of. Texts are '' where there is none, rates 0. */
export type TaxKey = {
  country: string;
  region: string;
  kind: string;
  scheme: string;
  tax: string;
  rate_ppm: number;
  rate_type: string;
  /** The day of the sale that is taken back, `2026-11-16`. */
  corrects: string;
};

/** What was sold and taxed in a period. */
export type TaxTotal = TaxKey & { currency: string; net_minor: number; tax_minor: number };

/** The taxes of a payment, or of what was given back. */
export interface TaxChange {
  at: number;
  currency: string;
  taxes: readonly { key: TaxKey; sums: Sums<TaxSum> }[];
}

export type FigureChange = SalesChange | StandingChange | TaxChange;
