-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('subscriptions', 'subscriptions', '1000000 1000000 1'),
  ('subscriptions', 'subscriptions_once_per_checkout', '1000000 1000000 1'),
  ('subscriptions', 'subscriptions_one_trial', '1000000 1000000 2 1'),
  ('subscriptions', 'subscriptions_due', '1000000 1000000 1'),
  ('subscriptions', 'subscriptions_of_customer', '1000000 1000000 2 1'),
  ('subscriptions', 'subscriptions_of_plan', '1000000 1000000 10000 1'),
  ('subscriptions', 'subscriptions_by_status', '1000000 1000000 200000 1'),
  ('transactions', 'transactions_once_per_period', '1000000 1000000 12 1'),
  ('transactions', 'transactions_one_pending', '100 100 1');
