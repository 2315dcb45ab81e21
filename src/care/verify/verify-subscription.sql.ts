import type { Reader } from '../../platform/db/database.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import type { PauseRow } from '../../shop/subscriptions/pause.rules.ts';
import type { SubscriptionRow } from '../../shop/subscriptions/subscription.rules.ts';
import type { Basis, StandingRest } from './verify-period.rules.ts';

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

// The last one that was settled. Of two in a millisecond the subscription says which it was.
const BASES = `SELECT t.subscription_id, t.effect, t.period_start, t.period_end, t.total_minor,
    t.balance_change_minor
  FROM subscriptions s JOIN transactions t ON t.store_id = s.store_id
    AND t.transaction_id = (SELECT p.transaction_id FROM transactions p
      WHERE p.store_id = s.store_id AND p.subscription_id = s.subscription_id
        AND p.status NOT IN ('pending', 'declined', 'failed') AND p.type <> 'refund'
        AND p.give_back_minor IS NULL
        AND (p.effect IS NOT NULL OR p.type = 'subscription_start')
      ORDER BY CASE WHEN p.transaction_id = s.latest_transaction_id THEN 0 ELSE 1 END,
        p.transaction_id DESC LIMIT 1)
  WHERE s.store_id = :store_id AND s.subscription_id > :after AND s.subscription_id <= :upto`;

/** The payment that each of some subscriptions is as it is after. */
export const basesIn = (reader: Reader, range: IdRange) =>
  reader.all<Basis & { subscription_id: string }>(BASES, range);

const RESTS = `SELECT p.subscription_id, r.transaction_id AS "of", p.transaction_id AS payment_id,
    p.created_at AS paid_at, r.effect, r.total_minor, CAST(NULL AS bigint) AS rest_minor
  FROM transactions p JOIN transactions r ON r.store_id = p.store_id
    AND r.refunded_transaction_id = p.transaction_id AND r.status IN ('pending', 'paid')
  WHERE p.store_id = :store_id AND p.subscription_id > :after AND p.subscription_id <= :upto
  UNION ALL
  SELECT p.subscription_id, d.reference, p.transaction_id, p.created_at, NULL, 0, d.rest_minor
  FROM transactions p JOIN disputes d ON d.store_id = p.store_id
    AND d.transaction_id = p.transaction_id
  WHERE p.store_id = :store_id AND p.subscription_id > :after AND p.subscription_id <= :upto`;

type FoundRest = Omit<StandingRest, 'rest_minor'> &
  Pick<TransactionRow, 'effect' | 'total_minor'> & {
    subscription_id: string;
    /** Of a dispute; a refund has it in its effect. */
    rest_minor: number | null;
  };

/** Refunds and disputes of payments of some subscriptions. */
export const restsIn = (reader: Reader, range: IdRange) => reader.all<FoundRest>(RESTS, range);
