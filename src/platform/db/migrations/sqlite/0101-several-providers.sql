-- An account at a payment provider that a store is connected to: one at each provider. Which of
-- them takes the payments is a setting of the store (stores.provider). It stays after a disconnect,
-- without the key, so that the next connection is known to be of the same account or of another.
-- All instants are real time.
CREATE TABLE new_provider_connections (
  store_id text NOT NULL REFERENCES stores (store_id),
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
  ask_at INTEGER NOT NULL,
  last_asked_at INTEGER,
  -- Why it could not be asked the last time.
  problem text,
  -- What the provider refuses for a reason that only the seller can change, in its words: since
  -- when, and which charge. Kept until that charge, or others, go through.
  refusal text,
  refused_key text,
  refused_at INTEGER,
  -- After a restore: the time of the backup. What was charged since then is known to the provider
  -- alone, so nothing is charged by itself until somebody has compared. Null: not held. And when
  -- they were held: what was charged after that is known here.
  charges_held_from INTEGER,
  charges_held_at INTEGER,
  claimed_until INTEGER NOT NULL DEFAULT 0,
  claimed_by text,
  connected_at INTEGER NOT NULL,
  disconnected_at INTEGER,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (store_id, provider),
  CHECK ((disconnected_at IS NULL) = (sealed_credentials IS NOT NULL)),
  CHECK ((endpoint_id IS NULL) = (endpoint_url IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO new_provider_connections (
  store_id, provider, account_id, account_name, mode, key_hint, sealed_credentials, endpoint_id,
  endpoint_url, asks_because, events_cursor, ask_at, last_asked_at, problem, refusal,
  refused_key, refused_at, charges_held_from, charges_held_at, claimed_until, claimed_by,
  connected_at, disconnected_at, updated_at)
  SELECT store_id, provider, account_id, account_name, mode, key_hint, sealed_credentials,
    endpoint_id, endpoint_url, asks_because, events_cursor, ask_at, last_asked_at,
    problem, refusal, refused_key, refused_at, charges_held_from, charges_held_at,
    claimed_until, claimed_by, connected_at, disconnected_at, updated_at
  FROM provider_connections;
DROP TABLE provider_connections;
ALTER TABLE new_provider_connections RENAME TO provider_connections;
CREATE INDEX provider_connections_due ON provider_connections (ask_at)
  WHERE disconnected_at IS NULL;
