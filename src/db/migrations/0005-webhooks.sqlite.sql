-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('webhooks', 'webhooks', '1000 2 1'),
  ('webhooks', 'webhooks_deleted', '10 2 1'),
  ('webhook_deliveries', 'webhook_deliveries', '1000000 1000000 1'),
  ('webhook_deliveries', 'webhook_deliveries_once', '1000000 1000000 100000 1'),
  ('webhook_deliveries', 'webhook_deliveries_due', '100000 100000 50000 10 1'),
  ('webhook_deliveries', 'webhook_deliveries_in_order', '100000 100000 50000 5 1'),
  ('webhook_deliveries', 'webhook_deliveries_of_webhook', '1000000 1000000 100000 1'),
  ('webhook_deliveries', 'webhook_deliveries_of_event', '1000000 1000000 2 1'),
  ('webhook_deliveries', 'webhook_deliveries_by_status', '1000000 1000000 300000 1'),
  ('webhook_deliveries', 'webhook_deliveries_old', '1000000 1');
