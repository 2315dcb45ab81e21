-- An address of its own at which a product is sold, without a server of the seller's. Its slug is
-- the last part of the address, which names no store.
CREATE TABLE payment_links (
  store_id text NOT NULL,
  payment_link_id text NOT NULL,
  slug text NOT NULL,
  is_active bigint NOT NULL CHECK (is_active IN (0, 1)),
  product_id text NOT NULL,
  quantity bigint NOT NULL CHECK (quantity >= 1),
  -- As JSON, as create-checkout takes it; null: buyers cannot change the quantity.
  adjustable_quantity text,
  coupon_code text,
  -- CustomField[] as JSON.
  custom_fields text NOT NULL,
  success_url text,
  cancel_url text,
  redirect bigint NOT NULL CHECK (redirect IN (0, 1)),
  metadata text NOT NULL,
  max_purchases bigint CHECK (max_purchases >= 1),
  -- Sessions of this link that are processing or completed. A payment takes its place by a
  -- conditional update when it begins, and gives it back when it is declined.
  purchases bigint NOT NULL DEFAULT 0 CHECK (purchases >= 0),
  expires_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, payment_link_id),
  FOREIGN KEY (store_id, product_id) REFERENCES products (store_id, product_id)
);
CREATE UNIQUE INDEX payment_links_by_slug ON payment_links (slug);

ALTER TABLE checkouts ADD COLUMN payment_link_id text;
-- Sent with the form of a link: sending it twice makes one session.
ALTER TABLE checkouts ADD COLUMN link_attempt text;
-- A guest is no customer before a payment begins: then the customer is found or made by the e-mail
-- address that was typed.
ALTER TABLE checkouts ADD COLUMN is_guest bigint NOT NULL DEFAULT 0
  CHECK (is_guest = 1 OR is_guest = 0 AND customer_id IS NOT NULL);
-- Whether the buyer goes to success_url at once, without a look at the receipt.
ALTER TABLE checkouts ADD COLUMN redirect bigint NOT NULL DEFAULT 0 CHECK (redirect IN (0, 1));
-- What the seller asks (CustomField[]) and what the buyer has answered, by key, as JSON.
ALTER TABLE checkouts ADD COLUMN custom_fields text NOT NULL DEFAULT '[]';
ALTER TABLE checkouts ADD COLUMN custom_values text NOT NULL DEFAULT '{}';
CREATE UNIQUE INDEX checkouts_of_link ON checkouts (store_id, payment_link_id, link_attempt)
  WHERE payment_link_id IS NOT NULL;

ALTER TABLE transactions ADD COLUMN custom_values text NOT NULL DEFAULT '{}';
-- Whom the invoice is made out to, as JSON, where that is not the customer: somebody has only typed
-- the customer's address. Null: the customer.
ALTER TABLE transactions ADD COLUMN billed_to text;

-- Addresses by which guests have paid. Locked while one of them begins a payment, so that all who
-- type the same address take turns.
CREATE TABLE guest_addresses (
  store_id text NOT NULL REFERENCES stores (store_id),
  email_folded text NOT NULL,
  PRIMARY KEY (store_id, email_folded)
);
