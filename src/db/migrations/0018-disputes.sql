-- What a provider keeps of a payment, in the currency that it counts in. Unknown at first: then it
-- is asked for again, at most so often, by real time.
ALTER TABLE transactions ADD COLUMN fee_minor bigint;
ALTER TABLE transactions ADD COLUMN fee_currency text;
ALTER TABLE transactions ADD COLUMN fee_due_at bigint;
ALTER TABLE transactions ADD COLUMN fee_attempts bigint NOT NULL DEFAULT 0;
CREATE INDEX transactions_without_fee ON transactions (store_id, fee_due_at)
  WHERE fee_due_at IS NOT NULL;

-- The amounts of a payment's disputes that are open or lost, and the dispute to show (ShownDispute,
-- as JSON).
ALTER TABLE transactions ADD COLUMN disputed_minor bigint NOT NULL DEFAULT 0
  CHECK (disputed_minor >= 0);
ALTER TABLE transactions ADD COLUMN dispute text;

-- By how much the clock of a test store was moved while it was pending.
ALTER TABLE transactions ADD COLUMN clock_moved_ms bigint NOT NULL DEFAULT 0;

-- A buyer's bank takes a payment back, or tries to.
CREATE TABLE disputes (
  store_id text NOT NULL,
  transaction_id text NOT NULL,
  reference text NOT NULL,
  status text NOT NULL CHECK (status IN ('opened', 'won', 'lost')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  fee_minor bigint NOT NULL CHECK (fee_minor >= 0),
  fee_currency text NOT NULL,
  reason text NOT NULL,
  due_at bigint,
  -- What was taken back from the customer because of it: credit that was made of the same money, a
  -- debt that it had paid, and the rest of the period that it had paid for.
  credit_minor bigint NOT NULL CHECK (credit_minor >= 0),
  debt_minor bigint NOT NULL CHECK (debt_minor >= 0),
  rest_minor bigint NOT NULL CHECK (rest_minor >= 0),
  -- How often it ended so: a bank can decide again.
  times_won bigint NOT NULL,
  times_lost bigint NOT NULL,
  -- Whether the subscription is still to be ended because of it.
  ends_subscription bigint NOT NULL CHECK (ends_subscription IN (0, 1)),
  opened_at bigint NOT NULL,
  closed_at bigint,
  PRIMARY KEY (store_id, transaction_id, reference),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id),
  CHECK ((status = 'opened') = (closed_at IS NULL))
);
CREATE INDEX disputes_ending ON disputes (store_id, transaction_id) WHERE ends_subscription = 1;

-- The test gateway has disputes too, and tells of what happens after a payment.
CREATE TABLE test_gateway_disputes (
  store_id text NOT NULL,
  reference text NOT NULL,
  charge_reference text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  reason text NOT NULL,
  ends_as text NOT NULL CHECK (ends_as IN ('won', 'lost')),
  opens_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  PRIMARY KEY (store_id, reference)
);
CREATE TABLE test_gateway_messages (
  store_id text NOT NULL,
  message_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('refund', 'dispute')),
  reference text NOT NULL,
  due_at bigint NOT NULL,
  PRIMARY KEY (store_id, message_id)
);
CREATE INDEX test_gateway_messages_due ON test_gateway_messages (store_id, due_at);
