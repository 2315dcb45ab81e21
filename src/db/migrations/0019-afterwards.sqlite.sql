-- As in 0002: figures of a large shop, so that indexes are used. Indexes that were made anew have
-- lost theirs.
DELETE FROM sqlite_stat1 WHERE idx IN ('transactions_once_per_period', 'transactions_one_pending');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('transactions', 'transactions_once_per_period', '1000000 1000000 10 1'),
  ('transactions', 'transactions_one_pending', '1000 1000 1'),
  ('subscriptions', 'subscriptions_by_payment_token', '10000 1'),
  ('payment_methods', 'payment_methods_by_token', '100000 100000 100000 1'),
  ('card_updates', 'card_updates', '10000 10000 1'),
  ('card_updates', 'card_updates_by_address', '10000 1'),
  ('card_updates', 'card_updates_due', '100 100 1');
