import { RETRY_DAYS } from '../core/periods.ts';
import { DAY_MS } from '../core/time.ts';
import {
  firstAttemptAt,
  new_pending,
  settledAt,
  type TransactionRow,
} from '../transactions/transaction.rules.ts';
import { type Bill, isSameInterval, periodBill } from './bill.rules.ts';
import {
  movedSubscription,
  type PendingChange,
  type PlanTerms,
  period,
  type SubscriptionRow,
  withNextAction,
} from './subscription.rules.ts';

/** What a payment brings about once it is paid; kept with the intent, as JSON. */
export interface Effect {
  plan: PlanTerms;
  quantity: number;
  anchor_at: number;
  period_number: number;
  current_period_start: number;
  current_period_end: number;
  credit_minor: number;
  discount_ends_at: number | null;
  /** A change that had been put off to the end of the period. */
  drops_pending: boolean;
}

/** The next period of a subscription, and what it costs. */
export function nextPeriod(row: SubscriptionRow): { effect: Effect; bill: Bill } {
  const pending: PendingChange | null =
    row.pending_change === null ? null : JSON.parse(row.pending_change);
  const plan = pending?.plan ?? planOf(row);
  const quantity = pending?.quantity ?? row.quantity;
  const end = row.current_period_end;
  // A trial's end, and another interval, begin to count anew; everything else from the anchor.
  const begins_anew = row.status === 'trialing' || !isSameInterval(row, plan);
  const anchor_at = begins_anew ? end : row.anchor_at;
  const next = period(anchor_at, plan, begins_anew ? 0 : row.period_number + 1);
  const bill = periodBill(row, {
    plan,
    quantity,
    period_start: next.current_period_start,
    period_end: next.current_period_end,
  });
  // Once is once, also if the plan was changed before the first payment.
  const is_first = row.status === 'trialing' || row.period_number === -1;
  const is_once = row.coupon_duration === 'once' && row.trial_end !== null;
  const effect = {
    plan,
    quantity,
    anchor_at,
    ...next,
    discount_ends_at:
      is_first && is_once && row.discount_ends_at !== null
        ? Math.min(row.discount_ends_at, next.current_period_end)
        : row.discount_ends_at,
    credit_minor: bill.credit_after_minor,
    drops_pending: pending !== null,
  };
  return { effect, bill };
}

export const planOf = (row: PlanTerms): PlanTerms => ({
  plan_id: row.plan_id,
  plan_name: row.plan_name,
  price_minor: row.price_minor,
  currency: row.currency,
  billing_interval: row.billing_interval,
  billing_interval_count: row.billing_interval_count,
  tier: row.tier,
});

/** The intent to charge a subscription. */
export function chargeOf(
  row: SubscriptionRow,
  charge: {
    transaction_id: string;
    type: 'renewal' | 'plan_change';
    bill: Bill;
    effect: Effect;
    request_key: string | null;
    now: number;
  },
): TransactionRow {
  const { bill, effect, now } = charge;
  return {
    ...new_pending,
    transaction_id: charge.transaction_id,
    type: charge.type,
    customer_id: row.customer_id,
    product_id: effect.plan.plan_id,
    subscription_id: row.subscription_id,
    checkout_session_id: null,
    quantity: effect.quantity,
    subtotal_minor: bill.subtotal_minor,
    discount_minor: bill.discount_minor,
    tax_minor: 0,
    total_minor: bill.total_minor,
    currency: row.currency,
    lines: JSON.stringify(bill.lines),
    period_start: effect.current_period_start,
    period_end: effect.current_period_end,
    metadata: row.metadata,
    request_key: charge.request_key,
    effect: JSON.stringify(effect),
    next_attempt_at: firstAttemptAt(now),
    created_at: now,
  };
}

/** A subscription on the terms of an effect that has come about. */
export function afterEffect(row: SubscriptionRow, effect: Effect, now: number): SubscriptionRow {
  const { plan, quantity, drops_pending, ...rest } = effect;
  return withNextAction({
    ...row,
    ...plan,
    ...rest,
    quantity,
    pending_change: drops_pending ? null : row.pending_change,
    payment_retries: 0,
    next_payment_at: rest.current_period_end,
    updated_at: now,
  });
}

/** A subscription after a payment. */
export function afterPayment(
  row: SubscriptionRow,
  paid: TransactionRow,
  now: number,
): SubscriptionRow {
  const changed = afterEffect(row, JSON.parse(paid.effect ?? 'null'), now);
  const latest_transaction_id = paid.transaction_id;
  // A change of plan leaves the status as it is; only the payment of a period makes it active.
  return paid.type === 'plan_change'
    ? { ...changed, latest_transaction_id }
    : movedSubscription(changed, 'active', now, { latest_transaction_id });
}

/** A subscription after a renewal that was declined: another try later, or the end. */
export function afterDecline(
  row: SubscriptionRow,
  declined: TransactionRow,
  now: number,
): SubscriptionRow {
  const payment_retries = row.status === 'past_due' ? row.payment_retries + 1 : 0;
  const days = RETRY_DAYS[payment_retries];
  const latest_transaction_id = declined.transaction_id;
  if (days === undefined) {
    return movedSubscription(row, 'canceled', now, {
      payment_retries,
      latest_transaction_id,
      canceled_at: now,
      ended_at: now,
      cancellation_reason: 'payment_failed',
      pending_change: null,
    });
  }
  return movedSubscription(row, 'past_due', now, {
    payment_retries,
    latest_transaction_id,
    next_payment_at: settledAt(declined, now) + days * DAY_MS,
  });
}
