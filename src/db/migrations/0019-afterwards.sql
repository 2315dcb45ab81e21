-- A cancel or a pause does not wait for a charge that is under way for days. How much of such a
-- charge goes back if it is paid after all; null: it counts.
ALTER TABLE transactions ADD COLUMN give_back_minor bigint CHECK (give_back_minor >= 0);
-- What a person has found out who looked at the provider, and what they wrote about it.
ALTER TABLE transactions ADD COLUMN review_outcome text
  CHECK (review_outcome IN ('paid', 'not_paid'));
ALTER TABLE transactions ADD COLUMN review_note text;
-- The page of ours that the payer comes back to after confirming; null: nobody is there.
ALTER TABLE transactions ADD COLUMN return_path text;

-- One charge for each period, and one charge of a subscription under way at a time. What was left
-- behind is for no period any more.
DROP INDEX transactions_once_per_period;
CREATE UNIQUE INDEX transactions_once_per_period
  ON transactions (store_id, subscription_id, period_start)
  WHERE type IN ('subscription_start', 'renewal') AND status <> 'declined'
    AND subscription_id IS NOT NULL AND give_back_minor IS NULL;
DROP INDEX transactions_one_pending;
CREATE UNIQUE INDEX transactions_one_pending
  ON transactions (store_id, subscription_id)
  WHERE status = 'pending' AND type <> 'refund' AND subscription_id IS NOT NULL
    AND give_back_minor IS NULL;

-- The end of the address where a bill that is past due can be paid.
ALTER TABLE subscriptions ADD COLUMN payment_token text;
CREATE UNIQUE INDEX subscriptions_by_payment_token
  ON subscriptions (payment_token) WHERE payment_token IS NOT NULL;

-- When the card expires, as far as that is known.
ALTER TABLE payment_methods ADD COLUMN exp_month bigint CHECK (exp_month BETWEEN 1 AND 12);
ALTER TABLE payment_methods ADD COLUMN exp_year bigint;
ALTER TABLE transactions ADD COLUMN exp_month bigint;
ALTER TABLE transactions ADD COLUMN exp_year bigint;
CREATE INDEX payment_methods_by_token ON payment_methods (store_id, provider, card_token);

-- Somebody is asked for another card, on a page of the provider or of ours.
CREATE TABLE card_updates (
  store_id text NOT NULL,
  card_update_id text NOT NULL,
  customer_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'completed', 'expired')),
  currency text NOT NULL,
  provider text NOT NULL,
  provider_reference text,
  action_url text,
  -- Where the customer goes afterwards; null: our page says that it is done.
  return_url text,
  card_brand text,
  card_last_four text,
  next_attempt_at bigint,
  attempts bigint NOT NULL DEFAULT 0,
  expires_at bigint NOT NULL,
  created_at bigint NOT NULL,
  completed_at bigint,
  PRIMARY KEY (store_id, card_update_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  CHECK ((status = 'open') = (next_attempt_at IS NOT NULL))
);
CREATE UNIQUE INDEX card_updates_by_address ON card_updates (card_update_id);
CREATE INDEX card_updates_due ON card_updates (store_id, next_attempt_at) WHERE status = 'open';
