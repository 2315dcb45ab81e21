-- What a customer has used of a code. The total is in discount_codes.redemptions; both move
-- together, by conditional updates, when a payment is begun and when it is declined.
CREATE TABLE discount_uses (
  store_id text NOT NULL,
  discount_id text NOT NULL,
  customer_id text NOT NULL,
  uses bigint NOT NULL CHECK (uses >= 0),
  PRIMARY KEY (store_id, discount_id, customer_id),
  FOREIGN KEY (store_id, discount_id) REFERENCES discount_codes (store_id, discount_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id)
);

-- Everything that was promised when the session was made: later changes to the product or the
-- code do not touch it.
CREATE TABLE checkouts (
  store_id text NOT NULL,
  checkout_session_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'processing', 'completed', 'expired')),
  product_id text NOT NULL,
  product_name text NOT NULL,
  product_description text NOT NULL,
  product_image_url text,
  quantity bigint NOT NULL CHECK (quantity >= 1),
  customer_id text NOT NULL,
  discount_id text,
  coupon_code text,
  percent_bps bigint CHECK (percent_bps BETWEEN 1 AND 10000),
  coupon_duration text,
  coupon_months bigint,
  currency text NOT NULL,
  unit_price_minor bigint NOT NULL CHECK (unit_price_minor >= 0),
  subtotal_minor bigint NOT NULL,
  discount_minor bigint NOT NULL CHECK (discount_minor >= 0),
  tax_minor bigint NOT NULL CHECK (tax_minor >= 0),
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  billing_interval text CHECK (billing_interval IN ('day', 'week', 'month', 'year')),
  billing_interval_count bigint,
  trial_days bigint NOT NULL CHECK (trial_days >= 0),
  renewal_total_minor bigint CHECK (renewal_total_minor >= 0),
  success_url text,
  cancel_url text,
  metadata text NOT NULL,
  last_payment_error text,
  payment_attempts bigint NOT NULL DEFAULT 0,
  transaction_id text,
  expires_at bigint NOT NULL,
  completed_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, checkout_session_id),
  FOREIGN KEY (store_id, product_id) REFERENCES products (store_id, product_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  FOREIGN KEY (store_id, discount_id) REFERENCES discount_codes (store_id, discount_id),
  CHECK (subtotal_minor - discount_minor + tax_minor = total_minor),
  CHECK (trial_days > 0 OR subtotal_minor = unit_price_minor * quantity),
  CHECK (trial_days = 0 OR total_minor = 0),
  CHECK ((discount_id IS NULL) = (coupon_code IS NULL)),
  CHECK ((discount_id IS NULL) = (percent_bps IS NULL)),
  CHECK ((billing_interval IS NULL) = (billing_interval_count IS NULL)),
  CHECK ((billing_interval IS NULL) = (renewal_total_minor IS NULL)),
  CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  CHECK ((status IN ('processing', 'completed')) = (transaction_id IS NOT NULL))
);
-- The address of the payment page names no store.
CREATE UNIQUE INDEX checkouts_by_address ON checkouts (checkout_session_id);
CREATE INDEX checkouts_due ON checkouts (store_id, expires_at) WHERE status = 'open';

CREATE TABLE transactions (
  store_id text NOT NULL,
  transaction_id text NOT NULL,
  type text NOT NULL
    CHECK (type IN ('purchase', 'subscription_start', 'renewal', 'plan_change', 'refund')),
  status text NOT NULL
    CHECK (status IN ('pending', 'paid', 'declined', 'partially_refunded', 'refunded')),
  customer_id text NOT NULL,
  product_id text NOT NULL,
  subscription_id text,
  checkout_session_id text,
  refunded_transaction_id text,
  discount_id text,
  quantity bigint NOT NULL CHECK (quantity >= 1),
  subtotal_minor bigint NOT NULL,
  discount_minor bigint NOT NULL,
  tax_minor bigint NOT NULL CHECK (tax_minor >= 0),
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  -- Given back so far, and promised to be: a refund takes its share here before the provider is
  -- asked, so that all refunds together never exceed the total.
  refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
  refunding_minor bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  lines text NOT NULL,
  card_token text,
  card_brand text,
  card_last_four text,
  decline_code text,
  action_url text,
  reason text,
  period_start bigint,
  period_end bigint,
  metadata text NOT NULL,
  -- What makes a retry of the same request find this row instead of making another.
  request_key text,
  -- Whether somebody is there to confirm it with a bank.
  buyer_present bigint NOT NULL CHECK (buyer_present IN (0, 1)),
  next_attempt_at bigint,
  attempts bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  settled_at bigint,
  PRIMARY KEY (store_id, transaction_id),
  FOREIGN KEY (store_id, product_id) REFERENCES products (store_id, product_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  FOREIGN KEY (store_id, discount_id) REFERENCES discount_codes (store_id, discount_id),
  FOREIGN KEY (store_id, checkout_session_id)
    REFERENCES checkouts (store_id, checkout_session_id),
  FOREIGN KEY (store_id, refunded_transaction_id)
    REFERENCES transactions (store_id, transaction_id),
  CHECK (subtotal_minor - discount_minor + tax_minor = total_minor),
  CHECK (refunded_minor <= refunding_minor AND refunding_minor <= total_minor),
  CHECK ((type = 'refund') = (refunded_transaction_id IS NOT NULL)),
  CHECK (type <> 'refund' OR (refunding_minor = 0 AND total_minor > 0)),
  CHECK ((status = 'pending') = (settled_at IS NULL)),
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
  CHECK ((status = 'declined') = (decline_code IS NOT NULL)),
  CHECK (status = 'pending' OR action_url IS NULL),
  CHECK (status NOT IN ('pending', 'declined') OR refunding_minor = 0),
  CHECK ((status = 'partially_refunded')
    = (refunded_minor > 0 AND refunded_minor < total_minor)),
  CHECK ((status = 'refunded') = (refunded_minor > 0 AND refunded_minor = total_minor))
);
CREATE UNIQUE INDEX transactions_once_per_checkout
  ON transactions (store_id, checkout_session_id)
  WHERE type IN ('purchase', 'subscription_start') AND status <> 'declined';
CREATE UNIQUE INDEX transactions_once_per_request ON transactions (store_id, request_key)
  WHERE request_key IS NOT NULL;
CREATE INDEX transactions_of_checkout
  ON transactions (store_id, checkout_session_id, transaction_id);
CREATE INDEX transactions_of_customer ON transactions (store_id, customer_id, transaction_id);
CREATE INDEX transactions_of_product ON transactions (store_id, product_id, transaction_id);
CREATE INDEX transactions_of_subscription
  ON transactions (store_id, subscription_id, transaction_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX transactions_of_discount
  ON transactions (store_id, discount_id) WHERE discount_id IS NOT NULL;
CREATE INDEX transactions_refunding
  ON transactions (store_id, refunded_transaction_id) WHERE refunded_transaction_id IS NOT NULL;
CREATE INDEX transactions_pending ON transactions (store_id, next_attempt_at)
  WHERE status = 'pending';
CREATE INDEX transactions_by_status ON transactions (store_id, status, transaction_id);
CREATE INDEX transactions_by_type ON transactions (store_id, type, transaction_id);

-- One row moves an amount from one account to another, so no entry can be out of balance.
-- Append-only: a trigger refuses changes.
CREATE TABLE ledger_entries (
  store_id text NOT NULL,
  transaction_id text NOT NULL,
  position bigint NOT NULL,
  debit_account text NOT NULL,
  credit_account text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, transaction_id, position),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id),
  CHECK (debit_account <> credit_account)
);

-- The test gateway's own record. It stands for somebody else's computer: nothing here refers to
-- the tables above, and it is never written in one transaction with them.
CREATE TABLE test_gateway_cards (
  store_id text NOT NULL,
  token text NOT NULL,
  behavior text NOT NULL,
  brand text NOT NULL,
  last_four text NOT NULL,
  PRIMARY KEY (store_id, token)
);

CREATE TABLE test_gateway_charges (
  store_id text NOT NULL,
  charge_key text NOT NULL,
  token text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  refunded_minor bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'paid', 'declined')),
  decline_code text,
  action_token text UNIQUE,
  return_url text,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, charge_key),
  CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  CHECK (status = 'paid' OR refunded_minor = 0)
);

CREATE TABLE test_gateway_refunds (
  store_id text NOT NULL,
  refund_key text NOT NULL,
  charge_key text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  status text NOT NULL CHECK (status IN ('paid', 'declined')),
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, refund_key)
);

CREATE TABLE test_gateway_faults (
  store_id text NOT NULL PRIMARY KEY,
  fault text NOT NULL
    CHECK (fault IN ('slow_before', 'slow_after', 'answer_lost', 'unavailable')),
  delay_ms bigint NOT NULL DEFAULT 0
);
