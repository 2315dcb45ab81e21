-- No two stores have the same key, and a narrow index is a fast one.
DROP INDEX licenses_by_key;
CREATE UNIQUE INDEX licenses_by_key ON licenses (key_hash);
