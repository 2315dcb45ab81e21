-- Credit is the customer's, per currency: above 0 the shop owes it, below 0 the customer does.
-- What a payment that is under way takes of it is taken already, and given back if it is declined.
CREATE TABLE customer_balances (
  store_id text NOT NULL,
  customer_id text NOT NULL,
  currency text NOT NULL,
  balance_minor bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id, currency),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id)
);

-- What the seller gave or took by hand; everything else is in a transaction. Part of the ledger:
-- a row moves its amount from `adjustments` to `balance`.
CREATE TABLE balance_adjustments (
  store_id text NOT NULL,
  adjustment_id text NOT NULL,
  customer_id text NOT NULL,
  currency text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  balance_after_minor bigint NOT NULL,
  reason text,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, adjustment_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id)
);
CREATE INDEX balance_adjustments_of_customer
  ON balance_adjustments (store_id, customer_id, adjustment_id);

-- Plans that a customer has had in a trial: each once, for ever.
CREATE TABLE trials (
  store_id text NOT NULL,
  customer_id text NOT NULL,
  plan_id text NOT NULL,
  subscription_id text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id, plan_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  FOREIGN KEY (store_id, plan_id) REFERENCES products (store_id, product_id)
);
INSERT INTO trials (store_id, customer_id, plan_id, subscription_id, created_at)
SELECT store_id, customer_id, trial_plan_id, subscription_id, created_at FROM subscriptions
WHERE trial_plan_id IS NOT NULL;
DROP INDEX subscriptions_one_trial;
ALTER TABLE subscriptions DROP COLUMN trial_plan_id;

-- StoreSettings as JSON: only what differs from the defaults.
ALTER TABLE stores ADD COLUMN settings text NOT NULL DEFAULT '{}';

-- A code takes off a percentage, or an amount of one currency.
ALTER TABLE discount_codes ADD COLUMN amount_minor bigint CHECK (amount_minor > 0);
ALTER TABLE discount_codes ADD COLUMN currency text;
ALTER TABLE checkouts ADD COLUMN coupon_amount_minor bigint CHECK (coupon_amount_minor > 0);
ALTER TABLE subscriptions ADD COLUMN coupon_amount_minor bigint;
-- The coupon counts for these plans (identifiers with commas between), and for so many seats.
ALTER TABLE subscriptions ADD COLUMN coupon_product_ids text;
ALTER TABLE subscriptions ADD COLUMN coupon_quantity bigint;

-- What a payment moves on the customer's balance, and how much of its own money later went there.
ALTER TABLE transactions ADD COLUMN balance_change_minor bigint NOT NULL DEFAULT 0;
ALTER TABLE transactions ADD COLUMN credited_minor bigint NOT NULL DEFAULT 0
  CHECK (credited_minor >= 0);
ALTER TABLE checkouts ADD COLUMN balance_change_minor bigint NOT NULL DEFAULT 0;

-- The price of a whole period at which the rest of the current one is paid for; what was refunded
-- of that since the last change; since when payments are for this period; how long it was paused.
ALTER TABLE subscriptions ADD COLUMN covered_minor bigint NOT NULL DEFAULT 0
  CHECK (covered_minor >= 0);
ALTER TABLE subscriptions ADD COLUMN rest_refunded_minor bigint NOT NULL DEFAULT 0
  CHECK (rest_refunded_minor >= 0);
-- What was paid for the current period and is kept.
ALTER TABLE subscriptions ADD COLUMN period_paid_minor bigint NOT NULL DEFAULT 0
  CHECK (period_paid_minor >= 0);
ALTER TABLE subscriptions ADD COLUMN paid_since bigint NOT NULL DEFAULT 0;
ALTER TABLE subscriptions ADD COLUMN paused_ms bigint NOT NULL DEFAULT 0 CHECK (paused_ms >= 0);
ALTER TABLE subscriptions ADD COLUMN resumes_at bigint;
-- Past due and not tried again: when that ends.
ALTER TABLE subscriptions ADD COLUMN past_due_until bigint;

-- What shops had before.
UPDATE subscriptions SET coupon_quantity = quantity WHERE discount_id IS NOT NULL;
UPDATE subscriptions SET coupon_product_ids = (
    SELECT string_agg(p.product_id, ',' ORDER BY p.position) FROM discount_code_products p
    WHERE p.store_id = subscriptions.store_id AND p.discount_id = subscriptions.discount_id)
  WHERE discount_id IS NOT NULL;
UPDATE subscriptions SET covered_minor = CASE WHEN status = 'trialing' THEN 0
    WHEN percent_bps IS NOT NULL AND (discount_ends_at IS NULL
      OR current_period_start < discount_ends_at)
      THEN price_minor * quantity - price_minor * quantity * percent_bps / 10000
    ELSE price_minor * quantity END,
  paid_since = current_period_start;
UPDATE subscriptions SET period_paid_minor = covered_minor;
INSERT INTO balance_adjustments (store_id, adjustment_id, customer_id, currency, amount_minor,
  balance_after_minor, reason, created_at)
SELECT store_id, 'adj_' || subscription_id, customer_id, currency, credit_minor, credit_minor,
  'Credit of the subscription ' || subscription_id, updated_at
FROM subscriptions WHERE credit_minor <> 0;
INSERT INTO customer_balances (store_id, customer_id, currency, balance_minor, updated_at)
SELECT store_id, customer_id, currency, SUM(amount_minor), MAX(created_at)
FROM balance_adjustments GROUP BY store_id, customer_id, currency;
ALTER TABLE subscriptions DROP COLUMN credit_minor;
