import { newId } from '../../platform/core/ids.ts';
import { DAY_MS } from '../../platform/core/time.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import { findProduct } from '../catalogue/products/product.sql.ts';
import { type PaymentMethodRow, savePaymentMethod } from '../money/payments/payment-method.sql.ts';
import { NO_REFUNDS } from '../money/transactions/period-refunds.rules.ts';
import type { TaxDecision } from '../tax/decide-tax.rules.ts';
import { discountEnd, intervalText } from './coupon.rules.ts';
import { coveredTaxJson } from './covered-tax.rules.ts';
import { addSubscription } from './save-subscription.ts';
import {
  type PlanTerms,
  period,
  type SubscriptionRow,
  showSubscription,
  withNextAction,
} from './subscription.rules.ts';
import { recordTrial } from './subscription.sql.ts';

/** What was bought: the terms of a checkout session. */
export interface Bought
  extends Pick<
    SubscriptionRow,
    | 'checkout_session_id'
    | 'customer_id'
    | 'quantity'
    | 'discount_id'
    | 'coupon_code'
    | 'percent_bps'
    | 'coupon_amount_minor'
    | 'coupon_duration'
    | 'coupon_months'
    | 'metadata'
  > {
  plan: Omit<PlanTerms, 'tier'>;
  /** Plans that the coupon is limited to, with commas between. */
  coupon_product_ids: string | null;
  trial_days: number;
  transaction_id: string;
  /** What it cost with tax, by card and from the balance, and when that was begun. */
  paid_minor: number;
  tax: TaxDecision;
  paid_at: number;
  /** What the customer has in this currency once it is paid. */
  balance_minor: number;
  card: PaymentMethodRow | undefined;
}

/** A subscription begins, with its trial if it has one. */
export async function startSubscription(
  context: StoreTx,
  { plan, trial_days, transaction_id, card, tax, ...paid }: Bought,
): Promise<SubscriptionRow> {
  const { tx, emit, now, services } = context;
  const { paid_minor, paid_at, ...bought } = paid;
  const product = await findProduct(tx, plan.plan_id);
  const terms: PlanTerms = { ...plan, tier: product?.tier ?? null };
  const is_trial = trial_days > 0;
  // After a trial, periods count from its end.
  const anchor_at = now + trial_days * DAY_MS;
  const first = period(anchor_at, terms, 0);
  const current = is_trial
    ? { period_number: -1, current_period_start: now, current_period_end: anchor_at }
    : first;
  const { customer_id } = bought;
  const row = withNextAction({
    ...terms,
    ...bought,
    coupon_quantity: bought.discount_id === null ? null : bought.quantity,
    coupon_interval: bought.discount_id === null ? null : intervalText(terms),
    discount_from: bought.discount_id === null ? null : anchor_at,
    ...current,
    subscription_id: newId('sub', now),
    status: is_trial ? 'trialing' : 'active',
    discount_starts_at: null,
    discount_ends_at: discountEnd(bought, first),
    earlier_coupon: null,
    anchor_at,
    trial_end: is_trial ? anchor_at : null,
    trial_ending_told: 0,
    notice_after: 0,
    cancel_at_period_end: 0,
    canceled_at: null,
    ended_at: null,
    cancellation_reason: null,
    cancellation_comment: null,
    paused_at: null,
    paused_by: null,
    paused_ms: 0,
    pause_used_until: null,
    resumes_at: null,
    next_payment_at: current.current_period_end,
    next_action_at: null,
    payment_retries: 0,
    past_due_until: null,
    grace_ends_at: null,
    payment_token: null,
    used_time: null,
    covered_minor: is_trial ? 0 : paid_minor,
    covered_tax: is_trial ? null : coveredTaxJson(tax, now),
    rest_refunded_minor: 0,
    period_paid_minor: is_trial ? 0 : paid_minor,
    period_refunds: NO_REFUNDS,
    end_refund: null,
    paid_since: paid_at,
    pending_change: null,
    latest_transaction_id: transaction_id,
    created_at: now,
    updated_at: now,
  });
  await addSubscription(context, row);
  if (is_trial) {
    const { subscription_id } = row;
    await recordTrial(tx, { customer_id, plan_id: terms.plan_id, subscription_id, now });
  }
  if (card) {
    await savePaymentMethod(tx, { ...card, customer_id, updated_at: paid_at });
  }
  emit('subscription.created', showSubscription(row, services));
  return row;
}
