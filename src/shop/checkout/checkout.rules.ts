import { maxMinor } from '../../platform/core/money.ts';
import type { DiscountRow } from '../catalogue/discounts/discount.rules.ts';
import type { ProductRow } from '../catalogue/products/product.rules.ts';
import { declineMessage } from '../money/payments/card.rules.ts';
import { type Chargeable, wholeSteps } from '../money/payments/chargeable.rules.ts';
import type { TaxDecision } from '../tax/decide-tax.rules.ts';
import type { TaxCategory } from '../tax/tax-rate.rules.ts';

export const CHECKOUT_STATUSES = ['open', 'processing', 'completed', 'expired'] as const;
type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

export interface CheckoutRow extends Chargeable {
  checkout_session_id: string;
  status: CheckoutStatus;
  product_id: string;
  product_name: string;
  product_description: string;
  product_image_url: string | null;
  quantity: number;
  /** How many the buyer may choose, as JSON; null: they cannot change it. */
  adjustable_quantity: string | null;
  /** Of a guest: null before a payment begins, unless this session has made the customer. */
  customer_id: string | null;
  /** Whether the customer is found by the e-mail address that the buyer gives. */
  is_guest: number;
  discount_id: string | null;
  coupon_code: string | null;
  percent_bps: number | null;
  coupon_duration: DiscountRow['duration'] | null;
  coupon_months: number | null;
  /** Off the price, where the coupon has no percentage. */
  coupon_amount_minor: number | null;
  currency: string;
  unit_price_minor: number;
  subtotal_minor: number;
  discount_minor: number;
  tax_minor: number;
  total_minor: number;
  /** How much its payment changes the customer's balance, once a payment has begun. */
  balance_change_minor: number;
  billing_interval: ProductRow['billing_interval'];
  billing_interval_count: number | null;
  trial_days: number;
  renewal_total_minor: number | null;
  success_url: string | null;
  cancel_url: string | null;
  /** Whether the buyer goes to success_url at once. */
  redirect: number;
  metadata: string;
  /** The link by which it was made. */
  payment_link_id: string | null;
  /** Which form of that link: sent twice, it makes one session. */
  link_attempt: string | null;
  /** CustomField[] as JSON. */
  custom_fields: string;
  /** What the buyer has answered, by key, as JSON. */
  custom_values: string;
  last_payment_error: string | null;
  payment_attempts: number;
  transaction_id: string | null;
  subscription_id: string | null;
  expires_at: number;
  completed_at: number | null;
  created_at: number;
  updated_at: number;
  /** Whether the price has the tax in it. */
  includes_tax: number;
  tax_category: TaxCategory;
  /** TaxDecision as JSON; null before it is known where the buyer is. */
  tax_decision: string | null;
  /** TaxRow[] as JSON. */
  tax_rows: string;
  /** The terms of the license that the buyer gets, as JSON. */
  license: string | null;
  /** What the buyer typed last (Buyer), as JSON; saved as the customer's details once it is paid. */
  buyer: string | null;
  /** What the buyer has agreed to (Consent), as JSON. */
  consent: string | null;
  /** The seller's own name for what made the session. */
  request_id: string | null;
  /** The key that signs the address to return to, sealed; null: none, or the session has ended. */
  return_key: string | null;
  /** The signed query of that address, once it is paid. */
  return_query: string | null;
  /** The seed of its license key; computed when it is read. */
  key_seed: string | null;
  /** The customer's balance in this currency, which no guest can use; computed when it is read. */
  balance_minor: number;
}

/**
 * How much a payment changes the customer's balance, and what the card is charged. A debt is not
 * collected if the session itself costs nothing. Where the provider cannot charge exactly what
 * credit leaves to pay, less credit is used; what it cannot collect of a debt stays owed.
 */
export function amountDue(row: CheckoutRow): { balance_change_minor: number; due_minor: number } {
  const balance_change_minor =
    row.status === 'open' ? balanceChange(row) : row.balance_change_minor;
  return { balance_change_minor, due_minor: row.total_minor + balance_change_minor };
}

function balanceChange(row: CheckoutRow): number {
  const { total_minor, balance_minor, charge_min_minor, charge_step_minor: step } = row;
  if (total_minor === 0 || balance_minor === 0) return 0;
  if (balance_minor < 0) {
    const room = Math.max(0, maxMinor(row.currency) - total_minor);
    return wholeSteps(Math.min(-balance_minor, room), row);
  }
  const rest = total_minor - Math.min(balance_minor, total_minor);
  if (rest === 0) return -total_minor;
  const due = Math.max(charge_min_minor, Math.ceil(rest / step) * step);
  return Math.min(due, total_minor) - total_minor;
}

type Later = Pick<CheckoutRow, 'renewal_total_minor' | 'coupon_duration' | 'unit_price_minor'>;

/** Whether later payments cost nothing, also those after the ones that a coupon pays. */
export const isFreeLater = ({
  renewal_total_minor,
  coupon_duration,
  unit_price_minor,
}: Later): boolean =>
  renewal_total_minor === null ||
  (renewal_total_minor === 0 && (coupon_duration === 'forever' || unit_price_minor === 0));

/** Whether nothing is to be paid for it, now or later. */
export const isFree = (row: Later & Pick<CheckoutRow, 'total_minor'>): boolean =>
  row.total_minor === 0 && isFreeLater(row);

/** No card is needed if nothing is to be paid, today or later. */
export const needsCard = (row: CheckoutRow): boolean =>
  amountDue(row).due_minor > 0 || !isFreeLater(row);

/** The only changes of status that are allowed. */
const STEPS: Record<CheckoutStatus, CheckoutStatus[]> = {
  open: ['processing', 'completed', 'expired'],
  processing: ['completed', 'open'],
  completed: [],
  expired: [],
};

/** The session with a new status. */
export function withStatus(
  before: CheckoutRow,
  status: CheckoutStatus,
  now: number,
  change: Partial<CheckoutRow> = {},
): CheckoutRow {
  if (!STEPS[before.status].includes(status)) {
    throw new Error(`a checkout cannot go from ${before.status} to ${status}`);
  }
  const is_over = status === 'completed' || status === 'expired';
  const ending = is_over ? { return_key: null } : {};
  // The clock of another process may be a little ahead.
  return { ...before, ...change, ...ending, status, updated_at: Math.max(now, before.updated_at) };
}

export const PAYMENT_ATTEMPTS_MAX = 30;

/** Why a session cannot be paid. */
export function whyNotPay(row: CheckoutRow, now: number) {
  if (row.status === 'expired' || isOverdue(row, now)) return 'checkout_expired';
  return row.payment_attempts >= PAYMENT_ATTEMPTS_MAX ? 'payment_attempts' : undefined;
}

/** Whether its time is over, even if its stored status is still open. */
export const isOverdue = (row: CheckoutRow, now: number): boolean =>
  row.status === 'open' && row.expires_at <= now;

export interface NewCheckout {
  quantity: number;
  adjustable_quantity?: string | null | undefined;
  /** Undefined: a guest. */
  customer_id?: string | undefined;
  /** Of a guest, as far as the seller knows them. */
  buyer?: { email?: string; name?: string } | undefined;
  success_url?: string | null | undefined;
  cancel_url?: string | null | undefined;
  redirect?: boolean | undefined;
  custom_fields?: string | undefined;
  request_id?: string | null | undefined;
  payment_link_id?: string | undefined;
  link_attempt?: string | undefined;
  metadata?: Record<string, string> | undefined;
  expires_in_minutes: number;
}

/** A session without the fields that depend on a coupon. */
export type CheckoutWithoutPrice = Omit<
  CheckoutRow,
  | 'discount_id'
  | 'coupon_code'
  | 'percent_bps'
  | 'coupon_duration'
  | 'coupon_months'
  | 'coupon_amount_minor'
  | 'subtotal_minor'
  | 'discount_minor'
  | 'tax_minor'
  | 'tax_rows'
  | 'total_minor'
  | 'renewal_total_minor'
>;

/** A new session, with the current terms of the product. */
export function newCheckout(
  product: ProductRow,
  input: NewCheckout,
  {
    checkout_session_id,
    has_trial,
    balance_minor,
    charge_min_minor,
    charge_step_minor,
    includes_tax,
    tax,
    now,
  }: Chargeable & {
    checkout_session_id: string;
    has_trial: boolean;
    balance_minor: number;
    includes_tax: boolean;
    tax: TaxDecision | null;
    now: number;
  },
): CheckoutWithoutPrice {
  return {
    checkout_session_id,
    status: 'open',
    product_id: product.product_id,
    product_name: product.name,
    product_description: product.description,
    product_image_url: product.image_url,
    quantity: input.quantity,
    adjustable_quantity: input.adjustable_quantity ?? null,
    customer_id: input.customer_id ?? null,
    is_guest: input.customer_id === undefined ? 1 : 0,
    currency: product.currency,
    unit_price_minor: product.price_minor,
    billing_interval: product.billing_interval,
    billing_interval_count: product.billing_interval_count,
    trial_days: has_trial ? product.trial_days : 0,
    success_url: input.success_url ?? null,
    cancel_url: input.cancel_url ?? null,
    redirect: input.redirect ? 1 : 0,
    metadata: JSON.stringify(input.metadata ?? {}),
    payment_link_id: input.payment_link_id ?? null,
    link_attempt: input.link_attempt ?? null,
    custom_fields: input.custom_fields ?? '[]',
    custom_values: '{}',
    consent: null,
    request_id: input.request_id ?? null,
    return_key: null,
    return_query: null,
    last_payment_error: null,
    payment_attempts: 0,
    transaction_id: null,
    subscription_id: null,
    expires_at: now + input.expires_in_minutes * 60_000,
    completed_at: null,
    created_at: now,
    updated_at: now,
    includes_tax: includes_tax ? 1 : 0,
    tax_category: product.tax_category,
    tax_decision: tax && JSON.stringify(tax),
    license: product.license,
    buyer: input.buyer ? JSON.stringify(input.buyer) : null,
    key_seed: null,
    balance_change_minor: 0,
    charge_min_minor,
    charge_step_minor,
    balance_minor,
  };
}

/** The session after a declined payment: open again, so that the buyer can try again. */
export const withDecline = (row: CheckoutRow, decline_code: string, now: number): CheckoutRow =>
  withStatus(row, 'open', now, {
    transaction_id: null,
    balance_change_minor: 0,
    last_payment_error: paymentErrorJson(decline_code),
  });

/** Why the last payment was declined, as JSON. */
export const paymentErrorJson = (code: string): string =>
  JSON.stringify({ code, message: declineMessage(code) });

export const checkoutAddress = (base_url: string, checkout_session_id: string): string =>
  `${base_url}/checkout/${checkout_session_id}`;

/** Where our page asks for the bank, by the provider's script. */
export const bankAddress = (base_url: string, { checkout_session_id: id }: CheckoutRow): string =>
  `${checkoutAddress(base_url, id)}/continue`;
