// What the model of the figures reads of the records that the API shows.

export interface Subscription {
  subscription_id: string;
  customer_id: string;
  status: string;
  plan_id: string;
  plan: { price: number; currency: string; interval: Unit; interval_count: number };
  quantity: number;
  coupon_code: string | null;
  discount_starts_at: string | null;
  discount_ends_at: string | null;
  current_period_start: string;
  current_period_end: string;
  trial_end: string | null;
}
type Unit = 'day' | 'week' | 'month' | 'year';

export interface Transaction {
  transaction_id: string;
  type: string;
  status: string;
  product_id: string;
  subscription_id: string | null;
  currency: string;
  subtotal: number;
  total: number;
  tax: number;
  discount: number;
  decline_code: string | null;
  settled_at: string | null;
  dispute: { status: string; amount: number; opened_at: string; closed_at: string | null } | null;
}

export interface Session {
  product_id: string;
  currency: string;
  created_at: string;
  is_begun: boolean;
  is_paid: boolean;
  /** Whether a discount code was used. */
  has_coupon: boolean;
  transaction_id: string | null;
}

export interface Told {
  type: string;
  created_at: string;
  // biome-ignore lint/suspicious/noExplicitAny: events have records of every shape
  data: any;
}

export interface Coupon {
  /** Of the price, or an amount of this many euros. */
  percent?: number;
  amount?: number;
  duration: 'once' | 'repeating' | 'forever';
}
