import Type, { type Static } from 'typebox';
import { Amount, Id, Instant, Metadata, Nullable, OneOf } from '../core/fields.ts';
import { fromMinor } from '../core/money.ts';
import { isoInstant, isoInstantOrNull } from '../core/time.ts';
import type { DiscountRow } from '../discounts/discount.rules.ts';
import { asKept, type KeyOf } from '../licenses/license-key.rules.ts';
import { declineMessage } from '../payments/card.rules.ts';
import type { ProductRow } from '../products/product.rules.ts';

const STATUSES = ['open', 'processing', 'completed', 'expired'] as const;
type CheckoutStatus = (typeof STATUSES)[number];

const text = (example: string) => Nullable(Type.String({ examples: [example] }));

export const Checkout = Type.Object({
  checkout_session_id: Id('cs_1tq3v9w0e00h4rk6m2x8pz7ycn5'),
  object: Type.Literal('checkout_session'),
  status: OneOf([...STATUSES]),
  checkout_url: Type.String({
    examples: ['https://localhost:8443/checkout/cs_1tq3v9w0e00h4rk6m2x8pz7ycn5'],
  }),
  product_id: Id('prod_1tq3v9w0e00h4rk6m2x8pz7ycn5'),
  product: Type.Object({
    name: Type.String({ examples: ['Photo editor'] }),
    description: Type.String({ examples: ['Edits photos on your own machine'] }),
    image_url: text('https://example.com/picture.png'),
  }),
  quantity: Type.Integer({ examples: [1] }),
  customer_id: Type.String({ examples: ['user_42'] }),
  coupon_code: Nullable(Type.String()),
  unit_price: Amount,
  subtotal: Amount,
  discount: Type.Number({ examples: [0] }),
  tax: Type.Number({ examples: [0] }),
  total: Amount,
  currency: Type.String({ examples: ['USD'] }),
  recurring: Nullable(
    Type.Object(
      {
        interval: OneOf(['day', 'week', 'month', 'year']),
        interval_count: Type.Integer(),
        trial_days: Type.Integer(),
        renewal_total: Amount,
      },
      { description: '`renewal_total` is the next payment, after the trial if there is one' },
    ),
  ),
  success_url: text('https://example.com/thanks'),
  cancel_url: text('https://example.com/pricing'),
  metadata: Metadata,
  last_payment_error: Nullable(
    Type.Object(
      { code: Type.String(), message: Type.String() },
      { description: 'Why the last payment was declined' },
    ),
  ),
  transaction_id: Nullable(Type.String()),
  subscription_id: Nullable(Type.String()),
  license_keys: Type.Array(Type.String(), { examples: [[]] }),
  expires_at: Instant,
  completed_at: Nullable(Type.String({ format: 'date-time' })),
  created_at: Instant,
  updated_at: Instant,
});

export interface CheckoutRow {
  checkout_session_id: string;
  status: CheckoutStatus;
  product_id: string;
  product_name: string;
  product_description: string;
  product_image_url: string | null;
  quantity: number;
  customer_id: string;
  discount_id: string | null;
  coupon_code: string | null;
  percent_bps: number | null;
  coupon_duration: DiscountRow['duration'] | null;
  coupon_months: number | null;
  currency: string;
  unit_price_minor: number;
  subtotal_minor: number;
  discount_minor: number;
  tax_minor: number;
  total_minor: number;
  billing_interval: ProductRow['billing_interval'];
  billing_interval_count: number | null;
  trial_days: number;
  renewal_total_minor: number | null;
  success_url: string | null;
  cancel_url: string | null;
  metadata: string;
  last_payment_error: string | null;
  payment_attempts: number;
  transaction_id: string | null;
  subscription_id: string | null;
  expires_at: number;
  completed_at: number | null;
  created_at: number;
  updated_at: number;
  /** The terms of the license that it brings, as JSON. */
  license: string | null;
  /** What the buyer typed at the last attempt to pay, as JSON; the customer's once it is paid. */
  buyer: string | null;
  /** Of the license that it brought; never written here. */
  key_seed: string | null;
}

/** What a buyer types about themselves. */
export interface Buyer {
  email: string;
  name?: string;
  country?: string;
}

/** Who tried to pay last, as they said; undefined when nobody did on the page. */
export const typedBuyer = ({ buyer }: CheckoutRow): Buyer | undefined =>
  buyer === null ? undefined : JSON.parse(buyer);

/** The one table of legal steps; completed and expired are final. */
const STEPS: Record<CheckoutStatus, CheckoutStatus[]> = {
  open: ['processing', 'completed', 'expired'],
  processing: ['completed', 'open'],
  completed: [],
  expired: [],
};

/** A session in its next status. */
export function moved(
  before: CheckoutRow,
  status: CheckoutStatus,
  now: number,
  change: Partial<CheckoutRow> = {},
): CheckoutRow {
  if (!STEPS[before.status].includes(status)) {
    throw new Error(`a checkout cannot go from ${before.status} to ${status}`);
  }
  // Another process may have begun it by a clock that is a little ahead.
  return { ...before, ...change, status, updated_at: Math.max(now, before.updated_at) };
}

export const PAYMENT_ATTEMPTS_MAX = 30;

/** Why a session cannot be paid. */
export function whyNotPay(row: CheckoutRow, now: number) {
  if (row.status === 'expired' || isDue(row, now)) return 'checkout_expired';
  return row.payment_attempts >= PAYMENT_ATTEMPTS_MAX ? 'payment_attempts' : undefined;
}

/** Its time is over, even if nobody has marked it yet. */
export const isDue = (row: CheckoutRow, now: number): boolean =>
  row.status === 'open' && row.expires_at <= now;

interface NewCheckout {
  quantity: number;
  customer_id: string;
  success_url?: string | null | undefined;
  cancel_url?: string | null | undefined;
  metadata?: Record<string, string> | undefined;
  expires_in_minutes: number;
}

/** A session without what a coupon decides. */
export type Unpriced = Omit<
  CheckoutRow,
  | 'discount_id'
  | 'coupon_code'
  | 'percent_bps'
  | 'coupon_duration'
  | 'coupon_months'
  | 'subtotal_minor'
  | 'discount_minor'
  | 'tax_minor'
  | 'total_minor'
  | 'renewal_total_minor'
>;

/** A new session, on the terms of the product as they are now. */
export function newCheckout(
  product: ProductRow,
  input: NewCheckout,
  {
    checkout_session_id,
    has_trial,
    now,
  }: { checkout_session_id: string; has_trial: boolean; now: number },
): Unpriced {
  return {
    checkout_session_id,
    status: 'open',
    product_id: product.product_id,
    product_name: product.name,
    product_description: product.description,
    product_image_url: product.image_url,
    quantity: input.quantity,
    customer_id: input.customer_id,
    currency: product.currency,
    unit_price_minor: product.price_minor,
    billing_interval: product.billing_interval,
    billing_interval_count: product.billing_interval_count,
    trial_days: has_trial ? product.trial_days : 0,
    success_url: input.success_url ?? null,
    cancel_url: input.cancel_url ?? null,
    metadata: JSON.stringify(input.metadata ?? {}),
    last_payment_error: null,
    payment_attempts: 0,
    transaction_id: null,
    subscription_id: null,
    expires_at: now + input.expires_in_minutes * 60_000,
    completed_at: null,
    created_at: now,
    updated_at: now,
    license: product.license,
    buyer: null,
    key_seed: null,
  };
}

/** A declined payment: the buyer may try again. */
export const declined = (row: CheckoutRow, decline_code: string, now: number): CheckoutRow =>
  moved(row, 'open', now, {
    transaction_id: null,
    last_payment_error: errorText(decline_code),
  });

/** Why the last payment was declined, as it is kept. */
export const errorText = (code: string): string =>
  JSON.stringify({ code, message: declineMessage(code) });

/** `success_url` with the session added to its query. */
export function successAddress(row: CheckoutRow): string | null {
  if (row.success_url === null) return null;
  const url = new URL(row.success_url);
  url.searchParams.set('checkout_session_id', row.checkout_session_id);
  return url.href;
}

export const checkoutAddress = (base_url: string, checkout_session_id: string): string =>
  `${base_url}/checkout/${checkout_session_id}`;

/** For an answer, with the keys; for an event, which is stored, as they are kept. */
export function showCheckout(
  row: CheckoutRow,
  { base_url, now, keyOf = asKept }: { base_url: string; now: number; keyOf?: KeyOf },
): Static<typeof Checkout> {
  const money = (minor: number) => fromMinor(minor, row.currency);
  const { billing_interval, billing_interval_count, renewal_total_minor } = row;
  const is_recurring =
    billing_interval !== null && billing_interval_count !== null && renewal_total_minor !== null;
  return {
    checkout_session_id: row.checkout_session_id,
    object: 'checkout_session',
    status: isDue(row, now) ? 'expired' : row.status,
    checkout_url: checkoutAddress(base_url, row.checkout_session_id),
    product_id: row.product_id,
    product: {
      name: row.product_name,
      description: row.product_description,
      image_url: row.product_image_url,
    },
    quantity: row.quantity,
    customer_id: row.customer_id,
    coupon_code: row.coupon_code,
    unit_price: money(row.unit_price_minor),
    subtotal: money(row.subtotal_minor),
    discount: money(row.discount_minor),
    tax: money(row.tax_minor),
    total: money(row.total_minor),
    currency: row.currency,
    recurring: is_recurring
      ? {
          interval: billing_interval,
          interval_count: billing_interval_count,
          trial_days: row.trial_days,
          renewal_total: money(renewal_total_minor),
        }
      : null,
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    metadata: JSON.parse(row.metadata),
    last_payment_error: row.last_payment_error === null ? null : JSON.parse(row.last_payment_error),
    transaction_id: row.transaction_id,
    subscription_id: row.subscription_id,
    license_keys: row.key_seed === null ? [] : [keyOf(row.key_seed)],
    expires_at: isoInstant(row.expires_at),
    completed_at: isoInstantOrNull(row.completed_at),
    created_at: isoInstant(row.created_at),
    updated_at: isoInstant(row.updated_at),
  };
}
