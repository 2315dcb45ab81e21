-- Another number whenever a product changes: what was made of it is remembered by it.
ALTER TABLE products ADD COLUMN revision bigint NOT NULL DEFAULT 0;
-- The newest products are found, with their revisions, in this index alone.
DROP INDEX products_by_status;
CREATE INDEX products_by_status ON products (store_id, status, product_id, revision);
