import type { Reader, ReaderOutsideTx } from '../../platform/db/database.ts';
import { textList } from '../../platform/db/filters.ts';
import type { CheckoutRow } from '../../shop/checkout/checkout.rules.ts';
import { RECORDS_MAX } from '../../shop/money/payments/provider-record.rules.ts';
import type { LedgerEntry } from '../../shop/money/transactions/ledger.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import type { ComparedRow, LicenseCount } from './verify.rules.ts';

/** A range of a store's records, by identifier: after one, up to another. */
export interface IdRange {
  [name: string]: string | number;
  store_id: string;
  after: string;
  upto: string;
}

type From = { store_id: string; after: string; limit: number };

const TRANSACTIONS = `SELECT t.*, (SELECT o.provider_reference FROM transactions o
    WHERE o.store_id = t.store_id AND o.transaction_id = t.refunded_transaction_id)
    AS charge_reference
  FROM transactions t
  WHERE t.store_id = :store_id AND t.transaction_id > :after ORDER BY t.transaction_id LIMIT :limit`;

export const listTransactions = (reader: Reader, from: From) =>
  reader.all<ComparedRow>(TRANSACTIONS, from);

// The licenses of a checkout are those of its payment.
const CHECKOUTS = `SELECT c.*, (SELECT COUNT(*) FROM licenses l
    WHERE l.store_id = c.store_id AND l.transaction_id = c.transaction_id) AS licenses
  FROM checkouts c
  WHERE store_id = :store_id AND checkout_session_id > :after
  ORDER BY checkout_session_id LIMIT :limit`;

export const listCheckouts = (reader: Reader, from: From) =>
  reader.all<CheckoutRow & { licenses: number }>(CHECKOUTS, from);

export type StoredEntry = LedgerEntry & { transaction_id: string; currency: string };

const ENTRIES = `SELECT transaction_id, debit_account, credit_account, amount_minor, currency
  FROM ledger_entries
  WHERE store_id = :store_id AND transaction_id > :after AND transaction_id <= :upto
  ORDER BY transaction_id, position`;

export const entriesIn = (reader: Reader, range: IdRange) =>
  reader.all<StoredEntry>(ENTRIES, range);

export interface RefundSums {
  refunded_transaction_id: string;
  paid_minor: number;
  claimed_minor: number;
}

const REFUNDS = `SELECT refunded_transaction_id,
    CAST(SUM(CASE WHEN status = 'paid' THEN total_minor ELSE 0 END) AS bigint) AS paid_minor,
    CAST(SUM(CASE WHEN status IN ('pending', 'paid') THEN total_minor ELSE 0 END) AS bigint)
      AS claimed_minor
  FROM transactions
  WHERE store_id = :store_id AND refunded_transaction_id > :after
    AND refunded_transaction_id <= :upto
  GROUP BY refunded_transaction_id`;

export const refundSumsIn = (reader: Reader, range: IdRange) =>
  reader.all<RefundSums>(REFUNDS, range);

const SOME = textList(RECORDS_MAX);
const OURS = `SELECT transaction_id, provider_reference, status FROM transactions
  WHERE store_id = :store_id`;
const OURS_BY_REFERENCE = `${OURS} AND provider = :provider AND provider_reference ${SOME.sql}`;
const OURS_BY_KEY = `${OURS} AND transaction_id ${SOME.sql}`;

type Ours = Pick<TransactionRow, 'transaction_id' | 'provider_reference' | 'status'>;

/** Those of some references that we have too. */
export const findOursByReference = (
  reader: Reader,
  { references, ...of }: { store_id: string; provider: string; references: string[] },
) => reader.all<Ours>(OURS_BY_REFERENCE, { ...of, ...SOME.values(references) });

export const findOursByKey = (
  reader: Reader,
  { keys, store_id }: { store_id: string; keys: string[] },
) => reader.all<Ours>(OURS_BY_KEY, { store_id, ...SOME.values(keys) });

export type PaymentOfCheckout = Pick<
  TransactionRow,
  | 'transaction_id'
  | 'checkout_session_id'
  | 'status'
  | 'customer_id'
  | 'product_id'
  | 'discount_id'
  | 'quantity'
  | 'total_minor'
  | 'balance_change_minor'
  | 'currency'
>;

const PAYMENTS = `SELECT transaction_id, checkout_session_id, status, customer_id, product_id,
    discount_id, quantity, total_minor, balance_change_minor, currency
  FROM transactions
  WHERE store_id = :store_id AND checkout_session_id > :after AND checkout_session_id <= :upto
    AND type IN ('purchase', 'subscription_start')`;

export const paymentsIn = (reader: Reader, range: IdRange) =>
  reader.all<PaymentOfCheckout>(PAYMENTS, range);

export interface CouponCount {
  discount_id: string;
  code: string;
  redemptions: number;
  max_redemptions: number | null;
  max_per_customer: number | null;
  counted: number;
  uses: number;
  most_uses: number;
}

const COUPONS = `SELECT d.discount_id, d.code, d.redemptions, d.max_redemptions,
    d.max_redemptions_per_customer AS max_per_customer,
    (SELECT COUNT(*) FROM transactions t WHERE t.store_id = d.store_id
      AND t.discount_id = d.discount_id AND t.status <> 'declined'
      AND t.type IN ('purchase', 'subscription_start'))
    + (SELECT COUNT(*) FROM applied_coupons a WHERE a.store_id = d.store_id
      AND a.discount_id = d.discount_id) AS counted,
    (SELECT CAST(COALESCE(SUM(u.uses), 0) AS bigint) FROM discount_uses u
      WHERE u.store_id = d.store_id AND u.discount_id = d.discount_id) AS uses,
    (SELECT COALESCE(MAX(u.uses), 0) FROM discount_uses u
      WHERE u.store_id = d.store_id AND u.discount_id = d.discount_id) AS most_uses
  FROM discount_codes d
  WHERE d.store_id = :store_id AND d.discount_id > :after ORDER BY d.discount_id LIMIT :limit`;

export const listCoupons = (reader: Reader, from: From) => reader.all<CouponCount>(COUPONS, from);

export interface UseCount {
  discount_id: string;
  customer_id: string;
  uses: number;
  counted: number;
}

const WRONG_USES = `
  SELECT discount_id, customer_id, CAST(SUM(uses) AS bigint) AS uses,
    CAST(SUM(counted) AS bigint) AS counted
  FROM (
    SELECT discount_id, customer_id, uses, 0 AS counted FROM discount_uses
    WHERE store_id = :store_id AND discount_id > :after AND discount_id <= :upto
    UNION ALL
    SELECT discount_id, customer_id, 0, 1 FROM transactions
    WHERE store_id = :store_id AND discount_id > :after AND discount_id <= :upto
      AND status <> 'declined' AND type IN ('purchase', 'subscription_start')
    UNION ALL
    SELECT discount_id, customer_id, 0, 1 FROM applied_coupons
    WHERE store_id = :store_id AND discount_id > :after AND discount_id <= :upto
  ) AS both_sides
  GROUP BY discount_id, customer_id HAVING SUM(uses) <> SUM(counted)`;

/** Customers whose uses of a code are not counted right. */
export const wrongUsesIn = (reader: Reader, range: IdRange) =>
  reader.all<UseCount>(WRONG_USES, range);

const LICENSES = `SELECT l.*,
    (SELECT COUNT(*) FROM license_instances i WHERE i.store_id = l.store_id
      AND i.license_id = l.license_id) AS live,
    t.status AS paid_status, t.customer_id AS payer, t.subscription_id AS paid_subscription_id,
    s.quantity AS subscribed, s.plan_id
  FROM licenses l
  LEFT JOIN transactions t ON t.store_id = l.store_id AND t.transaction_id = l.transaction_id
  LEFT JOIN subscriptions s ON s.store_id = l.store_id AND s.subscription_id = l.subscription_id
  WHERE l.store_id = :store_id AND l.license_id > :after ORDER BY l.license_id LIMIT :limit`;

export const listLicenses = (reader: Reader, from: From) =>
  reader.all<LicenseCount>(LICENSES, from);

export interface BalanceCount {
  customer_id: string;
  currency: string;
  kept: number;
  counted: number;
}

// Credit is used and a debt is collected with the intent (movedAtOnce); what is declined has moved
// nothing.
const BALANCES = `SELECT customer_id, currency, CAST(SUM(kept) AS bigint) AS kept,
    CAST(SUM(counted) AS bigint) AS counted
  FROM (
    SELECT customer_id, currency, balance_minor AS kept, 0 AS counted
    FROM customer_balances WHERE store_id = :store_id
    UNION ALL
    SELECT customer_id, currency, 0, balance_change_minor FROM transactions
    WHERE store_id = :store_id AND balance_change_minor <> 0
      AND status NOT IN ('declined', 'failed')
      AND (status <> 'pending' OR balance_change_minor <= total_minor)
    UNION ALL
    SELECT t.customer_id, d.currency, 0, 0 - d.credit_minor - d.debt_minor - d.excess_minor
    FROM disputes d
    JOIN transactions t ON t.store_id = d.store_id AND t.transaction_id = d.transaction_id
    WHERE d.store_id = :store_id AND d.credit_minor + d.debt_minor + d.excess_minor > 0
    UNION ALL
    SELECT customer_id, currency, 0, amount_minor FROM balance_adjustments
    WHERE store_id = :store_id
  ) AS both_sides
  GROUP BY customer_id, currency ORDER BY customer_id, currency`;

/** What every customer has, as it is kept and as it follows from all that happened. */
export const balanceCounts = (reader: Reader, store_id: string) =>
  reader.all<BalanceCount>(BALANCES, { store_id });

const EVENTS = `SELECT sequence, type, data FROM events
  WHERE store_id = :store_id AND sequence > :after ORDER BY sequence LIMIT :limit`;

export type FoundEvent = { sequence: number; type: string; data: string };
type OfStore = { store_id: string };

/** The events behind a number: a restore leaves very many numbers out. */
export const eventsAfter = (reader: Reader, page: Record<'after' | 'limit', number> & OfStore) =>
  reader.all<FoundEvent>(EVENTS, page);

const LEAPS = `SELECT after_sequence, next_sequence FROM event_leaps
  WHERE store_id = :store_id ORDER BY after_sequence`;

/** Numbers of events that restores have left out. */
export const eventLeaps = (reader: ReaderOutsideTx, store_id: string) =>
  reader.all<{ after_sequence: number; next_sequence: number }>(LEAPS, { store_id });

const LAST_EVENT = `SELECT COALESCE(MAX(last_sequence), 0) AS last_sequence,
    (SELECT COALESCE(MAX(sequence), 0) FROM events WHERE store_id = :store_id) AS newest
  FROM event_counters WHERE store_id = :store_id`;

export const lastEvent = (reader: ReaderOutsideTx, store_id: string) =>
  reader.maybe<{ last_sequence: number; newest: number }>(LAST_EVENT, { store_id });

// What must have happened, for the records to be as they are; the rest is distinguished one by one.
const EXPECTED = `
  SELECT 'product.created' AS type, COUNT(*) AS number FROM products WHERE store_id = :store_id
  UNION ALL
  SELECT 'customer.created', COUNT(*) FROM customers WHERE store_id = :store_id
  UNION ALL
  SELECT 'discount_code.created', COUNT(*) FROM discount_codes WHERE store_id = :store_id
  UNION ALL
  SELECT 'discount_code.deleted', COUNT(*) FROM discount_codes
    WHERE store_id = :store_id AND deleted_at IS NOT NULL
  UNION ALL
  SELECT 'invoice.corrected', COUNT(*) FROM invoices
    WHERE store_id = :store_id AND kind = 'invoice' AND cause = 'correction'
  UNION ALL
  SELECT 'license.created', COUNT(*) FROM licenses WHERE store_id = :store_id
  UNION ALL
  SELECT 'license.activated', (SELECT COUNT(*) FROM license_instances WHERE store_id = :store_id)
    + (SELECT COUNT(*) FROM ended_instances WHERE store_id = :store_id)
  UNION ALL
  SELECT 'subscription.created', COUNT(*) FROM subscriptions WHERE store_id = :store_id
  UNION ALL
  SELECT 'subscription.canceled', COUNT(*) FROM subscriptions
    WHERE store_id = :store_id AND status = 'canceled'`;

export const expectedEvents = (reader: Reader, store_id: string) =>
  reader.all<{ type: string; number: number }>(EXPECTED, { store_id });

const SIZE = `SELECT (SELECT COUNT(*) FROM transactions) + (SELECT COUNT(*) FROM checkouts)
  + (SELECT COUNT(*) FROM subscriptions) + (SELECT COUNT(*) FROM licenses)
  + (SELECT COUNT(*) FROM invoices) + (SELECT COUNT(*) FROM discount_codes) + (SELECT COUNT(*) FROM events)
  + (SELECT COUNT(*) FROM audit_entries) AS records`;

/** How much there is to look at, for showing progress. */
export const countRecords = async (reader: Reader) =>
  (await reader.maybe<{ records: number }>(SIZE))?.records ?? 0;
