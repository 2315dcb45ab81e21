import type { Static } from 'typebox';
import {
  Amount,
  CurrencyCode,
  Instant,
  InstantLike,
  Nullable,
  OneOf,
} from '../../platform/core/fields.ts';
import { Metadata } from '../../platform/core/metadata.ts';
import { fromMinor } from '../../platform/core/money.ts';
import { type Interval, periodStart } from '../../platform/core/periods.ts';
import { PlanId, SubscriptionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { DAY_MS, isoInstant, isoInstantOrNull } from '../../platform/core/time.ts';
import type { PaidPeriod } from '../money/transactions/period-refunds.rules.ts';
import type { TaxCategory } from '../tax/tax-rate.rules.ts';
import type { AgreedCoupon } from './agreed-coupon.rules.ts';
import { renewalNoticeAt } from './renewal-notice.rules.ts';

export const SUBSCRIPTION_STATUSES = [
  'trialing',
  'active',
  'past_due',
  'paused',
  'canceled',
] as const;
type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

const PAUSERS = ['customer', 'seller', 'unpaid'] as const;

/** The only changes of status that are allowed. */
const STEPS: Record<SubscriptionStatus, SubscriptionStatus[]> = {
  trialing: ['active', 'past_due', 'paused', 'canceled'],
  active: ['active', 'past_due', 'paused', 'canceled'],
  past_due: ['past_due', 'active', 'paused', 'canceled'],
  paused: ['active', 'canceled'],
  canceled: [],
};

const nullableText = (schema = Type.String()) => Nullable(schema);
const nullableInstant = Nullable(Type.String({ format: 'date-time' }));

export const Subscription = Type.Object({
  subscription_id: SubscriptionId,
  object: Type.Literal('subscription'),
  status: OneOf([...SUBSCRIPTION_STATUSES], { examples: ['active'] }),
  customer_id: Type.String({ examples: ['user_42'] }),
  plan_id: PlanId,
  plan: Type.Object({
    name: Type.String({ examples: ['Pro'] }),
    price: Amount,
    currency: CurrencyCode,
    interval: OneOf(['day', 'week', 'month', 'year'], { examples: ['month'] }),
    interval_count: Type.Integer({ examples: [1] }),
    tax_behavior: OneOf(['inclusive', 'exclusive'], {
      description: 'Whether the price has the tax in it: as it was when the plan was bought',
      examples: ['inclusive'],
    }),
  }),
  quantity: Type.Integer({ examples: [1] }),
  coupon_code: nullableText(),
  discount_starts_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Periods that begin earlier have no discount; null: it counts from the first',
    }),
  ),
  discount_ends_at: nullableInstant,
  current_period_start: Instant,
  current_period_end: InstantLike('2026-12-14T09:30:00.000Z'),
  trial_end: nullableInstant,
  cancel_at_period_end: Type.Boolean({ examples: [false] }),
  canceled_at: nullableInstant,
  ended_at: nullableInstant,
  cancellation_reason: nullableText(),
  cancellation_comment: nullableText(),
  paused_at: nullableInstant,
  paused_by: Nullable(
    OneOf([...PAUSERS], {
      description: '`unpaid`: its payments failed. The seller alone resumes what the seller paused',
    }),
  ),
  resumes_at: nullableInstant,
  next_payment_at: Nullable(InstantLike('2026-12-14T09:30:00.000Z')),
  payment_retries: Type.Integer({ examples: [0] }),
  payment_url: Nullable(
    Type.String({ description: 'Past due: where the customer can pay it now, or confirm it' }),
  ),
  credit: Type.Number({
    description: "The customer's balance in this currency; below 0, it is owed",
    examples: [0],
  }),
  pending_change: Nullable(
    Type.Object(
      { plan_id: Type.String(), quantity: Type.Integer(), effective_at: Instant },
      { description: 'What changes at the end of the period' },
    ),
  ),
  latest_transaction_id: nullableText(),
  metadata: Metadata,
  created_at: Instant,
  updated_at: Instant,
});

/** A plan as it was when it was bought. Later changes of its price do not matter. */
export interface PlanTerms {
  plan_id: string;
  plan_name: string;
  price_minor: number;
  currency: string;
  billing_interval: Interval['interval'];
  billing_interval_count: number;
  tier: number | null;
  /** Whether the price has the tax in it. */
  includes_tax: number;
  tax_category: TaxCategory;
}

export interface SubscriptionRow extends PlanTerms, PaidPeriod, AgreedCoupon {
  subscription_id: string;
  status: SubscriptionStatus;
  customer_id: string;
  checkout_session_id: string;
  quantity: number;
  /** Period n begins at periodStart(anchor_at, plan, n). */
  anchor_at: number;
  period_number: number;
  current_period_end: number;
  trial_end: number | null;
  trial_ending_told: number;
  /** The notice of a coming renewal is not due before then; see renewalNoticeAt. */
  notice_after: number;
  cancel_at_period_end: number;
  canceled_at: number | null;
  ended_at: number | null;
  cancellation_reason: string | null;
  cancellation_comment: string | null;
  paused_at: number | null;
  /** Stays through a scheduled cancel, so that only the seller takes back what the seller paused. */
  paused_by: (typeof PAUSERS)[number] | null;
  /** How long the current period has stood still. */
  paused_ms: number;
  /** Until when a customer cannot pause again by themselves; null: they can. */
  pause_used_until: number | null;
  /** When a pause ends by itself. */
  resumes_at: number | null;
  next_payment_at: number | null;
  /** The next instant at which the engine must look at it. */
  next_action_at: number | null;
  payment_retries: number;
  /** Past due without another try: when that ends. */
  past_due_until: number | null;
  /** Past due: until when the license stays valid; null: as long as it is past due. */
  grace_ends_at: number | null;
  /** The end of the address where it can be paid once it was past due; null: it never was. */
  payment_token: string | null;
  /** UsedTime[] as JSON: what was used on other terms since the paid period ended; null: nothing. */
  used_time: string | null;
  /** The price of a whole period at which the rest of the current one is paid for. */
  covered_minor: number;
  /** The tax that was paid with it: CoveredTax as JSON. */
  covered_tax: string | null;
  /** The customer's balance in this currency; computed when it is read. */
  balance_minor: number;
  /** PendingChange as JSON. */
  pending_change: string | null;
  latest_transaction_id: string | null;
  metadata: string;
  created_at: number;
  updated_at: number;
}

export type PendingChange = { plan: PlanTerms; quantity: number };

/** The subscription with a new status, and with the time of its next action. */
export function withStatus(
  before: SubscriptionRow,
  status: SubscriptionStatus,
  now: number,
  change: Partial<SubscriptionRow> = {},
): SubscriptionRow {
  if (!STEPS[before.status].includes(status)) {
    throw new Error(`a subscription cannot go from ${before.status} to ${status}`);
  }
  return withNextAction({ ...before, ...change, status, updated_at: now });
}

const TRIAL_NOTICE_MS = 3 * DAY_MS;

/** Sets when something is due next: the notice that a trial ends, a payment, or the end. */
export function withNextAction(row: SubscriptionRow): SubscriptionRow {
  if (row.status === 'canceled') return { ...row, next_payment_at: null, next_action_at: null };
  if (row.status === 'paused') {
    return { ...row, next_payment_at: null, next_action_at: row.resumes_at };
  }
  if (row.past_due_until !== null) {
    return { ...row, next_payment_at: null, next_action_at: row.past_due_until };
  }
  const ends = row.cancel_at_period_end === 1;
  const due = row.next_payment_at ?? row.current_period_end;
  const notice =
    row.status === 'trialing' && row.trial_ending_told === 0 && row.trial_end !== null
      ? Math.max(row.created_at, row.trial_end - TRIAL_NOTICE_MS)
      : (renewalNoticeAt(row) ?? due);
  return {
    ...row,
    next_payment_at: ends ? null : due,
    next_action_at: Math.min(notice, ends ? row.current_period_end : due),
  };
}

/** The notice of a trial's end comes first, also when both are due. */
export const isTrialNoticeDue = (row: SubscriptionRow, now: number): boolean =>
  row.status === 'trialing' &&
  row.trial_ending_told === 0 &&
  row.trial_end !== null &&
  Math.max(row.created_at, row.trial_end - TRIAL_NOTICE_MS) <= now;

/** Whether there is a page where what is due can be paid. */
const canPayNow = (row: SubscriptionRow): boolean =>
  row.status === 'past_due' && row.payment_token !== null;

export const intervalOf = (plan: PlanTerms): Interval => ({
  interval: plan.billing_interval,
  interval_count: plan.billing_interval_count,
});

/** The period with this number. */
export function period(anchor_at: number, plan: PlanTerms, n: number) {
  const interval = intervalOf(plan);
  return {
    period_number: n,
    current_period_start: periodStart(anchor_at, interval, n),
    current_period_end: periodStart(anchor_at, interval, n + 1),
  };
}

/** `base_url`: the address of this installation, for the link where it can be paid. */
export function showSubscription(
  row: SubscriptionRow,
  { base_url }: { base_url: string },
): Static<typeof Subscription> {
  const pending: PendingChange | null =
    row.pending_change === null ? null : JSON.parse(row.pending_change);
  return {
    subscription_id: row.subscription_id,
    object: 'subscription',
    status: row.status,
    customer_id: row.customer_id,
    plan_id: row.plan_id,
    plan: {
      name: row.plan_name,
      price: fromMinor(row.price_minor, row.currency),
      currency: row.currency,
      interval: row.billing_interval,
      interval_count: row.billing_interval_count,
      tax_behavior: row.includes_tax === 1 ? 'inclusive' : 'exclusive',
    },
    quantity: row.quantity,
    coupon_code: row.coupon_code,
    discount_starts_at: isoInstantOrNull(row.discount_starts_at),
    discount_ends_at: isoInstantOrNull(row.discount_ends_at),
    current_period_start: isoInstant(row.current_period_start),
    current_period_end: isoInstant(row.current_period_end),
    trial_end: isoInstantOrNull(row.trial_end),
    cancel_at_period_end: row.cancel_at_period_end === 1,
    canceled_at: isoInstantOrNull(row.canceled_at),
    ended_at: isoInstantOrNull(row.ended_at),
    cancellation_reason: row.cancellation_reason,
    cancellation_comment: row.cancellation_comment,
    paused_at: isoInstantOrNull(row.paused_at),
    paused_by: row.status === 'paused' ? row.paused_by : null,
    resumes_at: isoInstantOrNull(row.resumes_at),
    next_payment_at: isoInstantOrNull(row.next_payment_at),
    payment_retries: row.payment_retries,
    payment_url: canPayNow(row) ? `${base_url}/pay/${row.payment_token}` : null,
    credit: fromMinor(row.balance_minor, row.currency),
    pending_change: pending && {
      plan_id: pending.plan.plan_id,
      quantity: pending.quantity,
      effective_at: isoInstant(row.current_period_end),
    },
    latest_transaction_id: row.latest_transaction_id,
    metadata: JSON.parse(row.metadata),
    created_at: isoInstant(row.created_at),
    updated_at: isoInstant(row.updated_at),
  };
}
