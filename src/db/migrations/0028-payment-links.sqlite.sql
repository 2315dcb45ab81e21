-- As in 0015: SQLite changes constraints by their text.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
    'customer_id text NOT NULL,',
    'customer_id text
    CHECK (status NOT IN (''processing'', ''completed'') OR customer_id IS NOT NULL),')
  WHERE type = 'table' AND name = 'checkouts';
PRAGMA writable_schema = RESET;

-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('payment_links', 'payment_links', '10000 1000 1'),
  ('payment_links', 'payment_links_by_slug', '10000 1'),
  ('checkouts', 'checkouts_of_link', '100000 100000 100 1'),
  ('guest_addresses', 'guest_addresses', '1000000 1000000 1');
