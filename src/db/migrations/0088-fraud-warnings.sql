-- Payments of which a bank has said that the owner of the card did not make them: an early fraud
-- warning. One row for each payment, however often the bank says it.
CREATE TABLE fraud_warnings (
  store_id text NOT NULL REFERENCES stores (store_id),
  transaction_id text NOT NULL,
  -- The provider's name of the first warning.
  reference text NOT NULL,
  -- What kind of fraud, in the provider's word.
  fraud_type text NOT NULL,
  warned_at bigint NOT NULL,
  -- Until its subscription has been ended because of it.
  ends_subscription bigint NOT NULL CHECK (ends_subscription IN (0, 1)),
  -- When a person has decided to keep the payment, or it was refunded by itself.
  seen_at bigint,
  PRIMARY KEY (store_id, transaction_id),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id)
);
CREATE INDEX fraud_warnings_unseen ON fraud_warnings (store_id, warned_at) WHERE seen_at IS NULL;
CREATE INDEX fraud_warnings_ending ON fraud_warnings (store_id, transaction_id)
  WHERE ends_subscription = 1;
