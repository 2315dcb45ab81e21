UPDATE events SET customer_id = json_extract(data, '$.customer_id');

-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('events', 'events', '1000000 1000000 1'),
  ('events', 'events_of_customer', '1000000 1000000 10 1'),
  ('transactions', 'transactions_by_amount', '1000000 1000000 300000 100 1 1 1 1 1'),
  ('transactions', 'transactions_by_card', '1000000 1000000 100 1'),
  ('invoices', 'invoices_by_day', '1000000 1000000 1 1');
