-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('webhook_deliveries', 'webhook_deliveries_due', '100000 100000 50000 25000 10 1'),
  ('webhook_deliveries', 'webhook_deliveries_untried', '100000 100000 50000 5 1');
