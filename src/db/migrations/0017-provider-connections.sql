-- The account at a payment provider that a store is connected to. It stays after a disconnect,
-- without the key, so that the next connection is known to be of the same account or of another.
-- All instants are real time.
CREATE TABLE provider_connections (
  store_id text NOT NULL PRIMARY KEY REFERENCES stores (store_id),
  provider text NOT NULL,
  -- Unknown if the key may not read it.
  account_id text,
  account_name text,
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  key_hint text NOT NULL,
  -- The key and the secrets that messages are signed with. Erased by a disconnect.
  sealed_credentials text,
  -- Where the provider sends its messages. Without it, the provider is asked what has happened.
  endpoint_id text,
  endpoint_url text,
  asks_because text,
  -- Up to here, what has happened at the provider is handled.
  events_cursor text,
  ask_at bigint NOT NULL,
  last_asked_at bigint,
  -- Why it could not be asked the last time.
  problem text,
  claimed_until bigint NOT NULL DEFAULT 0,
  claimed_by text,
  connected_at bigint NOT NULL,
  disconnected_at bigint,
  updated_at bigint NOT NULL,
  CHECK ((disconnected_at IS NULL) = (sealed_credentials IS NOT NULL)),
  CHECK ((endpoint_id IS NULL) = (endpoint_url IS NULL))
);
CREATE INDEX provider_connections_due ON provider_connections (ask_at)
  WHERE disconnected_at IS NULL;

-- Money that arrived for a transaction that is declined here, and that is given back at once.
CREATE TABLE stray_payments (
  store_id text NOT NULL,
  -- The provider's name of the payment.
  charge_reference text NOT NULL,
  transaction_id text NOT NULL,
  provider text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('returning', 'returned', 'refused')),
  refund_reference text,
  decline_code text,
  created_at bigint NOT NULL,
  settled_at bigint,
  PRIMARY KEY (store_id, charge_reference),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id),
  CHECK ((status = 'returning') = (settled_at IS NULL))
);
