-- What somebody may use. The key itself is not here: the seed gives it only with the secret, and
-- a key that is sent is found by its hash.
CREATE TABLE licenses (
  store_id text NOT NULL,
  license_id text NOT NULL,
  key_hash text NOT NULL,
  key_seed text NOT NULL,
  product_id text NOT NULL,
  customer_id text NOT NULL,
  transaction_id text NOT NULL,
  subscription_id text,
  quantity bigint NOT NULL CHECK (quantity >= 1),
  -- For one copy, and for all of them; null: no limit.
  unit_limit bigint CHECK (unit_limit >= 1),
  activation_limit bigint CHECK (activation_limit >= 1),
  activation_usage bigint NOT NULL DEFAULT 0 CHECK (activation_usage >= 0),
  first_activated_at bigint,
  expires_at bigint,
  disabled_at bigint,
  disabled_reason text CHECK (disabled_reason IN ('seller', 'refund', 'plan')),
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, license_id),
  FOREIGN KEY (store_id, product_id) REFERENCES products (store_id, product_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id),
  FOREIGN KEY (store_id, subscription_id) REFERENCES subscriptions (store_id, subscription_id),
  CHECK ((unit_limit IS NULL) = (activation_limit IS NULL)),
  CHECK (activation_limit = unit_limit * quantity),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CHECK (activation_usage = 0 OR first_activated_at IS NOT NULL)
);
CREATE UNIQUE INDEX licenses_by_key ON licenses (store_id, key_hash);
CREATE UNIQUE INDEX licenses_once_per_purchase ON licenses (store_id, transaction_id);
CREATE UNIQUE INDEX licenses_once_per_subscription ON licenses (store_id, subscription_id)
  WHERE subscription_id IS NOT NULL;
CREATE INDEX licenses_of_customer ON licenses (store_id, customer_id, license_id);
CREATE INDEX licenses_of_product ON licenses (store_id, product_id, license_id);

-- Where a license is used. Those of one license lie together: a validation reads them in one go.
CREATE TABLE license_instances (
  store_id text NOT NULL,
  license_id text NOT NULL,
  instance_id text NOT NULL,
  instance_name text NOT NULL,
  fingerprint text,
  activated_at bigint NOT NULL,
  last_validated_at bigint NOT NULL,
  PRIMARY KEY (store_id, license_id, instance_id),
  FOREIGN KEY (store_id, license_id) REFERENCES licenses (store_id, license_id)
);
-- One machine is one instance.
CREATE UNIQUE INDEX license_instances_once ON license_instances (store_id, license_id, fingerprint)
  WHERE fingerprint IS NOT NULL;

-- Where it was used: giving a place up again is answered, and support can see it.
CREATE TABLE ended_instances (
  store_id text NOT NULL,
  license_id text NOT NULL,
  instance_id text NOT NULL,
  instance_name text NOT NULL,
  fingerprint text,
  activated_at bigint NOT NULL,
  last_validated_at bigint NOT NULL,
  deactivated_at bigint NOT NULL,
  PRIMARY KEY (store_id, license_id, instance_id),
  FOREIGN KEY (store_id, license_id) REFERENCES licenses (store_id, license_id)
);

-- What certificates are signed with; the newest signs, all of them are published.
CREATE TABLE signing_keys (
  key_id text PRIMARY KEY,
  public_key text NOT NULL,
  sealed_private_key text NOT NULL,
  created_at bigint NOT NULL
);

-- The license that a purchase brings is fixed with its price.
ALTER TABLE checkouts ADD COLUMN license text;
UPDATE checkouts SET license =
  (SELECT p.license FROM products p
    WHERE p.store_id = checkouts.store_id AND p.product_id = checkouts.product_id)
  WHERE status IN ('open', 'processing');
