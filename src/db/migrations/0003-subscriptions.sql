-- How a customer pays when nobody is there to type a card.
CREATE TABLE payment_methods (
  store_id text NOT NULL,
  customer_id text NOT NULL,
  card_token text NOT NULL,
  card_brand text NOT NULL,
  card_last_four text NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id)
);

CREATE TABLE subscriptions (
  store_id text NOT NULL,
  subscription_id text NOT NULL,
  status text NOT NULL
    CHECK (status IN ('trialing', 'active', 'past_due', 'paused', 'canceled')),
  customer_id text NOT NULL,
  checkout_session_id text NOT NULL,
  plan_id text NOT NULL,
  plan_name text NOT NULL,
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  currency text NOT NULL,
  billing_interval text NOT NULL CHECK (billing_interval IN ('day', 'week', 'month', 'year')),
  billing_interval_count bigint NOT NULL CHECK (billing_interval_count >= 1),
  tier bigint,
  quantity bigint NOT NULL CHECK (quantity >= 1),
  discount_id text,
  coupon_code text,
  percent_bps bigint,
  coupon_duration text,
  discount_ends_at bigint,
  anchor_at bigint NOT NULL,
  period_number bigint NOT NULL,
  current_period_start bigint NOT NULL,
  current_period_end bigint NOT NULL,
  trial_end bigint,
  trial_plan_id text,
  trial_ending_told bigint NOT NULL DEFAULT 0 CHECK (trial_ending_told IN (0, 1)),
  cancel_at_period_end bigint NOT NULL DEFAULT 0 CHECK (cancel_at_period_end IN (0, 1)),
  canceled_at bigint,
  ended_at bigint,
  cancellation_reason text,
  cancellation_comment text,
  paused_at bigint,
  next_payment_at bigint,
  next_action_at bigint,
  payment_retries bigint NOT NULL DEFAULT 0 CHECK (payment_retries >= 0),
  credit_minor bigint NOT NULL DEFAULT 0,
  pending_change text,
  latest_transaction_id text,
  metadata text NOT NULL,
  created_at bigint NOT NULL,
  -- By the wall clock: until then one worker has it to itself.
  claimed_until bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, subscription_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  FOREIGN KEY (store_id, plan_id) REFERENCES products (store_id, product_id),
  FOREIGN KEY (store_id, discount_id) REFERENCES discount_codes (store_id, discount_id),
  FOREIGN KEY (store_id, checkout_session_id)
    REFERENCES checkouts (store_id, checkout_session_id),
  CHECK (current_period_start < current_period_end),
  CHECK ((status = 'canceled') = (ended_at IS NOT NULL)),
  CHECK ((status = 'paused') = (paused_at IS NOT NULL)),
  CHECK (status NOT IN ('canceled', 'paused') OR next_action_at IS NULL)
);
CREATE UNIQUE INDEX subscriptions_once_per_checkout
  ON subscriptions (store_id, checkout_session_id);
-- A customer has one trial of a plan, for ever.
CREATE UNIQUE INDEX subscriptions_one_trial
  ON subscriptions (store_id, customer_id, trial_plan_id) WHERE trial_plan_id IS NOT NULL;
CREATE INDEX subscriptions_due ON subscriptions (store_id, next_action_at)
  WHERE next_action_at IS NOT NULL;
CREATE INDEX subscriptions_of_customer ON subscriptions (store_id, customer_id, subscription_id);
CREATE INDEX subscriptions_of_plan ON subscriptions (store_id, plan_id, subscription_id);
CREATE INDEX subscriptions_by_status ON subscriptions (store_id, status, subscription_id);

-- What a payment of a subscription brings about when it is paid, kept with the intent.
ALTER TABLE transactions ADD COLUMN effect text;
ALTER TABLE checkouts ADD COLUMN subscription_id text;
ALTER TABLE stores ADD COLUMN clock_claimed_until bigint NOT NULL DEFAULT 0;
ALTER TABLE stores ADD COLUMN clock_claimed_by text;
ALTER TABLE stores ADD COLUMN clock_move text;

-- One charge for each period, and one charge of a subscription under way at a time.
CREATE UNIQUE INDEX transactions_once_per_period
  ON transactions (store_id, subscription_id, period_start)
  WHERE type IN ('subscription_start', 'renewal') AND status <> 'declined'
    AND subscription_id IS NOT NULL;
CREATE UNIQUE INDEX transactions_one_pending
  ON transactions (store_id, subscription_id)
  WHERE status = 'pending' AND type <> 'refund' AND subscription_id IS NOT NULL;
