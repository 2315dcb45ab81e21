import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, locks, reads } from '../../../platform/db/rows.ts';
import type { PaidPeriod } from './period-refunds.rules.ts';

// Changes of 0 are no payments, however many there are.
const CREDITABLE = locks('transactions', 'subscription_id')`
  SELECT t.transaction_id, t.credited_minor,
    t.total_minor - t.credited_minor
      - CASE WHEN t.refunding_minor + t.disputed_minor < t.total_minor
          THEN t.refunding_minor + t.disputed_minor ELSE t.total_minor END
      + CASE WHEN t.balance_change_minor < 0 THEN -t.balance_change_minor - t.returned_minor
          ELSE 0 END AS left_minor
  FROM transactions t
  WHERE t.store_id = :store_id AND t.subscription_id = :subscription_id
    AND t.type <> 'refund'
    AND t.status IN ('paid', 'partially_refunded', 'disputed', 'charged_back')
    AND (t.total_minor > 0 OR t.balance_change_minor < 0) AND t.give_back_minor IS NULL
  ORDER BY t.transaction_id DESC LIMIT 1000 FOR UPDATE`;

interface Creditable {
  transaction_id: string;
  credited_minor: number;
  left_minor: number;
}

const CREDIT = changes('transactions', 'transaction_id')`
  UPDATE transactions SET credited_minor = credited_minor + :amount_minor
  WHERE store_id = :store_id AND transaction_id = :transaction_id`;

/** Remembers of which payments credit is made, the newest first: their refund takes it back. */
export async function recordCreditFromPayments(
  tx: Tx,
  { subscription_id, amount_minor }: { subscription_id: string; amount_minor: number },
): Promise<void> {
  let rest = amount_minor;
  for (const one of await tx.all<Creditable>(CREDITABLE, { subscription_id })) {
    const part = Math.min(rest, one.left_minor);
    if (part <= 0) continue;
    await tx.run(CREDIT, { transaction_id: one.transaction_id, amount_minor: part });
    rest -= part;
  }
}

const CREDITED = locks('transactions', 'subscription_id')`
  SELECT t.transaction_id, t.credited_minor FROM transactions t
  WHERE t.store_id = :store_id AND t.subscription_id = :subscription_id
    AND t.type <> 'refund' AND t.credited_minor > 0 AND t.created_at >= :since
  ORDER BY t.transaction_id DESC LIMIT 1000 FOR UPDATE`;

const RETURNED = changes('transactions', 'transaction_id')`
  UPDATE transactions SET returned_minor = :amount_minor
  WHERE store_id = :store_id AND transaction_id = :transaction_id`;

/**
 * Credit that was made of payments for this period pays for it again, with the change `by`: it is
 * theirs once more, and so no money of the change.
 */
export async function returnCredit(
  tx: Tx,
  {
    amount_minor,
    by,
    ...of
  }: { subscription_id: string; since: number; amount_minor: number; by: string },
): Promise<void> {
  let rest = amount_minor;
  for (const { transaction_id, credited_minor } of await tx.all<Creditable>(CREDITED, of)) {
    const part = Math.min(rest, credited_minor);
    if (part <= 0) continue;
    await tx.run(CREDIT, { transaction_id, amount_minor: -part });
    rest -= part;
  }
  await tx.run(RETURNED, { transaction_id: by, amount_minor: amount_minor - rest });
}

/** A refund takes back credit that was made of the same money; a declined one gives it again. */
export const changeCredited = (tx: Tx, change: { transaction_id: string; amount_minor: number }) =>
  tx.run(CREDIT, change);

const LOCK_SUBSCRIPTION = locks('subscriptions', 'subscription_id')`
  SELECT subscription_id FROM subscriptions
  WHERE store_id = :store_id AND subscription_id = :subscription_id FOR UPDATE`;

/** Whoever changes a subscription locks it before its payments: so does who refunds one. */
export const lockSubscriptionOfPayment = (tx: Tx, subscription_id: string) =>
  tx.maybe(LOCK_SUBSCRIPTION, { subscription_id });

const PERIOD = reads('subscriptions', 'subscription_id')`
  SELECT current_period_start, paid_since, rest_refunded_minor, period_paid_minor,
    period_refunds, end_refund
  FROM subscriptions WHERE store_id = :store_id AND subscription_id = :subscription_id`;

/** What is paid for the current period of a subscription, which is locked. */
export const findPaidPeriod = (tx: Tx, subscription_id: string) =>
  tx.maybe<PaidPeriod>(PERIOD, { subscription_id });

const SAVE_PERIOD = changes('subscriptions', 'subscription_id')`
  UPDATE subscriptions SET rest_refunded_minor = :rest_refunded_minor,
    period_paid_minor = :period_paid_minor, period_refunds = :period_refunds
  WHERE store_id = :store_id AND subscription_id = :subscription_id`;

export const savePaidPeriod = (
  tx: Tx,
  subscription_id: string,
  { rest_refunded_minor, period_paid_minor, period_refunds }: PaidPeriod,
) =>
  tx.run(SAVE_PERIOD, { subscription_id, rest_refunded_minor, period_paid_minor, period_refunds });

const CHANGES = `SELECT t.transaction_id, t.effect FROM transactions t
  WHERE t.store_id = :store_id AND t.subscription_id = :subscription_id
    AND t.type = 'plan_change' AND t.status NOT IN ('pending', 'declined')
    AND t.created_at >= :since AND t.effect LIKE '%"counted_refunds":[{%'
  ORDER BY t.transaction_id DESC LIMIT 1000`;

/** Changes of a subscription, the newest first, that gave back less because of refunds. */
export const listCountingChanges = (tx: Tx, of: { subscription_id: string; since: number }) =>
  tx.all<{ transaction_id: string; effect: string }>(CHANGES, of);

const SAVE_EFFECT = changes('transactions', 'transaction_id')`
  UPDATE transactions SET effect = :effect
  WHERE store_id = :store_id AND transaction_id = :transaction_id`;

export const saveEffect = (tx: Tx, change: { transaction_id: string; effect: string }) =>
  tx.run(SAVE_EFFECT, change);

const LAST_CHARGE = `SELECT t.created_at FROM transactions t
  WHERE t.store_id = :store_id AND t.subscription_id = :subscription_id AND t.type <> 'refund'
  ORDER BY t.transaction_id DESC LIMIT 1`;

/** When a subscription was charged last, or was to be. */
export const lastChargeAt = async (reader: Reader, subscription_id: string): Promise<number> =>
  (await reader.maybe<{ created_at: number }>(LAST_CHARGE, { subscription_id }))?.created_at ?? 0;

// Credit in place of a refund is a change of 0 without an effect: no debt.
const HAS_DEBT_CHARGE = `SELECT t.transaction_id FROM transactions t
  WHERE t.store_id = :store_id AND t.subscription_id = :subscription_id
    AND t.type = 'plan_change' AND t.effect IS NULL AND t.total_minor > 0
    AND t.created_at >= :since LIMIT 1`;

/** Whether a debt was collected, or was to be, since then. */
export const hasDebtCharge = async (
  reader: Reader,
  of: { subscription_id: string; since: number },
): Promise<boolean> => (await reader.maybe(HAS_DEBT_CHARGE, of)) !== undefined;
