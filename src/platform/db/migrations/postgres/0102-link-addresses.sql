-- Slugs of payment links are unique in their store and may change; links are deleted. Where a link is
-- or was is kept by address, so that old addresses lead on.

-- The last part of the address: the slug, with the number of the store if another has the slug.
ALTER TABLE payment_links ADD COLUMN address text COLLATE "C";
ALTER TABLE payment_links ADD COLUMN deleted_at bigint;
UPDATE payment_links SET address = slug;
-- A version before this one makes no links meanwhile: they would have no address.
ALTER TABLE payment_links ALTER COLUMN address SET NOT NULL;
DROP INDEX payment_links_by_slug;
-- Chosen by the seller. Once in a store, among links that are not deleted.
CREATE UNIQUE INDEX payment_links_by_slug ON payment_links (store_id, slug)
  WHERE deleted_at IS NULL;

-- An address of a payment link, by its last part: where it is, where it was before its slug was
-- changed, or where it was when it was deleted. Addresses name the mode and no store.
CREATE TABLE payment_link_addresses (
  store_id text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL,
  -- That of the store.
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('test', 'live')),
  payment_link_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('current', 'former', 'deleted')),
  changed_at bigint NOT NULL,
  PRIMARY KEY (store_id, address),
  FOREIGN KEY (store_id, payment_link_id) REFERENCES payment_links (store_id, payment_link_id)
);
CREATE UNIQUE INDEX payment_link_addresses_once ON payment_link_addresses (mode, address);
CREATE INDEX payment_link_addresses_of_link
  ON payment_link_addresses (store_id, payment_link_id, changed_at);
INSERT INTO payment_link_addresses (store_id, address, mode, payment_link_id, status, changed_at)
  SELECT p.store_id, p.address, s.mode, p.payment_link_id, 'current', p.created_at
  FROM payment_links p JOIN stores s ON s.store_id = p.store_id;
