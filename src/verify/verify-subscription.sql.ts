import type { Reader } from '../db/database.ts';
import type { PauseRow } from '../subscriptions/pause.rules.ts';
import type { SubscriptionRow } from '../subscriptions/subscription.rules.ts';
import type { TransactionRow } from '../transactions/transaction.rules.ts';

// As in verify.sql.ts: identifiers after one, up to another.
type From = { store_id: string; after: string; limit: number };
type IdRange = Record<'store_id' | 'after' | 'upto', string>;

export type VerifiedSubscription = SubscriptionRow & { applied_at: number | null };

const SUBSCRIPTIONS = `SELECT s.*,
    (SELECT MAX(a.applied_at) FROM applied_coupons a WHERE a.store_id = s.store_id
      AND a.discount_id = s.discount_id AND a.subscription_id = s.subscription_id) AS applied_at
  FROM subscriptions s
  WHERE s.store_id = :store_id AND s.subscription_id > :after
  ORDER BY s.subscription_id LIMIT :limit`;

/** With when their coupon was applied, if it was not bought with them. */
export const listSubscriptions = (reader: Reader, from: From) =>
  reader.all<VerifiedSubscription>(SUBSCRIPTIONS, from);

export type PeriodPaid = Pick<
  TransactionRow,
  | 'subscription_id'
  | 'transaction_id'
  | 'type'
  | 'status'
  | 'period_start'
  | 'give_back_minor'
  | 'period_end'
  | 'created_at'
>;

const PERIODS = `SELECT subscription_id, transaction_id, type, status, period_start, period_end,
    give_back_minor,
    created_at
  FROM transactions
  WHERE store_id = :store_id AND subscription_id > :after AND subscription_id <= :upto
    AND type <> 'refund'
  ORDER BY subscription_id, transaction_id`;

/** Every payment of some subscriptions, in the order of time. */
export const periodsIn = (reader: Reader, range: IdRange) => reader.all<PeriodPaid>(PERIODS, range);

const PAUSES = `SELECT subscription_id, paused_at, resumed_at, period_start FROM pauses
  WHERE store_id = :store_id AND subscription_id > :after AND subscription_id <= :upto
  ORDER BY subscription_id, paused_at`;

/** Every pause of some subscriptions that is over, in the order of time. */
export const pausesIn = (reader: Reader, range: IdRange) => reader.all<PauseRow>(PAUSES, range);
