-- Slugs of payment links are unique in their store and may change; links are deleted. Where a link is
-- or was is kept by address, so that old addresses lead on.
CREATE TABLE new_payment_links (
  store_id text NOT NULL,
  payment_link_id text NOT NULL,
  -- Chosen by the seller. Once in a store, among links that are not deleted.
  slug text NOT NULL,
  -- The last part of the address: the slug, with the number of the store if another has the slug.
  address text NOT NULL,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  product_id text NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity >= 1),
  -- As JSON, as create-checkout takes it; null: buyers cannot change the quantity.
  adjustable_quantity text,
  coupon_code text,
  -- CustomField[] as JSON.
  custom_fields text NOT NULL,
  success_url text,
  cancel_url text,
  redirect INTEGER NOT NULL CHECK (redirect IN (0, 1)),
  metadata text NOT NULL,
  max_purchases INTEGER CHECK (max_purchases >= 1),
  -- Sessions of this link that are processing or completed. A payment takes its place by a
  -- conditional update when it begins, and gives it back when it is declined.
  purchases INTEGER NOT NULL DEFAULT 0 CHECK (purchases >= 0),
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  PRIMARY KEY (store_id, payment_link_id),
  FOREIGN KEY (store_id, product_id) REFERENCES products (store_id, product_id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_payment_links (
  store_id, payment_link_id, slug, address, is_active, product_id, quantity, adjustable_quantity,
  coupon_code, custom_fields, success_url, cancel_url, redirect, metadata, max_purchases,
  purchases, expires_at, created_at, updated_at, deleted_at)
  SELECT store_id, payment_link_id, slug, slug, is_active, product_id, quantity,
    adjustable_quantity, coupon_code, custom_fields, success_url, cancel_url, redirect, metadata,
    max_purchases, purchases, expires_at, created_at, updated_at, NULL
  FROM payment_links;
DROP TABLE payment_links;
ALTER TABLE new_payment_links RENAME TO payment_links;
CREATE UNIQUE INDEX payment_links_by_slug ON payment_links (store_id, slug)
  WHERE deleted_at IS NULL;

-- An address of a payment link, by its last part: where it is, where it was before its slug was
-- changed, or where it was when it was deleted. Addresses name the mode and no store.
CREATE TABLE payment_link_addresses (
  store_id text NOT NULL,
  address text NOT NULL,
  -- That of the store.
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  payment_link_id text NOT NULL,
  status text NOT NULL CHECK (status = 'current' OR status = 'former' OR status = 'deleted'),
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (store_id, address),
  FOREIGN KEY (store_id, payment_link_id) REFERENCES payment_links (store_id, payment_link_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX payment_link_addresses_once ON payment_link_addresses (mode, address);
CREATE INDEX payment_link_addresses_of_link
  ON payment_link_addresses (store_id, payment_link_id, changed_at);
INSERT INTO payment_link_addresses (store_id, address, mode, payment_link_id, status, changed_at)
  SELECT p.store_id, p.address, s.mode, p.payment_link_id, 'current', p.created_at
  FROM payment_links p JOIN stores s ON s.store_id = p.store_id;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('payment_links', 'payment_links', '10000 1000 1'),
  ('payment_links', 'payment_links_by_slug', '10000 1000 1'),
  ('payment_link_addresses', 'payment_link_addresses', '10000 1000 1'),
  ('payment_link_addresses', 'payment_link_addresses_once', '10000 5000 1'),
  ('payment_link_addresses', 'payment_link_addresses_of_link', '10000 1000 2 1');
