-- A license is found by its key: with row numbers the index of keys leads to the row directly
-- (decision 19). What refers to the table is made anew with it.
CREATE TABLE new_licenses (
  store_id text NOT NULL,
  license_id text NOT NULL,
  key_hash text NOT NULL,
  key_seed text NOT NULL,
  product_id text NOT NULL,
  customer_id text NOT NULL,
  transaction_id text NOT NULL,
  subscription_id text,
  quantity INTEGER NOT NULL CHECK (quantity >= 1),
  unit_limit INTEGER CHECK (unit_limit >= 1),
  activation_limit INTEGER CHECK (activation_limit >= 1),
  activation_usage INTEGER NOT NULL DEFAULT 0 CHECK (activation_usage >= 0),
  first_activated_at INTEGER,
  expires_at INTEGER,
  disabled_at INTEGER,
  disabled_reason text CHECK (disabled_reason IN ('seller', 'refund', 'plan')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (store_id, license_id),
  FOREIGN KEY (store_id, product_id) REFERENCES products (store_id, product_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id),
  FOREIGN KEY (store_id, subscription_id) REFERENCES subscriptions (store_id, subscription_id),
  CHECK ((unit_limit IS NULL) = (activation_limit IS NULL)),
  CHECK (activation_limit = unit_limit * quantity),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CHECK (activation_usage = 0 OR first_activated_at IS NOT NULL)
) STRICT;
INSERT INTO new_licenses SELECT * FROM licenses;

CREATE TABLE new_license_instances (
  store_id text NOT NULL,
  license_id text NOT NULL,
  instance_id text NOT NULL,
  instance_name text NOT NULL,
  fingerprint text,
  activated_at INTEGER NOT NULL,
  last_validated_at INTEGER NOT NULL,
  PRIMARY KEY (store_id, license_id, instance_id),
  FOREIGN KEY (store_id, license_id) REFERENCES new_licenses (store_id, license_id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_license_instances SELECT * FROM license_instances;
DROP TABLE license_instances;

CREATE TABLE new_ended_instances (
  store_id text NOT NULL,
  license_id text NOT NULL,
  instance_id text NOT NULL,
  instance_name text NOT NULL,
  fingerprint text,
  activated_at INTEGER NOT NULL,
  last_validated_at INTEGER NOT NULL,
  deactivated_at INTEGER NOT NULL,
  PRIMARY KEY (store_id, license_id, instance_id),
  FOREIGN KEY (store_id, license_id) REFERENCES new_licenses (store_id, license_id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_ended_instances SELECT * FROM ended_instances;
DROP TABLE ended_instances;

DROP TABLE licenses;
ALTER TABLE new_licenses RENAME TO licenses;
ALTER TABLE new_license_instances RENAME TO license_instances;
ALTER TABLE new_ended_instances RENAME TO ended_instances;

CREATE UNIQUE INDEX licenses_by_key ON licenses (key_hash);
CREATE UNIQUE INDEX licenses_once_per_purchase ON licenses (store_id, transaction_id);
CREATE UNIQUE INDEX licenses_once_per_subscription ON licenses (store_id, subscription_id)
  WHERE subscription_id IS NOT NULL;
CREATE INDEX licenses_of_customer ON licenses (store_id, customer_id, license_id);
CREATE INDEX licenses_of_product ON licenses (store_id, product_id, license_id);
CREATE UNIQUE INDEX license_instances_once ON license_instances (store_id, license_id, fingerprint)
  WHERE fingerprint IS NOT NULL;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('licenses', 'sqlite_autoindex_licenses_1', '1000000 1000000 1'),
  ('licenses', 'licenses_by_key', '1000000 1'),
  ('licenses', 'licenses_once_per_purchase', '1000000 1000000 1'),
  ('licenses', 'licenses_once_per_subscription', '500000 500000 1'),
  ('licenses', 'licenses_of_customer', '1000000 1000000 2 1'),
  ('licenses', 'licenses_of_product', '1000000 1000000 10000 1'),
  ('license_instances', 'license_instances', '1000000 1000000 2 1'),
  ('license_instances', 'license_instances_once', '1000000 1000000 2 1'),
  ('ended_instances', 'ended_instances', '1000000 1000000 5 1');
