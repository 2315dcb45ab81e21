-- Payments that the provider tells of and that nobody here knows: made on a page of after the backup
-- that was restored. A person sees to each; what is refunded there is seen to.
CREATE TABLE unknown_payments (
  store_id text NOT NULL REFERENCES stores (store_id),
  -- The transaction that it was started for, of which there is nothing here.
  transaction_id text NOT NULL,
  provider text NOT NULL,
  -- The provider's name of the payment.
  reference text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  paid_at bigint NOT NULL,
  seen_at bigint,
  PRIMARY KEY (store_id, transaction_id)
);
