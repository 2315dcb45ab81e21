-- Written for both engines: SQLite makes these STRICT, WITHOUT ROWID tables of INTEGER and TEXT.
-- Instants are milliseconds since 1970, amounts are minor units, JSON is text.

CREATE TABLE stores (
  store_id text NOT NULL PRIMARY KEY,
  number bigint NOT NULL UNIQUE,
  name text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  clock_ahead_ms bigint NOT NULL DEFAULT 0 CHECK (clock_ahead_ms >= 0),
  created_at bigint NOT NULL,
  CHECK (mode = 'test' OR clock_ahead_ms = 0)
);

CREATE TABLE api_keys (
  store_id text NOT NULL REFERENCES stores (store_id),
  key_id text NOT NULL,
  key_hash text NOT NULL UNIQUE,
  hint text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('full', 'read', 'license')),
  created_at bigint NOT NULL,
  expires_at bigint,
  revoked_at bigint,
  PRIMARY KEY (store_id, key_id)
);

CREATE TABLE idempotency_keys (
  store_id text NOT NULL REFERENCES stores (store_id),
  idempotency_key text NOT NULL,
  request_hash text NOT NULL,
  status bigint,
  body text,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, idempotency_key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE TABLE event_counters (
  store_id text NOT NULL PRIMARY KEY REFERENCES stores (store_id),
  last_sequence bigint NOT NULL
);

CREATE TABLE events (
  store_id text NOT NULL REFERENCES stores (store_id),
  sequence bigint NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  data text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, sequence)
);

CREATE TABLE products (
  store_id text NOT NULL REFERENCES stores (store_id),
  product_id text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  currency text NOT NULL,
  image_url text,
  billing_type text NOT NULL CHECK (billing_type IN ('one_time', 'recurring')),
  billing_interval text CHECK (billing_interval IN ('day', 'week', 'month', 'year')),
  billing_interval_count bigint CHECK (billing_interval_count BETWEEN 1 AND 365),
  trial_days bigint NOT NULL CHECK (trial_days >= 0),
  tier bigint,
  license text,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  metadata text NOT NULL,
  search_entry bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, product_id),
  CHECK ((billing_type = 'recurring') = (billing_interval IS NOT NULL)),
  CHECK ((billing_type = 'recurring') = (billing_interval_count IS NOT NULL)),
  CHECK (billing_type = 'recurring' OR trial_days = 0)
);
CREATE INDEX products_by_status ON products (store_id, status, product_id);

CREATE TABLE customers (
  store_id text NOT NULL REFERENCES stores (store_id),
  customer_id text NOT NULL,
  email text,
  email_folded text,
  name text,
  country text,
  metadata text NOT NULL,
  search_entry bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id)
);
CREATE UNIQUE INDEX customers_by_age ON customers (store_id, search_entry);
CREATE INDEX customers_by_email ON customers (store_id, email_folded, search_entry);

CREATE TABLE customer_billings (
  store_id text NOT NULL,
  customer_id text NOT NULL,
  billing_id text NOT NULL,
  email text,
  name text,
  company text,
  phone text,
  tax_id text,
  address text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id)
);

CREATE TABLE portal_links (
  store_id text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  customer_id text NOT NULL,
  return_url text,
  expires_at bigint NOT NULL,
  PRIMARY KEY (store_id, token_hash),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id)
);

CREATE INDEX portal_links_by_end ON portal_links (expires_at);

CREATE TABLE discount_codes (
  store_id text NOT NULL REFERENCES stores (store_id),
  discount_id text NOT NULL,
  code text NOT NULL,
  code_folded text NOT NULL,
  percent_bps bigint NOT NULL CHECK (percent_bps BETWEEN 1 AND 10000),
  valid_from bigint,
  valid_until bigint,
  duration text NOT NULL CHECK (duration IN ('once', 'forever', 'repeating')),
  duration_months bigint CHECK (duration_months BETWEEN 1 AND 120),
  max_redemptions bigint CHECK (max_redemptions > 0),
  max_redemptions_per_customer bigint CHECK (max_redemptions_per_customer > 0),
  redemptions bigint NOT NULL DEFAULT 0 CHECK (redemptions >= 0),
  created_at bigint NOT NULL,
  deleted_at bigint,
  PRIMARY KEY (store_id, discount_id),
  CHECK (valid_until >= valid_from),
  CHECK (redemptions <= max_redemptions),
  CHECK ((duration = 'repeating') = (duration_months IS NOT NULL))
);
CREATE UNIQUE INDEX discount_codes_live ON discount_codes (store_id, code_folded)
  WHERE deleted_at IS NULL;

CREATE TABLE discount_code_products (
  store_id text NOT NULL,
  discount_id text NOT NULL,
  product_id text NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (store_id, discount_id, product_id),
  FOREIGN KEY (store_id, discount_id) REFERENCES discount_codes (store_id, discount_id),
  FOREIGN KEY (store_id, product_id) REFERENCES products (store_id, product_id)
);
