-- Machines that the seller has allowed beside those that were bought.
ALTER TABLE licenses ADD COLUMN extra_activations bigint NOT NULL DEFAULT 0
  CHECK (extra_activations BETWEEN 0 AND 1000000);

-- The entry in search_texts by which a license is found by a part of its key: keyed hashes of all
-- its parts of four symbols. A job makes it for licenses that were issued before.
ALTER TABLE licenses ADD COLUMN search_entry bigint;
CREATE INDEX licenses_without_entry ON licenses (store_id, license_id)
  WHERE search_entry IS NULL;
