-- The figures of a store, kept up by the transactions that change them (docs/metrics.md). A row is
-- a day in UTC by the store's clock (days since 1970), a currency and a product; product_id '' is
-- all products together. `month` is the year times 12, plus the month from 0, of that day.
CREATE TABLE sales_days (
  store_id text NOT NULL,
  product_id text NOT NULL,
  currency text NOT NULL,
  day bigint NOT NULL,
  month bigint NOT NULL,
  gross_minor bigint NOT NULL DEFAULT 0,
  refunded_minor bigint NOT NULL DEFAULT 0,
  disputed_minor bigint NOT NULL DEFAULT 0,
  fees_minor bigint NOT NULL DEFAULT 0,
  tax_minor bigint NOT NULL DEFAULT 0,
  discounts_minor bigint NOT NULL DEFAULT 0,
  declined_minor bigint NOT NULL DEFAULT 0,
  failed_minor bigint NOT NULL DEFAULT 0,
  recovered_minor bigint NOT NULL DEFAULT 0,
  payments bigint NOT NULL DEFAULT 0,
  refunds bigint NOT NULL DEFAULT 0,
  disputes_opened bigint NOT NULL DEFAULT 0,
  disputes_won bigint NOT NULL DEFAULT 0,
  disputes_lost bigint NOT NULL DEFAULT 0,
  coupon_purchases bigint NOT NULL DEFAULT 0,
  declined_payments bigint NOT NULL DEFAULT 0,
  failed_renewals bigint NOT NULL DEFAULT 0,
  recovered_renewals bigint NOT NULL DEFAULT 0,
  checkouts_opened bigint NOT NULL DEFAULT 0,
  checkouts_begun bigint NOT NULL DEFAULT 0,
  checkouts_paid bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, product_id, currency, day)
);

CREATE TABLE subscription_days (
  store_id text NOT NULL,
  product_id text NOT NULL,
  currency text NOT NULL,
  day bigint NOT NULL,
  month bigint NOT NULL,
  mrr_new_minor bigint NOT NULL DEFAULT 0,
  mrr_expansion_minor bigint NOT NULL DEFAULT 0,
  mrr_contraction_minor bigint NOT NULL DEFAULT 0,
  mrr_churn_minor bigint NOT NULL DEFAULT 0,
  mrr_reactivation_minor bigint NOT NULL DEFAULT 0,
  customers_new bigint NOT NULL DEFAULT 0,
  customers_churned bigint NOT NULL DEFAULT 0,
  customers_reactivated bigint NOT NULL DEFAULT 0,
  subscriptions_started bigint NOT NULL DEFAULT 0,
  subscriptions_stopped bigint NOT NULL DEFAULT 0,
  trialing_change bigint NOT NULL DEFAULT 0,
  trials_started bigint NOT NULL DEFAULT 0,
  trials_converted bigint NOT NULL DEFAULT 0,
  trials_lost bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, product_id, currency, day)
);

-- Subscriptions by the month in which they were first paid for (cohort), and how many more or
-- fewer of them run at the end of each month. product_id: the one that they began with, or ''.
CREATE TABLE cohort_months (
  store_id text NOT NULL,
  product_id text NOT NULL,
  currency text NOT NULL,
  cohort bigint NOT NULL,
  month bigint NOT NULL,
  started bigint NOT NULL DEFAULT 0,
  active_change bigint NOT NULL DEFAULT 0,
  mrr_change_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, product_id, currency, cohort, month)
);

-- A subscription as it is counted. Those that are older than this table wait to be counted.
CREATE TABLE subscription_standings (
  store_id text NOT NULL,
  subscription_id text NOT NULL,
  customer_id text NOT NULL,
  currency text NOT NULL,
  product_id text NOT NULL,
  state text NOT NULL
    CHECK (state IN ('uncounted', 'trialing', 'unpaid', 'active', 'paused', 'ended')),
  mrr_minor bigint NOT NULL,
  cohort bigint,
  cohort_product_id text,
  PRIMARY KEY (store_id, subscription_id)
);
CREATE INDEX subscriptions_uncounted ON subscription_standings (store_id, subscription_id)
  WHERE state = 'uncounted';

-- Every change of a standing, in the order in which they were counted for a customer.
CREATE TABLE subscription_movements (
  store_id text NOT NULL,
  customer_id text NOT NULL,
  currency text NOT NULL,
  position bigint NOT NULL,
  subscription_id text NOT NULL,
  moved_at bigint NOT NULL,
  product_id text NOT NULL,
  state text NOT NULL,
  mrr_minor bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id, currency, position)
);

-- What a customer pays a month, for each product and ('') together. `changes` counts how often that
-- amount has changed, `movements` the rows above.
CREATE TABLE customer_standings (
  store_id text NOT NULL,
  customer_id text NOT NULL,
  currency text NOT NULL,
  product_id text NOT NULL,
  mrr_minor bigint NOT NULL,
  changes bigint NOT NULL,
  movements bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id, currency, product_id)
);

INSERT INTO subscription_standings (store_id, subscription_id, customer_id, currency, product_id,
    state, mrr_minor)
  SELECT store_id, subscription_id, customer_id, currency, plan_id, 'uncounted', 0
  FROM subscriptions;

-- What was sold before. Money comes from the ledger, the rest from the records.
INSERT INTO sales_days (store_id, product_id, currency, day, month,
    gross_minor, refunded_minor, disputed_minor, fees_minor, tax_minor, discounts_minor,
    declined_minor, failed_minor, recovered_minor, payments, refunds, disputes_opened,
    disputes_won, disputes_lost, coupon_purchases, declined_payments, failed_renewals,
    recovered_renewals, checkouts_opened, checkouts_begun, checkouts_paid)
  SELECT store_id, product_id, currency, day, 0, SUM(gross), SUM(refunded), SUM(disputed),
    SUM(fees), SUM(tax), SUM(discounts), SUM(declined), SUM(failed), SUM(recovered), SUM(payments),
    SUM(refunds), SUM(opened), SUM(won), SUM(lost), SUM(coupons), SUM(declines), SUM(failures),
    SUM(recoveries), SUM(sessions), SUM(begun), SUM(completed)
  FROM (
    SELECT e.store_id, t.product_id, e.currency, e.created_at / 86400000 AS day,
      CASE WHEN e.credit_account = 'sales' AND e.debit_account = 'gateway' THEN e.amount_minor
        WHEN e.debit_account = 'sales' AND e.credit_account = 'gateway' THEN -e.amount_minor
        ELSE 0 END AS gross,
      CASE WHEN t.type <> 'refund' THEN 0
        WHEN e.debit_account = 'refunds' AND e.credit_account = 'gateway' THEN e.amount_minor
        WHEN e.credit_account = 'refunds' AND e.debit_account = 'gateway' THEN -e.amount_minor
        ELSE 0 END AS refunded,
      CASE WHEN t.type = 'refund' THEN 0
        WHEN e.debit_account IN ('disputes', 'refunds') AND e.credit_account = 'gateway'
          THEN e.amount_minor
        WHEN e.credit_account IN ('disputes', 'refunds') AND e.debit_account = 'gateway'
          THEN -e.amount_minor
        ELSE 0 END AS disputed,
      CASE WHEN e.debit_account = 'fees' THEN e.amount_minor
        WHEN e.credit_account = 'fees' THEN -e.amount_minor ELSE 0 END AS fees,
      CASE WHEN e.credit_account = 'tax' THEN e.amount_minor
        WHEN e.debit_account = 'tax' THEN -e.amount_minor ELSE 0 END AS tax,
      0 AS discounts, 0 AS declined, 0 AS failed, 0 AS recovered,
      CASE WHEN e.credit_account = 'sales' AND e.debit_account = 'gateway' THEN 1 ELSE 0 END
        AS payments,
      CASE WHEN t.type <> 'refund' THEN 0
        WHEN e.debit_account = 'refunds' AND e.credit_account = 'gateway' THEN 1
        WHEN e.credit_account = 'refunds' AND e.debit_account = 'gateway' THEN -1
        ELSE 0 END AS refunds,
      0 AS opened, 0 AS won, 0 AS lost, 0 AS coupons, 0 AS declines, 0 AS failures,
      0 AS recoveries, 0 AS sessions, 0 AS begun, 0 AS completed
    FROM ledger_entries e
    JOIN transactions t ON t.store_id = e.store_id AND t.transaction_id = e.transaction_id
    UNION ALL
    SELECT t.store_id, t.product_id, t.currency, t.settled_at / 86400000, 0, 0, 0, 0, 0,
      CASE WHEN t.status = 'declined' THEN 0 ELSE t.discount_minor END,
      CASE WHEN t.status = 'declined' THEN t.total_minor ELSE 0 END, 0, 0, 0, 0, 0, 0, 0,
      CASE WHEN t.status <> 'declined' AND t.discount_id IS NOT NULL
        AND t.type IN ('purchase', 'subscription_start') THEN 1 ELSE 0 END,
      CASE WHEN t.status = 'declined' THEN 1 ELSE 0 END, 0, 0, 0, 0, 0
    FROM transactions t
    WHERE t.type <> 'refund' AND t.settled_at IS NOT NULL AND (t.decline_code IS NULL
      OR t.decline_code NOT IN ('charge_canceled', 'payment_not_made', 'trial_used'))
    UNION ALL
    SELECT r.store_id, r.product_id, r.currency, r.settled_at / 86400000, 0, 0, 0, 0, 0, 0, 0,
      CASE WHEN r.status = 'declined' THEN r.total_minor ELSE 0 END,
      CASE WHEN r.status = 'declined' THEN 0 ELSE r.total_minor END, 0, 0, 0, 0, 0, 0, 0,
      CASE WHEN r.status = 'declined' THEN 1 ELSE 0 END,
      CASE WHEN r.status = 'declined' THEN 0 ELSE 1 END, 0, 0, 0
    FROM (
      SELECT t.store_id, t.product_id, t.currency, t.settled_at, t.status, t.total_minor,
        LAG(t.status) OVER (PARTITION BY t.store_id, t.subscription_id ORDER BY t.transaction_id)
          AS earlier
      FROM transactions t
      WHERE t.type = 'renewal' AND t.settled_at IS NOT NULL AND t.give_back_minor IS NULL
        AND (t.decline_code IS NULL
          OR t.decline_code NOT IN ('charge_canceled', 'payment_not_made', 'trial_used'))
    ) AS r
    WHERE (r.status = 'declined') <> (COALESCE(r.earlier, '') = 'declined')
    UNION ALL
    SELECT d.store_id, t.product_id, d.currency, d.opened_at / 86400000, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0
    FROM disputes d
    JOIN transactions t ON t.store_id = d.store_id AND t.transaction_id = d.transaction_id
    UNION ALL
    SELECT d.store_id, t.product_id, d.currency, d.closed_at / 86400000, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, CASE WHEN d.status = 'won' THEN 1 ELSE 0 END,
      CASE WHEN d.status = 'lost' THEN 1 ELSE 0 END, 0, 0, 0, 0, 0, 0, 0
    FROM disputes d
    JOIN transactions t ON t.store_id = d.store_id AND t.transaction_id = d.transaction_id
    WHERE d.closed_at IS NOT NULL
    UNION ALL
    SELECT c.store_id, c.product_id, c.currency, c.created_at / 86400000, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 1, CASE WHEN c.payment_attempts > 0 THEN 1 ELSE 0 END,
      CASE WHEN c.status = 'completed' THEN 1 ELSE 0 END
    FROM checkouts c
  ) AS counted
  GROUP BY store_id, product_id, currency, day;

INSERT INTO sales_days (store_id, product_id, currency, day, month,
    gross_minor, refunded_minor, disputed_minor, fees_minor, tax_minor, discounts_minor,
    declined_minor, failed_minor, recovered_minor, payments, refunds, disputes_opened,
    disputes_won, disputes_lost, coupon_purchases, declined_payments, failed_renewals,
    recovered_renewals, checkouts_opened, checkouts_begun, checkouts_paid)
  SELECT store_id, '', currency, day, 0, SUM(gross_minor), SUM(refunded_minor),
    SUM(disputed_minor), SUM(fees_minor), SUM(tax_minor), SUM(discounts_minor),
    SUM(declined_minor), SUM(failed_minor), SUM(recovered_minor), SUM(payments), SUM(refunds),
    SUM(disputes_opened), SUM(disputes_won), SUM(disputes_lost), SUM(coupon_purchases),
    SUM(declined_payments), SUM(failed_renewals), SUM(recovered_renewals), SUM(checkouts_opened),
    SUM(checkouts_begun), SUM(checkouts_paid)
  FROM sales_days GROUP BY store_id, currency, day;
