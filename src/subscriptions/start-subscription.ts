import { newId } from '../core/ids.ts';
import { DAY_MS } from '../core/time.ts';
import type { Tx } from '../db/database.ts';
import type { Emit } from '../events/outbox.ts';
import { findProduct } from '../products/product.sql.ts';
import {
  discountEnd,
  type PlanTerms,
  period,
  type SubscriptionRow,
  showSubscription,
  withNextAction,
} from './subscription.rules.ts';
import { insertSubscription, savePaymentMethod } from './subscription.sql.ts';

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
    | 'coupon_duration'
    | 'metadata'
  > {
  plan: Omit<PlanTerms, 'tier'>;
  coupon_months: number | null;
  trial_days: number;
  transaction_id: string;
  card: { card_token: string; card_brand: string; card_last_four: string } | undefined;
}

/** A subscription begins, with its trial if it has one. */
export async function startSubscription(
  { tx, emit, now }: { tx: Tx; emit: Emit; now: number },
  { plan, trial_days, coupon_months, transaction_id, card, ...bought }: Bought,
): Promise<SubscriptionRow> {
  const product = await findProduct(tx, plan.plan_id);
  const terms: PlanTerms = { ...plan, tier: product?.tier ?? null };
  const is_trial = trial_days > 0;
  // After a trial, periods count from its end.
  const anchor_at = now + trial_days * DAY_MS;
  const first = period(anchor_at, terms, 0);
  const current = is_trial
    ? { period_number: -1, current_period_start: now, current_period_end: anchor_at }
    : first;
  const row = withNextAction({
    ...terms,
    ...bought,
    ...current,
    subscription_id: newId('sub', now),
    status: is_trial ? 'trialing' : 'active',
    discount_ends_at: discountEnd({ ...bought, coupon_months }, first),
    anchor_at,
    trial_end: is_trial ? anchor_at : null,
    trial_plan_id: is_trial ? terms.plan_id : null,
    trial_ending_told: 0,
    cancel_at_period_end: 0,
    canceled_at: null,
    ended_at: null,
    cancellation_reason: null,
    cancellation_comment: null,
    paused_at: null,
    next_payment_at: current.current_period_end,
    next_action_at: null,
    payment_retries: 0,
    credit_minor: 0,
    pending_change: null,
    latest_transaction_id: transaction_id,
    created_at: now,
    updated_at: now,
  });
  await insertSubscription(tx, row);
  if (card) {
    await savePaymentMethod(tx, { ...card, customer_id: row.customer_id, updated_at: now });
  }
  emit('subscription.created', showSubscription(row));
  return row;
}
