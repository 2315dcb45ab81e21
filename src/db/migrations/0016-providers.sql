-- Who takes a store's payments. Without a name: the test gateway in a test store, nobody in a live
-- one.
ALTER TABLE stores ADD COLUMN provider text;

-- A card is known to the provider that keeps it, and to no other.
ALTER TABLE payment_methods ADD COLUMN provider text NOT NULL DEFAULT 'test';

-- Who was asked to move this money, and the name that the charge or refund has there.
ALTER TABLE transactions ADD COLUMN provider text;
ALTER TABLE transactions ADD COLUMN provider_reference text;
-- Nobody can tell whether the money was moved: a person has to look.
ALTER TABLE transactions ADD COLUMN needs_review bigint NOT NULL DEFAULT 0
  CHECK (needs_review IN (0, 1));
UPDATE transactions SET provider = 'test'
  WHERE total_minor > 0 AND (type = 'refund' OR card_token IS NOT NULL);
UPDATE transactions SET provider_reference = transaction_id
  WHERE EXISTS (SELECT 1 FROM test_gateway_charges c
      WHERE c.store_id = transactions.store_id AND c.charge_key = transactions.transaction_id)
    OR EXISTS (SELECT 1 FROM test_gateway_refunds r
      WHERE r.store_id = transactions.store_id AND r.refund_key = transactions.transaction_id);
CREATE UNIQUE INDEX transactions_by_reference
  ON transactions (store_id, provider, provider_reference) WHERE provider_reference IS NOT NULL;

-- The test gateway names what it keeps by references of its own. A key finds a charge only as long
-- as it is remembered; after that, another charge may be made under it.
CREATE TABLE new_charges (
  store_id text NOT NULL,
  reference text NOT NULL,
  charge_key text NOT NULL,
  token text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  refunded_minor bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'pending', 'paid', 'declined')),
  decline_code text,
  action_token text,
  return_url text,
  -- What a pending one becomes, and when.
  ends_as text CHECK (ends_as IN ('paid', 'declined')),
  ends_at bigint,
  -- What was said about the charge: customer, description, metadata, as JSON.
  details text NOT NULL,
  key_forgotten bigint NOT NULL DEFAULT 0 CHECK (key_forgotten IN (0, 1)),
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, reference),
  CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  CHECK (status = 'paid' OR refunded_minor = 0),
  CHECK (status <> 'pending' OR ends_at IS NOT NULL),
  CHECK ((ends_at IS NULL) = (ends_as IS NULL))
);
INSERT INTO new_charges (store_id, reference, charge_key, token, amount_minor, refunded_minor,
  currency, status, decline_code, action_token, return_url, details, created_at)
SELECT store_id, charge_key, charge_key, token, amount_minor, refunded_minor, currency, status,
  decline_code, action_token, return_url, '{}', created_at
FROM test_gateway_charges;
DROP TABLE test_gateway_charges;
ALTER TABLE new_charges RENAME TO test_gateway_charges;
CREATE UNIQUE INDEX test_gateway_charges_by_action
  ON test_gateway_charges (action_token) WHERE action_token IS NOT NULL;
CREATE UNIQUE INDEX test_gateway_charges_by_key
  ON test_gateway_charges (store_id, charge_key) WHERE key_forgotten = 0;

-- What a card does has a plainer name.
UPDATE test_gateway_cards SET behavior = 'refuses_refunds' WHERE behavior = 'pays_but_keeps';

CREATE TABLE new_refunds (
  store_id text NOT NULL,
  reference text NOT NULL,
  refund_key text NOT NULL,
  charge_reference text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'paid', 'declined')),
  ends_as text CHECK (ends_as IN ('paid', 'declined')),
  ends_at bigint,
  key_forgotten bigint NOT NULL DEFAULT 0 CHECK (key_forgotten IN (0, 1)),
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, reference),
  CHECK (status <> 'pending' OR ends_at IS NOT NULL),
  CHECK ((ends_at IS NULL) = (ends_as IS NULL))
);
INSERT INTO new_refunds (store_id, reference, refund_key, charge_reference, amount_minor, currency,
  status, created_at)
SELECT r.store_id, r.refund_key, r.refund_key, r.charge_key, r.amount_minor, c.currency, r.status,
  r.created_at
FROM test_gateway_refunds r
JOIN test_gateway_charges c ON c.store_id = r.store_id AND c.reference = r.charge_key;
DROP TABLE test_gateway_refunds;
ALTER TABLE new_refunds RENAME TO test_gateway_refunds;
CREATE UNIQUE INDEX test_gateway_refunds_by_key
  ON test_gateway_refunds (store_id, refund_key) WHERE key_forgotten = 0;

DROP TABLE test_gateway_faults;
CREATE TABLE test_gateway_faults (
  store_id text NOT NULL PRIMARY KEY,
  fault text NOT NULL CHECK (fault IN
    ('slow_before', 'slow_after', 'answer_lost', 'unavailable', 'search_missing')),
  delay_ms bigint NOT NULL DEFAULT 0
);
