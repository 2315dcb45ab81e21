-- The payment links that the page of a shop lists: those that are switched on, the newest first.
CREATE INDEX payment_links_selling ON payment_links (store_id, payment_link_id)
  WHERE is_active = 1 AND deleted_at IS NULL;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('payment_links', 'payment_links_selling', '10000 1000 1');
