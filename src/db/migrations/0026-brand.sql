-- How a store shows itself to buyers, as JSON: only what differs from the usual.
ALTER TABLE stores ADD COLUMN brand text NOT NULL DEFAULT '{}';
ALTER TABLE stores ADD COLUMN updated_at bigint NOT NULL DEFAULT 0;
UPDATE stores SET updated_at = created_at;

-- Pictures that stores have uploaded, by a hash of what is in them: a file never changes.
CREATE TABLE store_files (
  store_id text NOT NULL REFERENCES stores (store_id),
  file_name text NOT NULL,
  -- In base64.
  bytes text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, file_name)
);
