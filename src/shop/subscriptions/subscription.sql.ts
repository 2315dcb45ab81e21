import type { Reader, Tx } from '../../platform/db/database.ts';
import type { Filter } from '../../platform/db/filters.ts';
import { listFiltered } from '../../platform/db/list-filtered.ts';
import { changes, locks, reads } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';
import type { StoreWithBrand } from '../store/brand.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

const subscriptions = table<SubscriptionRow>(
  'subscriptions',
  's',
  {
    subscription_id: 'key',
    status: 'changes',
    customer_id: 'fixed',
    checkout_session_id: 'fixed',
    plan_id: 'changes',
    plan_name: 'changes',
    price_minor: 'changes',
    currency: 'changes',
    billing_interval: 'changes',
    billing_interval_count: 'changes',
    tier: 'changes',
    includes_tax: 'changes',
    tax_category: 'changes',
    quantity: 'changes',
    discount_id: 'changes',
    coupon_code: 'changes',
    percent_bps: 'changes',
    coupon_amount_minor: 'changes',
    coupon_product_ids: 'changes',
    coupon_quantity: 'changes',
    coupon_duration: 'changes',
    coupon_months: 'changes',
    coupon_interval: 'changes',
    discount_from: 'changes',
    discount_starts_at: 'changes',
    discount_ends_at: 'changes',
    earlier_coupon: 'changes',
    anchor_at: 'changes',
    period_number: 'changes',
    current_period_start: 'changes',
    current_period_end: 'changes',
    trial_end: 'changes',
    trial_ending_told: 'changes',
    notice_after: 'changes',
    cancel_at_period_end: 'changes',
    canceled_at: 'changes',
    ended_at: 'changes',
    cancellation_reason: 'changes',
    cancellation_comment: 'changes',
    paused_at: 'changes',
    paused_by: 'changes',
    paused_ms: 'changes',
    pause_used_until: 'changes',
    resumes_at: 'changes',
    next_payment_at: 'changes',
    next_action_at: 'changes',
    payment_retries: 'changes',
    past_due_until: 'changes',
    grace_ends_at: 'changes',
    payment_token: 'changes',
    used_time: 'changes',
    covered_minor: 'changes',
    covered_tax: 'changes',
    rest_refunded_minor: 'changes',
    period_paid_minor: 'changes',
    period_refunds: 'changes',
    end_refund: 'changes',
    paid_since: 'changes',
    pending_change: 'changes',
    latest_transaction_id: 'changes',
    metadata: 'fixed',
    created_at: 'fixed',
    updated_at: 'changes',
    balance_minor: {
      computed: `COALESCE((SELECT b.balance_minor FROM customer_balances b
        WHERE b.store_id = s.store_id AND b.customer_id = s.customer_id
          AND b.currency = s.currency), 0)`,
    },
  },
  { unread: ['claimed_until'] },
);

const FIND = reads('customer_balances', 'store_id').reads('subscriptions', 'subscription_id')`
  ${subscriptions.select} AND s.subscription_id = :subscription_id`;

export const findSubscription = (reader: Reader, subscription_id: string) =>
  reader.maybe<SubscriptionRow>(FIND, { subscription_id });

const LOCK = locks('subscriptions', 'subscription_id')`
  SELECT s.customer_id, s.currency FROM subscriptions s
  WHERE s.store_id = :store_id AND s.subscription_id = :subscription_id FOR UPDATE`;
const LOCK_BALANCE = locks('customer_balances', 'customer_id', 'currency')`
  SELECT balance_minor FROM customer_balances
  WHERE store_id = :store_id AND customer_id = :customer_id AND currency = :currency FOR UPDATE`;

/** Locks the subscription and the customer's balance, and reads them only then. */
export async function lockSubscription(
  tx: Tx,
  subscription_id: string,
): Promise<SubscriptionRow | undefined> {
  const account = await tx.maybe<{ customer_id: string; currency: string }>(LOCK, {
    subscription_id,
  });
  if (!account) return undefined;
  await tx.maybe(LOCK_BALANCE, account);
  return findSubscription(tx, subscription_id);
}

export const insertSubscription = subscriptions.insert;

const SAVE = changes('subscriptions', 'subscription_id')`
  UPDATE subscriptions SET ${subscriptions.changes}, claimed_until = 0
  WHERE store_id = :store_id AND subscription_id = :subscription_id`;

/** The subscription must be locked in this transaction. */
export const updateSubscription = (tx: Tx, row: SubscriptionRow) => tx.run(SAVE, { ...row });

const HAD_TRIAL = reads('trials', 'customer_id', 'plan_id')`SELECT plan_id FROM trials
  WHERE store_id = :store_id AND customer_id = :customer_id AND plan_id = :plan_id`;

/** Whether a customer has had a trial of a plan. */
export const hadTrial = async (
  reader: Reader,
  one: { customer_id: string; plan_id: string },
): Promise<boolean> => (await reader.maybe(HAD_TRIAL, one)) !== undefined;

const BY_PAYMENT_TOKEN = `SELECT s.subscription_id, o.store_id, o.number, o.mode, o.provider,
    o.name, o.brand, o.clock_ahead_ms
  FROM subscriptions s JOIN stores o ON o.store_id = s.store_id
  WHERE s.payment_token = :payment_token`;

/** Finds the store too: the page where a bill is paid has no API key. */
export const findByPaymentToken = (reader: Reader, payment_token: string) =>
  reader.maybe<StoreWithBrand & { subscription_id: string }>(BY_PAYMENT_TOKEN, { payment_token });

const INSERT_TRIAL = changes('trials', 'plan_id', 'customer_id')`
  INSERT INTO trials (store_id, customer_id, plan_id, subscription_id, created_at)
  VALUES (:store_id, :customer_id, :plan_id, :subscription_id, :now)
  ON CONFLICT (store_id, customer_id, plan_id) DO NOTHING`;

/** Records a trial; returns 0 when the customer has already had a trial of this plan. */
export const recordTrial = (
  tx: Tx,
  trial: { customer_id: string; plan_id: string; subscription_id: string; now: number },
) => tx.run(INSERT_TRIAL, trial);

// An abandoned charge that is pending holds nothing up; a debt does not hold up the end.
const UNDER_WAY = `t.store_id = s.store_id AND t.subscription_id = s.subscription_id
  AND t.status = 'pending' AND t.type <> 'refund' AND t.give_back_minor IS NULL
  AND (t.effect IS NOT NULL OR s.cancel_at_period_end = 0)`;

// A subscription with a pending charge is not due: a job asks the provider about that charge.
const DUE = `s.store_id = :store_id AND s.next_action_at <= :now AND s.claimed_until <= :wall
  AND NOT EXISTS (SELECT 1 FROM transactions t WHERE ${UNDER_WAY})`;

const FIRST_DUE = `SELECT s.subscription_id FROM subscriptions s WHERE ${DUE}
  ORDER BY s.next_action_at, s.subscription_id LIMIT 1`;

/** The one that has been due for longest. */
export const firstDueSubscription = async (reader: Reader, due: { now: number; wall: number }) =>
  (await reader.maybe<{ subscription_id: string }>(FIRST_DUE, due))?.subscription_id;

const OVERDUE = `SELECT s.subscription_id, s.next_action_at FROM subscriptions s
  WHERE s.store_id = :store_id AND s.next_action_at <= :upto
    AND NOT EXISTS (SELECT 1 FROM transactions t WHERE ${UNDER_WAY})
  ORDER BY s.next_action_at, s.subscription_id LIMIT :limit`;

/** Those that were due at an instant and still are; the one that waits for longest is first. */
export const listOverdue = (reader: Reader, overdue: { upto: number; limit: number }) =>
  reader.all<{ subscription_id: string; next_action_at: number }>(OVERDUE, overdue);

// By real time. While advance-clock moves the clock of a store, it does what is due itself.
const OLDEST_DUE = `SELECT o.mode, (SELECT s.next_action_at FROM subscriptions s
    WHERE s.store_id = o.store_id AND s.next_action_at <= :wall + o.clock_ahead_ms
      AND NOT EXISTS (SELECT 1 FROM transactions t WHERE ${UNDER_WAY})
    ORDER BY s.next_action_at LIMIT 1) - o.clock_ahead_ms AS due_at
  FROM stores o WHERE o.clock_claimed_until <= :wall`;

/** Since when something is due, in every store; null where nothing is. */
export const oldestDue = (reader: Reader, wall: number) =>
  reader.all<{ mode: 'test' | 'live'; due_at: number | null }>(OLDEST_DUE, { wall });

const FIRST_TO_RUN = `SELECT s.subscription_id FROM subscriptions s
  WHERE s.store_id = :store_id AND s.next_action_at <= :now
    AND NOT EXISTS (SELECT 1 FROM transactions t WHERE ${UNDER_WAY} AND t.attempts > 0)
  ORDER BY s.next_action_at, s.subscription_id LIMIT 1`;

/**
 * The same for advance-clock: ignores claims, and includes subscriptions with a pending charge
 * unless the provider did not answer.
 */
export const firstDueForClock = async (reader: Reader, now: number) =>
  (await reader.maybe<{ subscription_id: string }>(FIRST_TO_RUN, { now }))?.subscription_id;

const LOCK_DUE = locks('subscriptions', 'store_id').reads('transactions', 'store_id')`
  SELECT s.subscription_id FROM subscriptions s WHERE ${DUE}
  ORDER BY s.next_action_at, s.subscription_id LIMIT :limit FOR UPDATE SKIP LOCKED`;

const CLAIM = changes('subscriptions', 'subscription_id')`
  UPDATE subscriptions SET claimed_until = :until
  WHERE store_id = :store_id AND subscription_id = :subscription_id`;

/** Takes some that are due, so that no other worker does until then. */
export async function claimDueSubscriptions(
  tx: Tx,
  { until, ...due }: { now: number; wall: number; until: number; limit: number },
): Promise<string[]> {
  const rows = await tx.all<{ subscription_id: string }>(LOCK_DUE, due);
  for (const { subscription_id } of rows) await tx.run(CLAIM, { subscription_id, until });
  return rows.map(({ subscription_id }) => subscription_id);
}

const FILTERS = ['customer_id', 'plan_id', 'status'] as const;
const LIST = {
  select: subscriptions.select,
  alias: 's',
  names: FILTERS,
  table: 'subscriptions',
  key: 'subscription_id',
};

export const listSubscriptionRows = (
  reader: Reader,
  filter: Filter<(typeof FILTERS)[number]>,
  range: { before: string; after?: string; order?: 'newest' | 'oldest'; limit: number },
) => listFiltered<SubscriptionRow, (typeof FILTERS)[number]>(reader, LIST, filter, range);

const WILL_BE_CHARGED = `SELECT s.subscription_id FROM subscriptions s
  WHERE s.store_id = :store_id AND s.customer_id = :customer_id
    AND s.status IN ('trialing', 'active', 'past_due') AND s.cancel_at_period_end = 0
    AND s.price_minor > 0 LIMIT 1`;

/** Whether a customer has a subscription that goes on. */
export const willBeCharged = async (reader: Reader, customer_id: string): Promise<boolean> =>
  (await reader.maybe(WILL_BE_CHARGED, { customer_id })) !== undefined;

const PAST_DUE = `SELECT s.subscription_id FROM subscriptions s
  WHERE s.store_id = :store_id AND s.customer_id = :customer_id
    AND COALESCE(s.status, '') = 'past_due' ORDER BY s.subscription_id LIMIT 100`;

export const listPastDue = (reader: Reader, customer_id: string) =>
  reader.all<{ subscription_id: string }>(PAST_DUE, { customer_id });
