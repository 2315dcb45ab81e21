-- As in 0005: figures of a large shop. Those of the index went with it.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('webhook_deliveries', 'webhook_deliveries_once', '1000000 1000000 100000 1 1'),
  ('creem_messages', 'creem_messages', '1000000 1000000 1 1');
